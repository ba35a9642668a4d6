import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Credibility, Evidence, ReadableEvidence, SourceSummary } from './evidence.ts'
import { entityNames, linkEntities } from './registry.ts'
import { editors, ogReaders } from './role.ts'
import { Id, IdParams, Instant, Nothing, PathId, Repeated, Required, Rev } from './wire.ts'

export { credibilities, Evidence, type RowEvidence } from './evidence.ts'

/** Entities that claims are about: records with a schema, and links between records. */
export const ClaimEntity = z.enum([...entityNames, ...linkEntities])
export type ClaimEntity = z.output<typeof ClaimEntity>

/** The source of a statement, with its credibility and evidence. */
export const Provenance = z.strictObject({
  source_id: Id,
  credibility: z.optional(z.nullable(Credibility)),
  evidence: z.optional(z.array(Evidence).check(z.maxLength(20))),
})
export type Provenance = z.output<typeof Provenance>

/** The source of the values in the same request. */
export const provenanceFields = { said: z.optional(Provenance) }

export const Claim = z.strictObject({
  id: Id,
  field: z.string(),
  /** The field's value; for a list, one of its items. */
  value: z.unknown(),
  /** Whether the record shows this value. */
  is_shown: z.boolean(),
  /** Null if the reader may not see the source. */
  source: z.nullable(SourceSummary),
  /** Sources that repeat one another share a number, counted from 1 within this reply. One origin counts once. */
  origin: z.int(),
  credibility: z.nullable(Credibility),
  evidence: z.array(ReadableEvidence),
  first_seen_at: Instant,
  last_seen_at: Instant,
  /** Null if the source is withheld; the instants are then rounded to the day. */
  stated_by: z.nullable(Id),
  /** Set when the claim was taken back or its source was withdrawn: it then supports nothing. */
  withdrawn_at: z.nullable(Instant),
})
export type Claim = z.output<typeof Claim>

/** `none`: no source; `unsupported`: all its claims were withdrawn; `disputed`: a claim contradicts it. */
export const factStates = ['none', 'supported', 'disputed', 'unsupported'] as const

export const FactSupport = z.strictObject({
  field: z.string(),
  state: z.enum(factStates),
  /** Number of distinct origins of the shown value. */
  origins: z.int(),
})
export type FactSupport = z.output<typeof FactSupport>

/**
 * Why a value is shown: a person decided it (`decided`); no claim states another (`only`); its best claim has priority
 * over the others (by `priority`, `credibility`, `reliability` or `recency`); or it was there before (`kept`), and the
 * rule would choose another value or has no claims to choose from.
 */
export const choiceReasons = ['decided', 'only', 'priority', 'credibility', 'reliability', 'recency', 'kept'] as const

/** The choice of a value, for a field with one value. */
export const FieldChoice = z.strictObject({
  field: z.string(),
  reason: z.enum(choiceReasons),
  /** The user who decided, and when; null if no one decided or the user no longer exists. */
  decided_by: z.nullable(Id),
  decided_at: z.nullable(Instant),
  /** The value that the rule would show without a decision; null if no claim counts. */
  ruled: z.unknown(),
})
export type FieldChoice = z.output<typeof FieldChoice>

export const listFacts = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/claim/fact',
  roles: ogReaders,
  summary: 'Support of each value that a record shows; fields without statements are omitted',
  query: z.strictObject({ noun: ClaimEntity, record_id: PathId }),
  reply: z.strictObject({ facts: z.array(FactSupport) }),
  errors: ['invalid', 'not_found'],
})

export const listClaims = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/claim',
  roles: ogReaders,
  summary: 'Statements about a record by field, and their support of each value shown',
  query: z.strictObject({ noun: ClaimEntity, record_id: PathId }),
  reply: z.strictObject({ items: z.array(Claim), facts: z.array(FactSupport), choices: z.array(FieldChoice) }),
  errors: ['invalid', 'not_found'],
})

/** How well a link is supported, over all claims about it. */
export const LinkSupport = z.strictObject({ state: z.enum(factStates), origins: z.int() })
export type LinkSupport = z.output<typeof LinkSupport>

/** How well each of these links is supported. Links without claims are left out. */
export const listLinkSupports = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/claim/link',
  roles: ogReaders,
  summary: 'Number of independent origins of each of these links, and where they disagree',
  query: z.strictObject({
    noun: z.enum(linkEntities),
    record_id: Repeated(PathId).check(z.maxLength(200)),
  }),
  reply: z.strictObject({
    items: z.array(z.extend(LinkSupport, { record_id: Id })),
  }),
  errors: ['invalid'],
})

export const stateClaims = endpoint({
  method: 'POST',
  path: '/v1/claim',
  roles: editors,
  bound: 'write',
  summary: 'State values of a record with attribution; `is_shown` makes the record show them',
  body: z.strictObject({
    noun: ClaimEntity,
    record_id: Id,
    values: z.record(Required(60), z.unknown()),
    said: Provenance,
    is_shown: z.boolean(),
    rev: Rev,
  }),
  reply: z.strictObject({ stated: z.int() }),
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const decideClaim = endpoint({
  method: 'POST',
  path: '/v1/claim/decide',
  roles: editors,
  bound: 'write',
  summary: 'Pin the value that a field shows, or let the conflict rule choose it again immediately',
  body: z.strictObject({ noun: ClaimEntity, record_id: Id, field: Required(60), is_kept: z.boolean(), rev: Rev }),
  reply: z.strictObject({ value: z.unknown() }),
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const withdrawClaim = endpoint({
  method: 'POST',
  path: '/v1/claim/{id}/withdraw',
  roles: editors,
  bound: 'write',
  summary: 'Withdraw a claim: it stays readable, and supports no value',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})

export const reinstateClaim = endpoint({
  method: 'POST',
  path: '/v1/claim/{id}/reinstate',
  roles: editors,
  bound: 'write',
  summary: 'Restore a withdrawn claim, so that it supports its value again',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})
