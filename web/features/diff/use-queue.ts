import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { useGo, usePage } from '#web/platform/page.tsx'
import { type ListModel, useList } from '#web/ui/list/use-list.ts'
import { preloadDiff } from './diff-calls.ts'
import { type QueueTab, tabStatus, useQueueConfig } from './queue-config.ts'
import { reviewCluster, reviewDiff, statusOf, useReview } from './review.ts'

export type ReviewQueue = {
  list: ListModel<Diff>
  tab: QueueTab
  /** Without those that were just reviewed. */
  rows: readonly Diff[]
  current: Diff | undefined
  /** The index among the rows; -1 if there is none. */
  at: number
  choose: (id: number) => void
  step: (by: number) => void
  open: (diff: Diff) => void
  /** Reviews a row: it is removed and the next one becomes current. */
  review: (diff: Diff, status: DiffStatus, isCluster: boolean) => void
}

/** The rows of the queue, the current row, and the actions on them. */
export function useQueue(): ReviewQueue {
  const config = useQueueConfig()
  const list = useList(config)
  const { search } = usePage()
  const go = useGo()
  const sentStatuses = useReview(state => state.sentStatuses)
  const { tab } = config
  const rows = useMemo(
    () => list.rows.filter(diff => statusOf(diff, sentStatuses) === tabStatus(tab)),
    [list.rows, sentStatuses, tab],
  )
  const { at, choose } = usePlace(rows)
  const current = rows[at]
  useLastPage(list)
  const nextId = rows[at + 1]?.id
  useEffect(() => {
    if (nextId) preloadDiff(nextId)
  }, [nextId])

  const step = useCallback(
    (by: number) => {
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))]
      if (next) choose(next.id)
    },
    [rows, at, choose],
  )
  const open = useCallback(
    (diff: Diff) => go('admin_diff_detail', { search: { ...search, id: diff.id } }),
    [go, search],
  )
  const review = useCallback((diff: Diff, status: DiffStatus, isCluster: boolean) => {
    void (isCluster ? reviewCluster(diff, status) : reviewDiff(diff, { status }))
  }, [])
  return useMemo(
    () => ({ list, tab, rows, current, at, choose, step, open, review }),
    [list, tab, rows, current, at, choose, step, open, review],
  )
}

/** The current row is remembered by its id. After it is removed, the row at the same index becomes current. */
function usePlace(rows: readonly Diff[]) {
  const [kept, setKept] = useState(() => useReview.getState().left)
  const returned = useReview(state => state.returned)
  const found = rows.findIndex(({ id }) => id === kept.id)
  const at = found >= 0 ? found : Math.min(kept.at, rows.length - 1)
  const id = rows[at]?.id ?? null
  useEffect(() => {
    if (id === null) return
    setKept(before => (before.id === id && before.at === at ? before : { id, at }))
    useReview.setState({ left: { id, at } })
  }, [id, at])
  const hasReturned = rows.some(each => each.id === returned)
  useEffect(() => {
    if (returned === null || !hasReturned) return
    setKept(before => ({ ...before, id: returned }))
    useReview.setState({ returned: null })
  }, [returned, hasReturned])
  const choose = useCallback((next: number) => setKept(before => ({ ...before, id: next })), [])
  return { at, choose }
}

/** If the shown page is empty because its rows were cleared, the list moves to the last page that has rows. */
function useLastPage({ page, state, change }: ListModel<Diff>): void {
  const last = page && Math.max(1, Math.ceil(page.total / page.pageSize))
  const isBeyond = page !== undefined && page.items.length === 0 && last !== undefined && state.current > last
  useEffect(() => {
    if (isBeyond) change({ current: last }, { replace: true })
  }, [isBeyond, last, change])
}
