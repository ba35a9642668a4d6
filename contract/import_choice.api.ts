import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { entityNames } from './registry.ts'
import { editors } from './role.ts'
import { Id, Instant, listQuery, PathId, pageOf } from './wire.ts'

/**
 * Fate of a value in a file that differs from other sources: shown, or stored as a claim while the current value stays.
 */
export const importChoices = ['take', 'keep'] as const
export const ImportChoiceValue = z.enum(importChoices)

/**
 * Rule for deciding many values at once: take all, keep all, follow the value rule based on the sources alone
 * (`priority`), or use the latest statement (`newest`). `none` removes decisions, which restores the automatic result.
 */
export const choiceRules = [...importChoices, 'priority', 'newest', 'none'] as const
export const ChoiceRule = z.enum(choiceRules)
export type ChoiceRule = z.output<typeof ChoiceRule>

/** The origin of the shown value: a person, a source by its id, or a source that the reader may not see. */
export const ChoiceBy = z.string().check(z.maxLength(10), z.regex(/^(person|withheld|[1-9]\d{0,9})$/))

/** A value of a file that differs from a person's decision or another source. */
export const ImportChoice = z.strictObject({
  id: Id,
  /** Row of the file. */
  n: z.int(),
  noun: z.enum(entityNames),
  record_id: Id,
  title: z.string(),
  field: z.string(),
  /** The value that the record showed at the dry run; null if none. */
  shown: z.unknown(),
  by: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('person'), user_id: z.nullable(Id), at: z.nullable(Instant) }),
    /** `id` and `name` are null if the source is withheld. */
    z.strictObject({
      kind: z.literal('source'),
      id: z.nullable(Id),
      name: z.nullable(z.string()),
      at: z.nullable(Instant),
    }),
  ]),
  value: z.unknown(),
  /** The result if no one decides. */
  rule: ImportChoiceValue,
  choice: z.nullable(ImportChoiceValue),
})
export type ImportChoice = z.output<typeof ImportChoice>

/** The import that is meant: exactly one of the two. */
const importFields = { import: z.optional(PathId), interchange: z.optional(PathId) }
const filter = {
  noun: z.optional(z.enum(entityNames)),
  field: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  by: z.optional(ChoiceBy),
  /** `open`: not decided yet. */
  choice: z.optional(z.enum(['open', ...importChoices])),
}
export type ChoiceFilter = z.output<z.ZodMiniObject<typeof filter>>

/** How many values differ, and the current outcome for them. */
export const ChoiceCounts = z.strictObject({
  /** The import is checked and not yet written, so decisions take effect. */
  can: z.array(z.enum(['decide'])),
  file_name: z.string(),
  /** The entity of the file; null for files with several. */
  noun: z.nullable(z.enum(entityNames)),
  total: z.int(),
  records: z.int(),
  take: z.int(),
  keep: z.int(),
  /** The number of undecided values among all of them. */
  open: z.int(),
  fields: z.array(z.strictObject({ noun: z.enum(entityNames), field: z.string(), count: z.int() })),
  by: z.array(z.strictObject({ by: ChoiceBy, name: z.nullable(z.string()), count: z.int() })),
})
export type ChoiceCounts = z.output<typeof ChoiceCounts>

export const listImportChoices = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/import_choice',
  roles: editors,
  summary: 'Values of one’s own import that differ from other sources, with the decision on each',
  query: z.strictObject({ ...listQuery(['n']), ...importFields, ...filter }),
  reply: pageOf(ImportChoice),
  errors: ['invalid', 'not_found'],
})

export const countImportChoices = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/import_choice/count',
  roles: editors,
  summary: 'Number of an import’s values that differ from other sources, by field and by source',
  query: z.strictObject(importFields),
  reply: ChoiceCounts,
  errors: ['invalid', 'not_found'],
})

export const decideImportChoices = endpoint({
  method: 'POST',
  path: '/v1/import_choice/decide',
  roles: editors,
  bound: 'write',
  summary:
    'Decide conflicting values, those named or all of a filter, one by one or by a rule; they are written with the import',
  body: z.strictObject({
    import: z.optional(Id),
    interchange: z.optional(Id),
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(1_000))),
    ...filter,
    rule: ChoiceRule,
  }),
  reply: z.strictObject({ decided: z.int() }),
  errors: ['invalid', 'not_found', 'wrong_state'],
})
