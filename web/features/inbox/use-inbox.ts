import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type InboxItem, type InboxKind, listInbox } from '#contract/inbox.api.ts'
import { now } from '#web/platform/clock.ts'
import { endpointQuery, refresh } from '#web/platform/query.ts'
import { runAct, useUndone } from '#web/platform/undo.ts'
import { followChanges } from './follow-changes.ts'
import { decideItem, type InboxAct } from './inbox-acts.ts'

const everyMs = 60_000
const slowestActMs = 120_000
/** An act takes about this long until enough of them were timed. */
const usualActMs = 10_000

/** The items that wait, without those whose decision was just sent. */
export function useInbox({ kind, limit }: { kind: InboxKind | undefined; limit: number }) {
  useEffect(followChanges, [])
  const offset = -now().getTimezoneOffset()
  const query = { limit, offset, ...(kind && { kind: [kind] }) }
  const inbox = useQuery({ ...endpointQuery(listInbox, { query }), refetchInterval: everyMs })
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const [cleared, setCleared] = useState({ count: 0, at: 0, spentMs: 0 })
  const undoneCount = useUndone(state => state.count)
  useEffect(() => {
    if (undoneCount > 0) void refresh('inbox')
  }, [undoneCount])
  const items = useMemo(() => (inbox.data?.items ?? []).filter(({ key }) => !sent.has(key)), [inbox.data, sent])

  const decide = useCallback(async (item: InboxItem, act: InboxAct, isCluster: boolean, note?: string | null) => {
    setSent(before => new Set([...before, item.key]))
    setCleared(({ count, at, spentMs }) => {
      const time = Date.now()
      const lasted = at === 0 ? usualActMs : Math.min(slowestActMs, time - at)
      return { count: count + 1, at: time, spentMs: spentMs + lasted }
    })
    await runAct(decideItem(item, act, isCluster, note))
    await refresh('inbox')
    setSent(before => new Set([...before].filter(key => key !== item.key)))
  }, [])
  const left = (inbox.data?.counts ?? [])
    .filter(each => kind === undefined || each.kind === kind)
    .reduce((sum, { count }) => sum + count, -sent.size)
  return {
    inbox,
    items,
    decide,
    left: Math.max(left, items.length),
    isAtLeast: (inbox.data?.counts ?? []).some(each => each.at_least && (kind === undefined || each.kind === kind)),
    cleared: cleared.count,
    msPerItem: cleared.count === 0 ? usualActMs : cleared.spentMs / cleared.count,
  }
}

/** The current item is remembered by its key. After it is removed, the item at the same index becomes current. */
export function useCurrent(items: readonly InboxItem[]) {
  const [kept, setKept] = useState<{ key: string | null; at: number }>({ key: null, at: 0 })
  const found = items.findIndex(({ key }) => key === kept.key)
  const at = found >= 0 ? found : Math.min(kept.at, items.length - 1)
  const key = items[at]?.key ?? null
  if (key !== null && (key !== kept.key || at !== kept.at)) setKept({ key, at })
  const choose = useCallback((next: string) => setKept(before => ({ ...before, key: next })), [])
  const step = (by: number) => {
    const next = items[Math.max(0, Math.min(items.length - 1, at + by))]
    if (next) choose(next.key)
  }
  return { at, current: items[at], choose, step }
}
