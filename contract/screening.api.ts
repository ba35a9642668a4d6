import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { DangerLevelValue } from './entities/og.schema.ts'
import { IdentifierRead } from './identifier.api.ts'
import { ListEntry, listKinds } from './list.api.ts'
import { partyEntities } from './registry.ts'
import { editors } from './role.ts'
import {
  engName,
  Id,
  IdParams,
  Instant,
  listQuery,
  PathId,
  pageOf,
  QueryBool,
  Ref,
  Repeated,
  Rev,
  Text,
} from './wire.ts'

/**
 * Decisions on a pair. `proposed`: one person marked it as different, and it waits for a second person's confirmation,
 * if the team requires one.
 */
export const screeningStates = ['open', 'proposed', 'unsure', 'same', 'different'] as const
export type ScreeningState = (typeof screeningStates)[number]

/** Reasons for a pair being the same or different. */
export const screeningReasons = ['name', 'birth_date', 'country', 'number', 'sex', 'role', 'other'] as const

/** Reasons of a match. `contract/match-reason.ts` has their texts. */
export const matchReasonCodes = [
  'same_name',
  'same_words',
  'other_script',
  'similar_name',
  'partial_name',
  'translated_name',
  'weak_alias',
  'common_name',
  'same_number',
  'same_date',
  'near_date',
  'other_date',
  'same_country',
  'other_country',
  'same_sex',
  'other_sex',
  'other_kind',
] as const
export type MatchReasonCode = (typeof matchReasonCodes)[number]

/** One reason of a score; the `points` of all reasons add up to it. */
export const MatchFeature = z.strictObject({
  code: z.enum(matchReasonCodes),
  /** The compared values: of our record, and of the entry. */
  a: z.string(),
  b: z.string(),
  points: z.number(),
})
export type MatchFeature = z.output<typeof MatchFeature>

/** A party in the form in which names are compared: from a record, or from an entry. */
export const ComparedParty = z.strictObject({
  names: z.array(z.string()),
  dates: z.array(z.string()),
  countries: z.array(z.string()),
  sex: z.nullable(z.string()),
  numbers: z.array(z.strictObject({ scheme: z.string(), value: z.string() })),
})
export type ComparedParty = z.output<typeof ComparedParty>

/** Changes that “same” made to the record; they stay if the decision is undone. `level`: the previous one. */
export const ScreeningApplied = z.strictObject({
  level: z.nullable(DangerLevelValue),
  names: z.array(z.string()),
  numbers: z.array(IdentifierRead),
})
export type ScreeningApplied = z.output<typeof ScreeningApplied>

/** Changes that “same” would make to the record: data of the entry that the record lacks. */
export const ScreeningProposal = z.extend(ScreeningApplied, {
  /** The source of the list; null if it has none or the caller may not read it, in which case no source is named. */
  source: z.nullable(Ref),
})
export type ScreeningProposal = z.output<typeof ScreeningProposal>

/**
 * The effect of a sanctions list's entry on its party: it blocks the party, restricts some dealings with it, or names
 * it for another reason.
 */
export const entryRestrictions = ['blocking', 'partial', 'none'] as const

export const Screening = z.strictObject({
  id: Id,
  rev: z.int(),
  list: z.extend(Ref, { kind: z.enum(listKinds) }),
  /** Null for a list of another kind. */
  restriction: z.nullable(z.enum(entryRestrictions)),
  /** Whether the list contains the entry now. */
  is_in_force: z.boolean(),
  /** If hits are folded by record: the number of further hits of this record. */
  more: z.optional(z.int()),
  noun: z.enum(partyEntities),
  record: z.extend(Ref, engName),
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
  /** The last decision, even if the hit was reopened; null if there was none. */
  decided_state: z.nullable(z.enum(screeningStates)),
  /** Version of the scoring rule at the decision; null if there was no decision or the version is unknown. */
  decided_rule: z.nullable(z.int()),
  applied: z.nullable(ScreeningApplied),
  /** Fields that changed after the decision and reopened the hit: `record.names`, `entry.dates` … */
  reopened: z.array(z.string()),
  /** The entry left the list, or no longer matches; the hit is stored because of its decision. */
  is_gone: z.boolean(),
  found_at: Instant,
  updated_at: Instant,
  /** Deciding requires write access to the record. */
  can: z.array(z.enum(['decide'])),
})
export type Screening = z.output<typeof Screening>

/** Both sides field by field, as they were compared, and the complete entry of the list. */
export const ScreeningDetail = z.extend(Screening, {
  party: ComparedParty,
  entry_party: ComparedParty,
  entry: ListEntry,
  /** Both sides at the time of the decision. */
  decided: z.nullable(z.strictObject({ party: ComparedParty, entry_party: ComparedParty })),
  proposal: ScreeningProposal,
  /** Whether the score reaches the threshold of strong hits. */
  is_strong: z.boolean(),
  /**
   * Whether the caller’s “different” would only be a proposal, because the hit is strong and the team requires two
   * people.
   */
  needs_second: z.boolean(),
})
export type ScreeningDetail = z.output<typeof ScreeningDetail>

export const ScreeningFilter = z.strictObject({
  state: z.optional(Repeated(z.enum(screeningStates))),
  list_id: z.optional(Repeated(PathId)),
  list_kind: z.optional(Repeated(z.enum(listKinds))),
  noun: z.optional(z.enum(partyEntities)),
  record_id: z.optional(PathId),
  /** Only hits that a change reopened. */
  reopened: z.optional(QueryBool),
  /** Hits whose entry left the list, or all others. */
  gone: z.optional(QueryBool),
  keyword: z.optional(Text(200)),
})

export const listScreenings = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/screening',
  roles: editors,
  summary:
    'Possible matches of records with list entries, best matches first; only records that the requester may read',
  query: z.extend(ScreeningFilter, {
    ...listQuery(['score', 'found_at', 'updated_at']),
    /** One row per record: its first hit in the sort order, with the number of further matches. */
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
  summary: 'Number of readable pairs by state; open ones only if the entry is still on a list',
  query: ScreeningFilter,
  reply: z.strictObject({
    open: z.int(),
    proposed: z.int(),
    unsure: z.int(),
    same: z.int(),
    different: z.int(),
    /** The number of reopened hits among the open ones. */
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
  summary:
    'Decide whether a record is the entry; `open` withdraws the decision, and values that it wrote into the record stay',
  params: IdParams,
  body: z.strictObject({
    state: z.enum(['open', 'unsure', 'same', 'different']),
    reason: z.optional(z.nullable(z.enum(screeningReasons))),
    note: z.optional(z.nullable(Text(2000))),
    /** With `same`: parts of the proposal to write into the record. Values that are no longer proposed are left out. */
    apply: z.optional(
      z.strictObject({
        level: z.boolean(),
        names: z.array(Text(200)).check(z.maxLength(100)),
        /** Their keys, as `identifierKey` returns them. */
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
    'Undo one’s own last decision: the previous decision or open state is restored; values that “same” wrote into the record stay',
  params: IdParams,
  body: z.strictObject({ rev: Rev }),
  reply: Screening,
  errors: ['invalid', 'not_found', 'stale', 'forbidden', 'wrong_state'],
})
