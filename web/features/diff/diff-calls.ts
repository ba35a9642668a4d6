import { countDiffs, type Diff, getDiff, listDiffs } from '#contract/diff.api.ts'
import { call } from '#web/platform/api.ts'
import { endpointQuery, queryClient } from '#web/platform/query.ts'

const contextRows = 3
const everyRow = 10_000

/** One difference with its rows. The page itself reports one that does not exist. */
export function diffOptions(id: number) {
  return { ...endpointQuery(getDiff, { params: { id }, query: { around: contextRows } }), staleTime: 60_000 }
}

/** The same comparison with all rows. */
export async function wholeComparison(id: number) {
  return (await call(getDiff, { params: { id }, query: { around: everyRow } })).comparison
}

/** Loads a difference ahead of time, so the next one opens at once. */
export function preloadDiff(id: number): void {
  void queryClient.prefetchQuery(diffOptions(id))
}

/** Writes the reply of a review into every cached copy of the difference. */
export function showReviewed(diff: Diff): void {
  const key = diffOptions(diff.id).queryKey
  queryClient.setQueryData(key, before => before && { ...before, diff })
}

/** Reads lists and counts again; open texts stay as they are. */
export async function refreshLists(): Promise<void> {
  const nouns = [['diff', listDiffs.path], ['diff', countDiffs.path], ['dashboard'], ['page'], ['og']]
  await Promise.all(nouns.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
