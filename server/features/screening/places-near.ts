import { buildIndex, type Party, type SearchOptions } from '#server/name/name.ts'

/**
 * An index of few entries, or of records, takes words for rarer or commoner than the whole list does, and scores a
 * little otherwise. Of 89 pairs of published lists two were missed without a margin, none from 0.03 on.
 */
export const nearMargin = 0.1

/** More than these in one portion do not come near one entry. */
const mostNear = 10_000

/** Places of the parties that come near one of the entries: the parties are indexed, the entries asked about. */
export function placesNear({
  parties,
  entries,
  options,
}: {
  parties: readonly Party[]
  entries: readonly Party[]
  options: SearchOptions
}): number[] {
  const index = buildIndex(parties.map((party, n) => ({ id: String(n), party })))
  const near = new Set<number>()
  for (const entry of entries) for (const { at } of index.search(entry, { ...options, limit: mostNear })) near.add(at)
  return [...near]
}
