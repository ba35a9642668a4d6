import { type DiffFacts, type Score, scoreDifference } from './score.ts'

/** A difference of a complete round, as kept in the database: its id and its facts. */
export type RoundDiff = { id: number; facts: DiffFacts }
/** `cluster`: equal for differences that are the same edit and are reviewed as one row; null where it stands alone. */
export type Judged = Score & { id: number; cluster: string | null }

/** Looks at all differences of one complete round of one site together. Needs nothing of former rounds. */
export function judgeRound(diffs: RoundDiff[]): Judged[] {
  return diffs.map(({ id, facts }) => ({ ...scoreDifference(facts), id, cluster: null }))
}
