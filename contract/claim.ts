import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Credibility, Evidence, SeenEvidence, SourceShown } from './evidence.ts'
import { cardNouns, linkNouns } from './noun.ts'
import { editors, ogReaders } from './role.ts'
import { Id, IdParams, Instant, Nothing, PathId, Repeated, Required, Rev } from './wire.ts'

export { credibilities, Evidence, type RowEvidence } from './evidence.ts'

/** What claims are about: records with a card, and links between records. */
export const ClaimNoun = z.enum([...cardNouns, ...linkNouns])
export type ClaimNoun = z.output<typeof ClaimNoun>

/** Who says so, beside what is said. */
export const Said = z.strictObject({
  source_id: Id,
  credibility: z.optional(z.nullable(Credibility)),
  evidence: z.optional(z.array(Evidence).check(z.maxLength(20))),
})
export type Said = z.output<typeof Said>

/** Beside the values of a record that is saved: who says so. */
export const saidFields = { said: z.optional(Said) }

export const Claim = z.strictObject({
  id: Id,
  field: z.string(),
  /** The field's value; of a list, one of its items. */
  value: z.unknown(),
  /** The record shows this value. */
  is_shown: z.boolean(),
  /** Null: a source that the reader may not see. */
  source: z.nullable(SourceShown),
  /** Sources that repeat one another have the same number, from 1 within this answer: it counts once. */
  origin: z.int(),
  credibility: z.nullable(Credibility),
  evidence: z.array(SeenEvidence),
  first_seen_at: Instant,
  last_seen_at: Instant,
  /** Null where the source is withheld; its instants are then those of the day. */
  stated_by: z.nullable(Id),
  /** It was taken back, or its source was withdrawn: it supports nothing. */
  withdrawn_at: z.nullable(Instant),
})
export type Claim = z.output<typeof Claim>

/** `none`: nobody was named; `unsupported`: all who said so were taken back; `disputed`: somebody says otherwise. */
export const factStates = ['none', 'supported', 'disputed', 'unsupported'] as const

export const FactSupport = z.strictObject({
  field: z.string(),
  state: z.enum(factStates),
  /** Distinct origins of the value shown. */
  origins: z.int(),
})
export type FactSupport = z.output<typeof FactSupport>

/**
 * Why a value is shown: a person keeps it; nobody states another; by what its best claim goes before the others; or it
 * stood there before (`kept`), and the rule would show another or has nothing to go by.
 */
export const choiceReasons = ['decided', 'only', 'priority', 'credibility', 'reliability', 'recency', 'kept'] as const

/** Of a field with one value. */
export const Choice = z.strictObject({
  field: z.string(),
  reason: z.enum(choiceReasons),
  /** Who decided, and when; null where nobody did, or the user is gone. */
  decided_by: z.nullable(Id),
  decided_at: z.nullable(Instant),
  /** What the rule would show if nobody had decided; null where no claim counts. */
  ruled: z.unknown(),
})
export type Choice = z.output<typeof Choice>

export const listFacts = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/claim/fact',
  roles: ogReaders,
  summary: 'How well each value that a record shows is supported; fields of which nobody said anything are left out',
  query: z.strictObject({ noun: ClaimNoun, record_id: PathId }),
  reply: z.strictObject({ facts: z.array(FactSupport) }),
  errors: ['invalid', 'not_found'],
})

export const listClaims = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/claim',
  roles: ogReaders,
  summary: 'Who says what of a record, field by field, and what that makes of each value shown',
  query: z.strictObject({ noun: ClaimNoun, record_id: PathId }),
  reply: z.strictObject({ items: z.array(Claim), facts: z.array(FactSupport), choices: z.array(Choice) }),
  errors: ['invalid', 'not_found'],
})

/** How well a link is supported, all that is said of it taken together. */
export const LinkSupport = z.strictObject({ state: z.enum(factStates), origins: z.int() })
export type LinkSupport = z.output<typeof LinkSupport>

/** How well each of these links is supported; links of which nobody said anything are left out. */
export const listLinkSupports = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/claim/link',
  roles: ogReaders,
  summary: 'How many origins say so of each of these links, and where they differ',
  query: z.strictObject({
    noun: z.enum(linkNouns),
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
  summary: 'State values of a record with who says so; `is_shown` makes them what the record shows',
  body: z.strictObject({
    noun: ClaimNoun,
    record_id: Id,
    values: z.record(Required(60), z.unknown()),
    said: Said,
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
  summary: 'Keep the value that a field shows, whatever sources say, or let the rule choose it again, at once',
  body: z.strictObject({ noun: ClaimNoun, record_id: Id, field: Required(60), is_kept: z.boolean(), rev: Rev }),
  reply: z.strictObject({ value: z.unknown() }),
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const withdrawClaim = endpoint({
  method: 'POST',
  path: '/v1/claim/{id}/withdraw',
  roles: editors,
  bound: 'write',
  summary: 'Take a claim back: it stays to be read, and supports nothing',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})

export const reinstateClaim = endpoint({
  method: 'POST',
  path: '/v1/claim/{id}/reinstate',
  roles: editors,
  bound: 'write',
  summary: 'A claim that was taken back supports its value again',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})
