import { placedEditsOf } from '#server/features/diff/digest.ts'
import type { RoundDiff } from '#server/features/diff/judge.ts'
import { fewestPages, historyRounds, type PlaceHistory } from '#server/features/diff/judge-volatile.ts'

/** Remembers the changed positions of the last rounds, as the database does for the product. */
export function makePlaceHistory() {
  const rounds: PlaceHistory['pages'][number][][] = []
  return {
    read(): PlaceHistory {
      return { rounds: rounds.length, site: rounds.flatMap(sumPlaces), pages: rounds.flat() }
    },
    add(round: number, diffs: readonly RoundDiff[]): void {
      rounds.push(
        diffs
          .filter(({ facts }) => facts.change === 'changed')
          .map(({ page_id = 0, facts }) => ({ page_id, round, places: placedEditsOf(facts.digest) })),
      )
      if (rounds.length > historyRounds) rounds.shift()
    },
  }
}

function sumPlaces(pages: readonly PlaceHistory['pages'][number][]): PlaceHistory['site'][number][] {
  const places = new Map<number, Map<string, number>>()
  for (const { places: edits } of pages)
    for (const [place, edit] of edits) {
      const counts = places.get(place) ?? new Map<string, number>()
      places.set(place, counts)
      counts.set(edit, (counts.get(edit) ?? 0) + 1)
    }
  return [...places].flatMap(([place, counts]) => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const [edit, with_edit] = [...counts].sort(([, one], [, two]) => two - one)[0] as [string, number]
    return total < fewestPages ? [] : [{ round: pages[0]?.round ?? 0, place, pages: total, edit, with_edit }]
  })
}
