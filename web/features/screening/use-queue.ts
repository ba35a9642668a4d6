import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Screening, ScreeningState } from '#contract/screening.ts'
import { type ListModel, useList } from '#web/ui/list/use-list.ts'
import { useDecisions } from './decide.ts'
import { preloadHit } from './hit-calls.ts'
import { useQueueConfig } from './queue-config.ts'

export type Queue = {
  list: ListModel<Screening>
  tab: ScreeningState
  /** Without those just decided away. */
  rows: readonly Screening[]
  current: Screening | undefined
  at: number
  choose: (id: number) => void
  step: (by: number) => void
}

/** The rows of the queue and the one in hand; once that has left, the one that stands in its place is. */
export function useQueue(): Queue {
  const config = useQueueConfig()
  const list = useList(config)
  const { tab } = config
  const told = useDecisions(state => state.told)
  const returned = useDecisions(state => state.returned)
  const rows = useMemo(() => list.rows.filter(({ id }) => (told.get(id) ?? tab) === tab), [list.rows, told, tab])
  const [kept, setKept] = useState({ id: 0, at: 0 })
  const found = rows.findIndex(({ id }) => id === kept.id)
  const at = found >= 0 ? found : Math.min(kept.at, rows.length - 1)
  const current = rows[at]
  const id = current?.id
  useEffect(() => {
    if (id !== undefined) setKept(before => (before.id === id && before.at === at ? before : { id, at }))
  }, [id, at])
  const hasReturned = rows.some(each => each.id === returned)
  useEffect(() => {
    if (returned === null || !hasReturned) return
    setKept(before => ({ ...before, id: returned }))
    useDecisions.setState({ returned: null })
  }, [returned, hasReturned])
  const nextId = rows[at + 1]?.id
  useEffect(() => {
    if (nextId !== undefined) preloadHit(nextId)
  }, [nextId])
  useLastPage(list)

  const choose = useCallback((next: number) => setKept(before => ({ ...before, id: next })), [])
  const step = useCallback(
    (by: number) => {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))]
      if (next) choose(next.id)
    },
    [rows, at, choose],
  )
  return useMemo(() => ({ list, tab, rows, current, at, choose, step }), [list, tab, rows, current, at, choose, step])
}

/** A page that was cleared while others stand before it gives way to the last of them. */
function useLastPage({ page, state, change }: ListModel<Screening>): void {
  const last = page && Math.max(1, Math.ceil(page.total / page.pageSize))
  const isBeyond = page !== undefined && page.items.length === 0 && last !== undefined && state.current > last
  useEffect(() => {
    if (isBeyond) change({ current: last }, { replace: true })
  }, [isBeyond, last, change])
}
