import { foldWords } from './fold.ts'
import type { Party } from './party.ts'

const keyOf = (names: readonly string[] | undefined) => foldWords((names ?? []).join(' ')).join(' ')

/**
 * The share of a name's points that is left where both sides say which part is which: less where a given name is the other's family
 * name, or where both have middle names that do not fit each other. 1 where nothing is said against it.
 */
export function partsConflict(a: Party['parts'], b: Party['parts']): number {
  if (!a || !b) return 1
  const [givenA, givenB, familyA, familyB] = [keyOf(a.given), keyOf(b.given), keyOf(a.family), keyOf(b.family)]
  const isTurned = givenA !== '' && givenA === familyB && familyA === givenB && givenA !== familyA
  return isTurned ? 0.6 : 1
}
