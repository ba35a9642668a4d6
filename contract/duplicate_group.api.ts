import * as z from 'zod/mini'
import { Duplicate, duplicateReasons, MergeEntity } from './duplicate.api.ts'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { Id, IdParams, Instant } from './wire.ts'

/** Features in which the two records of a pair agree or differ; `same_source`: one source has named both. */
export const groupReasons = [...duplicateReasons, 'same_source'] as const

/** Undecided pairs with the same features. */
export const DuplicateGroup = z.strictObject({
  /** Identifies the group: its reasons, in order, separated by spaces. */
  key: z.string(),
  reasons: z.array(z.enum(groupReasons)),
  /** Pairs of the group that this user may decide; and those of them whose records the user may merge. */
  count: z.int(),
  mergeable: z.int(),
  /** A few of the likeliest pairs. */
  sample: z.array(Duplicate),
})
export type DuplicateGroup = z.output<typeof DuplicateGroup>

export const groupActs = ['merge', 'different'] as const

/** A group that was decided at once; running → done → undoing → undone. */
export const DuplicateBatch = z.strictObject({
  id: Id,
  noun: MergeEntity,
  reasons: z.array(z.enum(groupReasons)),
  act: z.enum(groupActs),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  total: z.int(),
  /**
   * Pairs decided; pairs skipped because they had changed or may not be merged; pairs undone; pairs that could not be
   * undone.
   */
  done: z.int(),
  skipped: z.int(),
  undone: z.int(),
  stayed: z.int(),
  created_at: Instant,
  can: z.array(z.enum(['undo'])),
})
export type DuplicateBatch = z.output<typeof DuplicateBatch>

export const listDuplicateGroups = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/duplicate/group',
  roles: editors,
  summary: 'Undecided pairs grouped by their common criteria, largest group first; groups of at least two, at most 30',
  query: z.strictObject({ noun: MergeEntity }),
  reply: z.strictObject({ items: z.array(DuplicateGroup) }),
  errors: ['invalid'],
})

export const decideDuplicateGroup = endpoint({
  method: 'POST',
  path: '/v1/duplicate/group',
  roles: editors,
  bound: 'bulk',
  summary:
    'Decide all pairs of a group in the background: merge each pair into the older record, or mark the pairs as different',
  body: z.strictObject({
    noun: MergeEntity,
    key: z.string().check(z.minLength(1), z.maxLength(500)),
    act: z.enum(groupActs),
    /** The number of pairs that the user saw. If it differs from the current number, nothing is done. */
    expected: z.int().check(z.positive()),
  }),
  reply: DuplicateBatch,
  errors: ['invalid', 'not_found', 'stale'],
})

export const listDuplicateBatches = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/duplicate/batch',
  roles: editors,
  summary: 'One’s own latest decisions on groups, newest first, at most 10',
  query: z.strictObject({ noun: MergeEntity }),
  reply: z.strictObject({ items: z.array(DuplicateBatch) }),
  errors: ['invalid'],
})

export const undoDuplicateBatch = endpoint({
  method: 'POST',
  path: '/v1/duplicate/batch/{id}/undo',
  roles: editors,
  bound: 'bulk',
  summary: 'Undo a decision on a group: each merge is undone; later changes by others stay',
  params: IdParams,
  reply: DuplicateBatch,
  errors: ['not_found', 'wrong_state'],
})
