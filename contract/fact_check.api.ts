import * as z from 'zod/mini'
import { Provenance } from './claim.api.ts'
import { endpoint } from './endpoint.ts'
import { entityNames } from './registry.ts'
import { editors, ogReaders } from './role.ts'
import { Expected, Id, IdParams, Instant, listQuery, PathId, pageOf, QueryBool, Ref, Repeated, Text } from './wire.ts'

const EntityValue = z.enum(entityNames)

/**
 * `unsupported`: all its sources were withdrawn; `disputed`: a source contradicts it; `over_owned`: the minimum shares
 * of its owners (those that the reader may read) exceed 100 %.
 */
export const factCheckKinds = ['unsupported', 'disputed', 'over_owned'] as const
export type FactCheckKind = (typeof factCheckKinds)[number]
export const FactCheckKind = z.enum(factCheckKinds)

const Counterclaim = z.strictObject({
  id: Id,
  value: z.unknown(),
  /** Null if the reader may not see the source. */
  source: z.nullable(Ref),
  /** When the claim or its source was withdrawn. */
  withdrawn_at: z.nullable(Instant),
})

/** A fact that needs a check. */
export const FactCheck = z.strictObject({
  id: Id,
  kind: FactCheckKind,
  noun: EntityValue,
  record_id: Id,
  rev: z.int(),
  title: z.string(),
  /** A field of the record; `owners` for `over_owned`. */
  field: z.string(),
  /** The value that the record shows; for a list, the item; for `over_owned`, the sum in percent. */
  value: z.unknown(),
  /** The first few claims that cause the check: withdrawn or contradicting ones. */
  claims: z.array(Counterclaim),
  claim_count: z.int(),
  since: Instant,
  /** A user checked it and keeps it as it is, until a claim changes. */
  settled_at: z.nullable(Instant),
  settled_by: z.nullable(Id),
  note: z.nullable(z.string()),
  can: z.array(z.enum(['update'])),
})
export type FactCheck = z.output<typeof FactCheck>

const filter = {
  kind: z.optional(Repeated(FactCheckKind)),
  noun: z.optional(Repeated(EntityValue)),
  /** Facts that need a check because of claims of these sources; none for a source that the reader may not see. */
  source: z.optional(Repeated(PathId)),
  record_id: z.optional(PathId),
  settled: z.optional(QueryBool),
  keyword: z.optional(Text(200)),
}
export const FactCheckFilter = z.strictObject(filter)
export type FactCheckFilter = z.output<typeof FactCheckFilter>

export const listFactChecks = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/fact_check',
  roles: ogReaders,
  summary: 'Facts to check in readable records: unsupported values, conflicting sources, or owners of more than 100 %',
  query: z.strictObject({ ...listQuery(['since']), ...filter }),
  reply: pageOf(FactCheck),
  errors: ['invalid'],
})

/**
 * `state` adds another source to the shown value, `clear` removes the value, `rule` lets the rule choose, `settle`
 * keeps it as it is.
 */
export const factCheckActs = ['state', 'clear', 'rule', 'settle', 'reopen'] as const

export const bulkFactCheck = endpoint({
  method: 'POST',
  path: '/v1/fact_check/bulk',
  roles: editors,
  bound: 'bulk',
  summary: 'Bulk action on facts to check: those named, or all that match a filter if their number is as expected',
  body: z.strictObject({
    act: z.enum(factCheckActs),
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1_000))),
    filter: z.optional(FactCheckFilter),
    expected: Expected,
    /** Required by `state`. */
    said: z.optional(Provenance),
    /** Stored by `settle`. */
    note: z.optional(z.nullable(Text(500))),
  }),
  reply: z.strictObject({ done: z.int(), refused: z.int(), ids: z.optional(z.array(Id)) }),
  errors: ['invalid', 'count_changed'],
})

/** A claim as its source's page shows it. */
export const SourceClaim = z.strictObject({
  id: Id,
  noun: EntityValue,
  record_id: Id,
  title: z.string(),
  field: z.string(),
  value: z.unknown(),
  last_seen_at: Instant,
  withdrawn_at: z.nullable(Instant),
})
export type SourceClaim = z.output<typeof SourceClaim>

export const listSourceClaims = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/source/{id}/claim',
  roles: ogReaders,
  summary: 'Statements of a source about readable records, latest first',
  params: IdParams,
  query: z.strictObject(listQuery(['id'])),
  reply: pageOf(SourceClaim),
  errors: ['invalid', 'not_found'],
})
