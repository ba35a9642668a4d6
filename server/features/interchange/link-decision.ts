import type { PartyNoun } from '#contract/noun.ts'
import type { Judged } from './row-queries.ts'

/**
 * `ends` are the numbers of both records; `id` that of the link, where there is one to change; `from` what its first
 * end is; `party` for whom the member is there.
 */
export type LinkDecision = Judged & {
  ends: [number, number] | null
  id: number | null
  from?: PartyNoun
  party?: number | null
}
