import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { clearBriefEvent, dashboardBrief } from '#contract/dashboard.api.ts'
import type { DiffStatus } from '#contract/diff.api.ts'
import { listNotifications } from '#contract/notification.api.ts'
import {
  rememberUndo,
  reviewCluster,
  reviewDiff,
  statusOf,
  useReview,
  useWaitingDiffs,
} from '#web/features/diff/diff.ts'
import { markRead } from '#web/features/notification/notification.ts'
import { call } from '#web/platform/api.ts'
import { now } from '#web/platform/clock.ts'
import { translate } from '#web/platform/i18n.ts'
import { endpointQuery, refresh, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { type DigestItem, digestItems } from './digest-items.ts'
import { digestMessages } from './digest-messages.ts'

export const digestLines = 12
/** More than are shown, so that the next ones are ready while rows are cleared. */
const maxFetchedDiffs = 36
const everyMs = 60_000

/** The digest of the current user, with the functions that clear it. */
export function useDailyDigest() {
  const isReviewer = useRole() === 'admin'
  const offset = -now().getTimezoneOffset()
  const diffs = useWaitingDiffs(maxFetchedDiffs, isReviewer)
  const unread = useQuery({ ...endpointQuery(listNotifications, { query: { unread: 'true', pageSize: 100 } }) })
  const brief = useQuery({ ...endpointQuery(dashboardBrief, { query: { offset } }), refetchInterval: everyMs })
  const sentStatuses = useReview(state => state.sentStatuses)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(
    () => ({ diffs: diffs.data?.items ?? [], news: unread.data?.items ?? [], events: brief.data?.events ?? [] }),
    [diffs.data, unread.data, brief.data],
  )
  const items = useMemo(
    () =>
      digestItems(found).filter(item =>
        item.kind === 'diff' ? statusOf(item.diff, sentStatuses) === 'unread' : !gone.has(item.key),
      ),
    [found, sentStatuses, gone],
  )
  const clear = useCallback(async (item: DigestItem, status: DiffStatus, isCluster: boolean) => {
    if (item.kind === 'diff')
      return void (isCluster ? reviewCluster(item.diff, status) : reviewDiff(item.diff, { status }))
    // Notifications and events can only be marked as done; the other statuses belong to differences.
    if (status !== 'done') return
    const show = () => setGone(before => new Set([...before].filter(key => key !== item.key)))
    const set = (isDone: boolean) => markItem(item, isDone)
    setGone(before => new Set([...before, item.key]))
    const sent = set(true)
    rememberUndo(translate(digestMessages)('cleared'), null, async () => {
      await sent.catch(() => undefined)
      await set(false)
      show()
    })
    await sent.catch(error => {
      show()
      showError(error)
    })
  }, [])
  const queries = [unread, brief, ...(isReviewer ? [diffs] : [])]
  const failed = queries.find(each => each.isError && !each.data)
  const hidden = (total = 0, here = 0) => Math.max(0, total - here)
  return {
    isReviewer,
    items,
    clear,
    since: brief.data?.since ?? null,
    lookedAt: brief.data?.looked_at ?? null,
    isReady: queries.every(each => each.data),
    failed,
    retry: () => void Promise.all(queries.map(each => each.refetch())),
    /** Counts of the items beyond those requested. */
    beyond: {
      diffs: hidden(diffs.data?.total, diffs.data?.items.length),
      news: hidden(unread.data?.total, unread.data?.items.length),
    },
  }
}

async function markItem(item: Exclude<DigestItem, { kind: 'diff' }>, isDone: boolean): Promise<void> {
  if (item.kind === 'news') {
    await markRead({ ids: [item.news.id], read: isDone })
    return
  }
  await call(clearBriefEvent, { body: { event_id: item.event.id, is_done: isDone } })
  await refresh('dashboard')
}
