import { buildIndex, type Party, type SearchOptions } from '#server/name/name.ts'

/**
 * Margin below the threshold. An index of few entries, or of records, has other word frequencies than the whole list
 * and scores slightly differently. A test of 89 pairs of published lists missed two without a margin, and none with
 * 0.03 or more.
 */
export const prefilterMargin = 0.1

/** Most candidates of one portion for one entry. With more, records are compared one by one. */
const mostNear = 1_000

/**
 * Indexes of the parties that may match one of the entries: the parties are indexed and searched for each entry. Null
 * if there are too many to find all. A word that many records share is not discounted: on the list it may be rare.
 */
export function findNearParties({
  parties,
  entries,
  options,
}: {
  parties: readonly Party[]
  entries: readonly Party[]
  options: SearchOptions
}): number[] | null {
  const index = buildIndex(
    parties.map((party, n) => ({ id: String(n), party })),
    { isPlain: true },
  )
  const similar = new Set<number>()
  for (const entry of entries) {
    const { hits, uncompared, left } = index.searchAmong(entry, { ...options, limit: mostNear, candidates: mostNear })
    if (uncompared > 0 || left > 0) return null
    for (const { at } of hits) similar.add(at)
  }
  return [...similar]
}
