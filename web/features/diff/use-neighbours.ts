import { useCallback, useEffect, useMemo } from 'react'
import { useList } from '#web/ui/list/use-list.ts'
import { preloadDiff } from './diff-calls.ts'
import { tabStatus, useQueueConfig } from './queue-config.ts'
import { statusOf, useReview } from './review.ts'

/** The differences before and after this one in the queue of the address. */
export function useNeighbours(id: number) {
  const config = useQueueConfig()
  const list = useList(config)
  const told = useReview(state => state.told)
  const rows = useMemo(
    () => list.rows.filter(diff => diff.id === id || statusOf(diff, told) === tabStatus(config.tab)),
    [list.rows, told, config.tab, id],
  )
  const at = rows.findIndex(diff => diff.id === id)
  /** The next difference to open; with a cluster, the first outside of it. */
  const next = useCallback(
    (cluster: string | null) => {
      const others = [...rows.slice(at + 1), ...(at > 0 ? rows.slice(0, at).toReversed() : [])]
      return others.find(diff => diff.id !== id && (cluster === null || diff.cluster !== cluster))?.id
    },
    [rows, at, id],
  )
  const nextId = next(null)
  useEffect(() => {
    if (nextId) preloadDiff(nextId)
  }, [nextId])
  return {
    previous: at > 0 ? rows[at - 1]?.id : undefined,
    next,
    at,
    count: list.isEstimated ? `${list.total}+` : String(list.total),
  }
}
