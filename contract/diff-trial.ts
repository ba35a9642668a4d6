import * as z from 'zod/mini'
import { Id } from './wire.ts'

/** Rounds of each site on which a change of a setting is tried. */
export const triedRounds = 15

/** Effect of a changed setting on the rows of stored rounds. */
export const TrialEffect = z.strictObject({
  sites: z.int(),
  /** Rounds judged again, the newest of each site. */
  rounds: z.int(),
  /** Rows worth a review in them, a cluster counted once, without and with the change. */
  rows_before: z.int(),
  rows_after: z.int(),
  /** Rows that would appear, and rows that would be missing. */
  more: z.int(),
  fewer: z.int(),
  /** Rows that stay, with a higher or a lower score. */
  raised: z.int(),
  lowered: z.int(),
  /** Missing rows that a user marked as important; null for roles that do not review. */
  important: z.nullable(z.int()),
  examples: z.array(
    z.strictObject({
      effect: z.enum(['more', 'fewer', 'raised', 'lowered']),
      /** Null for roles that do not review, and if there is no difference yet. */
      diff_id: z.nullable(Id),
      page: z.strictObject({ id: Id, url: z.string(), title: z.nullable(z.string()) }),
      round: z.int(),
      line: z.nullable(z.string()),
      /** Null if it is no row before, or after. */
      score_before: z.nullable(z.int()),
      score_after: z.nullable(z.int()),
    }),
  ),
  /** Rounds beyond the limits of the trial, and differences whose texts were not read or are no longer stored. */
  untried_rounds: z.int(),
  untried_texts: z.int(),
  lost_texts: z.int(),
})
export type TrialEffect = z.output<typeof TrialEffect>
