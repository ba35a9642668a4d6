import { buildIndex, type Party, type SearchOptions } from '#server/name/name.ts'

/**
 * An index of few entries, or of records, takes words for rarer or commoner than the whole list does, and scores a
 * little otherwise. Of 89 pairs of published lists two were missed without a margin, none from 0.03 on.
 */
export const nearMargin = 0.1

/** Most candidates of one portion for one entry. With more, records are compared one by one. */
const mostNear = 1_000

/**
 * Indexes of the parties that may match one of the entries: the parties are indexed and searched for each entry. Null where there are
 * too many to know all. That many records share a word makes it no less telling: on the list it may be rare.
 */
export function placesNear({
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
  const near = new Set<number>()
  for (const entry of entries) {
    const { hits, isCut } = index.searchAmong(entry, { ...options, limit: mostNear, candidates: mostNear })
    if (isCut) return null
    for (const { at } of hits) near.add(at)
  }
  return [...near]
}
