import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { listKinds } from './list.api.ts'
import { partyEntities } from './registry.ts'
import { editors } from './role.ts'
import { Id, PathId, Repeated } from './wire.ts'

/**
 * Status of a party by decisions and open hits. `sanctioned`: the same as an entry of a sanctions list that blocks it.
 * `partial`: the same as one that restricts some dealings with it, which the 50 % rule does not count. `listed`: the
 * same as an entry of a list of another kind.
 */
export const sanctionLevels = ['sanctioned', 'partial', 'listed'] as const
export type SanctionLevel = (typeof sanctionLevels)[number]

/**
 * `reopened`: a change reopened a decision "same", which counts until the next decision. `removed`: the entry of a
 * decision "same" left its list, and the decision no longer counts.
 */
export const lapseReasons = ['reopened', 'removed'] as const

const StatusList = z.strictObject({
  screening_id: Id,
  id: Id,
  name: z.string(),
  kind: z.enum(listKinds),
  level: z.nullable(z.enum(sanctionLevels)),
  lapse: z.nullable(z.enum(lapseReasons)),
})
export type StatusList = z.output<typeof StatusList>

export const SanctionStatus = z.strictObject({
  noun: z.enum(partyEntities),
  id: Id,
  /** The gravest level in force; null if there are only open hits, or the entry of a decision left its list. */
  level: z.nullable(z.enum(sanctionLevels)),
  lists: z.array(StatusList),
  /** Hits that wait for a decision. */
  open: z.int(),
})
export type SanctionStatus = z.output<typeof SanctionStatus>

export const listStandings = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/standing',
  roles: editors,
  summary: 'Parties that are on a list by decision, or possibly; only readable parties with hits',
  query: z.strictObject({ og: z.optional(Repeated(PathId)), person: z.optional(Repeated(PathId)) }),
  reply: z.strictObject({ items: z.array(SanctionStatus) }),
  errors: ['invalid'],
})
