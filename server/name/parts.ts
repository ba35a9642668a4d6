import { foldWords } from './fold.ts'
import type { Party } from './party.ts'

const keyOf = (names: readonly string[] | undefined) => foldWords((names ?? []).join(' ')).join(' ')

/**
 * The factor for a name's points if both sides know the parts of their names: 0.6 if given and family name are swapped,
 * otherwise 1.
 */
export function partsConflict(a: Party['parts'], b: Party['parts']): number {
  if (!a || !b) return 1
  const [givenA, givenB, familyA, familyB] = [keyOf(a.given), keyOf(b.given), keyOf(a.family), keyOf(b.family)]
  const isTurned = givenA !== '' && givenA === familyB && familyA === givenB && givenA !== familyA
  return isTurned ? 0.6 : 1
}
