import { countDiffs, type Diff, getDiff, listDiffs } from '#contract/diff.ts'
import { call } from '#web/platform/api.ts'
import { ask, queryClient } from '#web/platform/query.ts'

const around = 3
const everyRow = 10_000

/** One difference with its rows; the page itself says when there is none. */
export function diffOptions(id: number) {
  return { ...ask(getDiff, { params: { id }, query: { around } }), staleTime: 60_000 }
}

/** The same with nothing left out. */
export async function wholeComparison(id: number) {
  return (await call(getDiff, { params: { id }, query: { around: everyRow } })).comparison
}

/** Fetched before it is asked for, so that the next one is there at once. */
export function preloadDiff(id: number): void {
  void queryClient.prefetchQuery(diffOptions(id))
}

/** What a review answered stands in every open copy of the difference. */
export function showReviewed(diff: Diff): void {
  const key = diffOptions(diff.id).queryKey
  queryClient.setQueryData(key, before => before && { ...before, diff })
}

/** Lists and counts are read again; texts that are open stay as they are. */
export async function refreshLists(): Promise<void> {
  const nouns = [['diff', listDiffs.path], ['diff', countDiffs.path], ['dashboard'], ['page'], ['og']]
  await Promise.all(nouns.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
