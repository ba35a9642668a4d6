import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IdentifierRead } from './identifier.ts'
import { ListEntry, listKinds } from './list.ts'
import { partyNouns } from './noun.ts'
import { DangerLevelValue } from './og-card.ts'
import { editors } from './role.ts'
import { Id, IdParams, Instant, listQuery, PathId, pageOf, QueryBool, Ref, Repeated, Rev, Text } from './wire.ts'

/**
 * What people said of a pair. `proposed`: different by one person, and waits for another, where the team asks for that.
 */
export const screeningStates = ['open', 'proposed', 'unsure', 'same', 'different'] as const
export type ScreeningState = (typeof screeningStates)[number]

/** Why a pair is the same or is not. */
export const screeningReasons = ['name', 'birth_date', 'country', 'number', 'sex', 'role', 'other'] as const

/** One reason for a score; `points` of all of them add up to it. */
export const MatchFeature = z.strictObject({
  code: z.string(),
  /** What of our record was compared, and what of the entry. */
  a: z.string(),
  b: z.string(),
  points: z.number(),
})
export type MatchFeature = z.output<typeof MatchFeature>

/** A party as names are compared: of a record, or of an entry. */
export const ComparedParty = z.strictObject({
  names: z.array(z.string()),
  dates: z.array(z.string()),
  countries: z.array(z.string()),
  sex: z.nullable(z.string()),
  numbers: z.array(z.strictObject({ scheme: z.string(), value: z.string() })),
})
export type ComparedParty = z.output<typeof ComparedParty>

/** What “same” wrote into the record, for it stays when the decision is taken back. `level`: the one before. */
export const ScreeningApplied = z.strictObject({
  level: z.nullable(DangerLevelValue),
  names: z.array(z.string()),
  numbers: z.array(IdentifierRead),
})
export type ScreeningApplied = z.output<typeof ScreeningApplied>

/** What “same” would write into the record: what the entry says and the record lacks. */
export const ScreeningProposal = z.extend(ScreeningApplied, {
  /** Who says so; null where the list has no source or the asker may not read it: then nobody is named. */
  source: z.nullable(Ref),
})
export type ScreeningProposal = z.output<typeof ScreeningProposal>

/** What an entry of a sanctions list does to its party: blocks it, restricts some dealings with it, or names it for another reason. */
export const entryRestrictions = ['blocking', 'partial', 'none'] as const

export const Screening = z.strictObject({
  id: Id,
  rev: z.int(),
  list: z.extend(Ref, { kind: z.enum(listKinds) }),
  /** Null of a list of another kind. */
  restriction: z.nullable(z.enum(entryRestrictions)),
  /** The list has the entry now. */
  is_in_force: z.boolean(),
  /** Where hits are folded by record: how many more this record has. */
  more: z.optional(z.int()),
  noun: z.enum(partyNouns),
  record: Ref,
  /** The entry’s first name. */
  caption: z.string(),
  entry_key: z.string(),
  /** 0 to 1. */
  score: z.number(),
  features: z.array(MatchFeature),
  state: z.enum(screeningStates),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  decided_by: z.nullable(Id),
  decided_by_name: z.nullable(z.string()),
  decided_at: z.nullable(Instant),
  /** What was decided, also of one that is open again; null where nothing was. */
  decided_state: z.nullable(z.enum(screeningStates)),
  /** With which version of the scores it was decided; null where nothing was, or nobody knows. */
  decided_rule: z.nullable(z.int()),
  applied: z.nullable(ScreeningApplied),
  /** Fields that changed since it was decided, for which it was opened again: `record.names`, `entry.dates` … */
  reopened: z.array(z.string()),
  /** The entry is on the list no more, or does not come near any more; kept for what was decided. */
  is_gone: z.boolean(),
  found_at: Instant,
  updated_at: Instant,
  /** Only who may change the record decides what it is. */
  can: z.array(z.enum(['decide'])),
})
export type Screening = z.output<typeof Screening>

/** Both sides field by field, as they were compared, and all that the list says. */
export const ScreeningDetail = z.extend(Screening, {
  party: ComparedParty,
  entry_party: ComparedParty,
  entry: ListEntry,
  /** Both sides as they were when it was decided. */
  decided: z.nullable(z.strictObject({ party: ComparedParty, entry_party: ComparedParty })),
  proposal: ScreeningProposal,
  /** It reaches the score from which hits are strong. */
  is_strong: z.boolean(),
  /** The asker’s “different” would only be proposed: a strong hit, and the team asks for two people. */
  needs_second: z.boolean(),
})
export type ScreeningDetail = z.output<typeof ScreeningDetail>

export const ScreeningFilter = z.strictObject({
  state: z.optional(Repeated(z.enum(screeningStates))),
  list_id: z.optional(Repeated(PathId)),
  list_kind: z.optional(Repeated(z.enum(listKinds))),
  noun: z.optional(z.enum(partyNouns)),
  record_id: z.optional(PathId),
  /** Only those opened again because something changed. */
  reopened: z.optional(QueryBool),
  /** Those whose entry is gone from the list, or all others. */
  gone: z.optional(QueryBool),
  keyword: z.optional(Text(200)),
})

export const listScreenings = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/screening',
  roles: editors,
  summary: 'Records that may be on a list, the likeliest first; only those that the asker may read',
  query: z.extend(ScreeningFilter, {
    ...listQuery(['score', 'found_at', 'updated_at']),
    /** One row for each record: its first hit in the order, with how many more match. */
    fold: z.optional(QueryBool),
  }),
  reply: pageOf(Screening),
  errors: ['invalid'],
})

export const countScreenings = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/screening/count',
  roles: editors,
  summary:
    'How many pairs of those that the asker may read are in each state; of the open ones, only those still on a list',
  query: ScreeningFilter,
  reply: z.strictObject({
    open: z.int(),
    proposed: z.int(),
    unsure: z.int(),
    same: z.int(),
    different: z.int(),
    /** Of the open ones, those opened again. */
    reopened: z.int(),
  }),
  errors: ['invalid'],
})

export const getScreening = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/screening/{id}',
  roles: editors,
  summary: 'One pair with both sides, field by field',
  params: IdParams,
  reply: ScreeningDetail,
  errors: ['not_found'],
})

export const decideScreening = endpoint({
  method: 'PUT',
  path: '/v1/screening/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Say whether a record is the entry; `open` takes the decision back, and what it wrote into the record stays',
  params: IdParams,
  body: z.strictObject({
    state: z.enum(['open', 'unsure', 'same', 'different']),
    reason: z.optional(z.nullable(z.enum(screeningReasons))),
    note: z.optional(z.nullable(Text(2000))),
    /** With `same`: what of the proposal is written into the record; what it no longer proposes is left out. */
    apply: z.optional(
      z.strictObject({
        level: z.boolean(),
        names: z.array(Text(200)).check(z.maxLength(100)),
        /** Their keys, as `identifierKey` makes them. */
        numbers: z.array(Text(500)).check(z.maxLength(100)),
      }),
    ),
    rev: Rev,
  }),
  reply: Screening,
  errors: ['invalid', 'not_found', 'stale', 'forbidden'],
})

export const undoScreening = endpoint({
  method: 'POST',
  path: '/v1/screening/{id}/undo',
  roles: editors,
  bound: 'write',
  summary:
    'Take one’s own last decision back: who decided before, and for what it was open again, stands as it did; what “same” wrote into the record stays',
  params: IdParams,
  body: z.strictObject({ rev: Rev }),
  reply: Screening,
  errors: ['invalid', 'not_found', 'stale', 'forbidden', 'wrong_state'],
})
