import type { DiffFacts } from './score.ts'

/** A difference of a complete round as stored: its id and its facts. */
export type RoundDiff = { id: number; facts: DiffFacts }
