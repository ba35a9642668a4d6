import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mergeEntities } from './registry.ts'
import { editors } from './role.ts'
import { engName, Id, IdParams, Instant, listQuery, maxInteger, PathId, pageOf, Ref, Text } from './wire.ts'

export const MergeEntity = z.enum(mergeEntities)
export type MergeEntity = z.output<typeof MergeEntity>

export const duplicateStates = ['open', 'same', 'different', 'unsure'] as const
export const DuplicateState = z.enum(duplicateStates)

/** Evidence for or against two records being one; `weight` is its contribution to the score. */
export const duplicateReasons = [
  'same_name',
  'same_words',
  'similar_name',
  'alias',
  'same_script_change',
  'same_identifier',
  'same_host',
  'same_contact',
  'same_date',
  'near_date',
  'same_place',
  'same_og',
  'same_label',
  'other_identifier',
  'other_date',
  'other_region',
  'other_place',
] as const
export const DuplicateReason = z.strictObject({
  code: z.enum(duplicateReasons),
  /** The compared values, exactly as in the two records. */
  a: z.nullable(z.string()),
  b: z.nullable(z.string()),
  weight: z.number(),
})
export type DuplicateReason = z.output<typeof DuplicateReason>

const Side = z.strictObject({
  id: Id,
  name: z.string(),
  ...engName,
  icon: z.nullable(z.string()),
  /** One line that distinguishes records of the same name: position, host, date and place. */
  detail: z.nullable(z.string()),
  region: z.optional(z.nullable(z.string())),
  updated_at: Instant,
})

/** Two records that may be one. The pair is visible only to users who may read both. */
export const Duplicate = z.strictObject({
  id: Id,
  noun: MergeEntity,
  a: Side,
  b: Side,
  /** 0 to 100. */
  score: z.int(),
  reasons: z.array(DuplicateReason),
  state: DuplicateState,
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Instant),
  note: z.nullable(z.string()),
  /** Allowed only if this user may change both records. */
  can: z.array(z.enum(['decide', 'merge'])),
})
export type Duplicate = z.output<typeof Duplicate>

export const listDuplicates = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/duplicate',
  roles: editors,
  summary: 'Possible duplicates, most likely first',
  query: z.strictObject({
    ...listQuery(['score', 'decided_at']),
    noun: MergeEntity,
    state: z._default(DuplicateState, 'open'),
    /** Pairs with this record. */
    record: z.optional(PathId),
  }),
  reply: pageOf(Duplicate),
  errors: ['invalid'],
})

export const decideDuplicate = endpoint({
  method: 'PUT',
  path: '/v1/duplicate/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Save the decision on a pair; `open` withdraws it',
  params: IdParams,
  body: z.strictObject({ state: DuplicateState, note: z.optional(z.nullable(Text(500))) }),
  reply: Duplicate,
  errors: ['invalid', 'not_found', 'forbidden'],
})

export const DuplicateRun = z.strictObject({
  running: z.boolean(),
  checked_at: z.nullable(Instant),
  /** Readable records that changed and have not been compared since. */
  waiting: z.int(),
})

export const findDuplicates = endpoint({
  method: 'POST',
  path: '/v1/duplicate/find',
  roles: editors,
  bound: 'trial',
  summary: 'Search for duplicates among records changed since the last search, in the background',
  body: z.strictObject({ noun: MergeEntity }),
  reply: DuplicateRun,
  errors: ['invalid'],
})

export const getDuplicateRun = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/duplicate/find',
  roles: editors,
  summary: 'Whether a search for duplicates is running, and the time up to which records are covered',
  query: z.strictObject({ noun: MergeEntity }),
  reply: DuplicateRun,
  errors: ['invalid'],
})

/** A completed merge; `can` contains whether this user may undo it now. */
export const Merge = z.strictObject({
  id: Id,
  noun: MergeEntity,
  target: z.extend(Ref, engName),
  sources: z.array(z.extend(Ref, engName)),
  done_by: z.nullable(z.string()),
  done_at: Instant,
  undone_at: z.nullable(Instant),
  can: z.array(z.enum(['undo'])),
})
export type Merge = z.output<typeof Merge>

export const mergeRecords = endpoint({
  method: 'POST',
  path: '/v1/merge',
  roles: editors,
  bound: 'bulk',
  summary:
    'Merge records: the target stays, and takes the chosen fields and all links; the others are marked as merged into it',
  body: z.strictObject({
    noun: MergeEntity,
    target_id: Id,
    target_rev: z.int().check(z.nonnegative(), z.maximum(maxInteger)),
    sources: z
      .array(z.strictObject({ id: Id, rev: z.int().check(z.nonnegative(), z.maximum(maxInteger)) }))
      .check(z.minLength(1), z.maxLength(50)),
    /**
     * Field → id of the record whose value is used; other fields keep the target's value. Lists (`aliases`, `labels`,
     * …) accept `all`.
     */
    fields: z.record(z.string().check(z.maxLength(60)), z.union([Id, z.literal('all')])),
  }),
  reply: Merge,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const listMerges = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/merge',
  roles: editors,
  summary: 'Merges, newest first',
  query: z.strictObject({ ...listQuery(['done_at']), noun: z.optional(MergeEntity), record: z.optional(PathId) }),
  reply: pageOf(Merge),
  errors: ['invalid'],
})

export const undoMerge = endpoint({
  method: 'POST',
  path: '/v1/merge/{id}/undo',
  roles: editors,
  bound: 'bulk',
  summary: 'Undo a merge: records, values and links are restored; values changed since stay and are reported',
  params: IdParams,
  reply: z.strictObject({ merge: Merge, kept: z.array(z.string()) }),
  errors: ['not_found', 'forbidden', 'wrong_state'],
})
