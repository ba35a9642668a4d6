import type { DiffStatus } from '#contract/diff.api.ts'
import type { DiffLine } from './line.ts'
import type { DiffFacts } from './score.ts'

/**
 * A difference of a complete round as stored: its id, its facts, and the lines to choose from, if it has more than one.
 */
export type RoundDiff = {
  id: number
  page_id?: number
  facts: DiffFacts
  lines?: readonly DiffLine[] | null
  excerpt?: string | null
  status?: DiffStatus
}
