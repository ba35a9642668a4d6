import type { PartyEntity } from '#contract/registry.ts'
import type { JudgedEntity } from './row.queries.ts'

/**
 * `ends`: ids of both records; `id`: the existing link to be changed, if any; `from`: entity of the first end; `party`:
 * the organisation that the member represents.
 */
export type LinkDecision = JudgedEntity & {
  ends: [number, number] | null
  id: number | null
  from?: PartyEntity
  party?: number | null
}
