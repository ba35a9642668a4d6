import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dateOrders, layoutChoice, TableLayout } from './list-mapping.ts'
import { entityNames } from './registry.ts'
import { editors } from './role.ts'
import { Id, IdList, IdParams, Instant, listQuery, pageOf, QueryBool } from './wire.ts'

/** Entities that a file can be imported as. */
export const importEntities = entityNames
export const ImportEntity = z.enum(importEntities)

/**
 * parsing → mapping → checking → checked → running → done; failed and cancelled end the process early. After `done`,
 * `failed` or `cancelled` a new mapping restarts at checking.
 */
export const importStates = [
  'parsing',
  'mapping',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'cancelled',
] as const

/**
 * The dry run's result for a row. `repeated`: it refers to the same record as an earlier row, and the earlier row
 * counts.
 */
export const verdicts = ['new', 'changed', 'unchanged', 'repeated', 'wrong'] as const
export const ImportVerdict = z.enum(verdicts)

const FieldName = z.string().check(z.minLength(1), z.maxLength(60))

/**
 * A change that a row makes. `kept`: the row does not make it, because a person has decided the value, a better source
 * states it, or the importing user chose to keep the current value.
 */
export const HeldChange = z.strictObject({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  kept: z.optional(
    z.strictObject({
      why: z.enum(['decided', 'better', 'chosen']),
      /** The source's name; null for a person, or if it is withheld. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type HeldChange = z.output<typeof HeldChange>

export const ImportPlan = z.strictObject({
  /** Column index of the file → field; null leaves the column out. */
  mapping: z.array(z.nullable(FieldName)).check(z.maxLength(500)),
  /** Fields by which existing records are matched; the first field that matches wins. */
  match_on: z.array(FieldName).check(z.maxLength(20)),
  /** The same value for every row, for fields that no column fills. */
  constants: z.record(FieldName, z.string().check(z.maxLength(2000))),
  /**
   * Whether an invalid value is skipped and the rest of the row imported (unless the value is required or names the
   * record), or makes the whole row invalid.
   */
  on_wrong: z.enum(['skip_row', 'skip_value']),
  /** Whether an empty cell keeps the record's value or clears it. */
  on_empty: z.enum(['keep', 'clear']),
  /** Organisation names that a person has resolved: the organisation meant, or null to keep the name as text. */
  links: z.optional(z.record(z.string().check(z.maxLength(300)), z.nullable(Id))),
  /**
   * The source of the file's ids and statements, proposed from the file name; null creates a new source when the import
   * is written.
   */
  source_id: z.optional(z.nullable(Id)),
  /**
   * Fields whose values are imported even if a person has decided otherwise or a better source states another value.
   */
  take: z.optional(z.array(FieldName).check(z.maxLength(100))),
  /** Order of day and month in fields whose dates are ambiguous. */
  orders: z.optional(z.record(FieldName, z.enum(dateOrders))),
  /**
   * The meaning of words of the file in fields with fixed choices, by field: one of the choices, or `''` to skip the
   * word. `null` removes a stored meaning.
   */
  means: z.optional(
    z.record(FieldName, z.record(z.string().check(z.maxLength(200)), z.nullable(z.string().check(z.maxLength(200))))),
  ),
  /** Unreadable values are appended to the record's description, with the name of their column. */
  keep_unread: z.optional(z.boolean()),
  /** Addresses in a column of websites also become entrances, where crawling starts. */
  makes_entrances: z.optional(z.boolean()),
  /** Access of the records that the import creates. */
  read_user: IdList,
  write_user: IdList,
  read_group: z.optional(IdList),
  write_group: z.optional(IdList),
})
export type ImportPlan = z.output<typeof ImportPlan>

export const ImportField = z.strictObject({
  name: z.string(),
  /** In the caller's language. */
  label: z.string(),
  /** The criteria by which this field matches a record: an event's title includes its start and place. */
  match_label: z.string(),
  required: z.boolean(),
  can_match: z.boolean(),
  /** How cells are parsed; shown next to the field. */
  kind: z.enum([
    'text',
    'long_text',
    'list',
    'integer',
    'date',
    'region',
    'danger_level',
    'category',
    'host',
    'url',
    'number',
    'boolean',
    'time',
    'og_list',
    'status',
    'level',
  ]),
  /** The choices of a field with fixed values, in the caller's language. */
  choices: z.optional(z.array(z.strictObject({ value: z.string(), label: z.string() }))),
})

/** An organisation that a name may mean, with details that distinguish it from others of the same name. */
const Suggestion = z.strictObject({
  og_id: Id,
  og_name: z.string(),
  region: z.optional(z.nullable(z.string())),
  host: z.optional(z.nullable(z.string())),
  external_id: z.optional(z.nullable(z.string())),
  /** No other candidate is as likely. All clear suggestions can be accepted at once. */
  is_clear: z.optional(z.boolean()),
})

/** A name in the file and the organisation it resolves to; `none` stays text. */
export const LinkedName = z.strictObject({
  name: z.string(),
  count: z.int(),
  how: z.enum(['exact', 'alias', 'chosen', 'none']),
  og_id: z.nullable(Id),
  og_name: z.nullable(z.string()),
  suggestions: z.array(Suggestion),
})
export type LinkedName = z.output<typeof LinkedName>

/** Values of one column that could not be read for the same reason. */
export const ImportProblem = z.strictObject({
  field: z.string(),
  /** The column's name in the file. */
  column: z.nullable(z.string()),
  /** The reason as a sentence, in the language of the dry run. */
  message: z.string(),
  /** Number of affected rows; `skipped` of them are not imported at all. */
  count: z.int(),
  skipped: z.int(),
  /** The first three rows, with the text of their cells. */
  examples: z.array(z.strictObject({ n: z.int(), value: z.string() })),
  /** `order`: a user has to choose the order of day and month; `words`: a user can assign meanings to the words. */
  asks: z.nullable(z.enum(['order', 'words'])),
  /** The distinct words, the most frequent first, at most 100; `means`: the probable meaning of a word. */
  words: z.array(z.strictObject({ word: z.string(), count: z.int(), means: z.nullable(z.string()) })),
})
export type ImportProblem = z.output<typeof ImportProblem>

export const Import = z.strictObject({
  id: Id,
  noun: ImportEntity,
  state: z.enum(importStates),
  file_name: z.string(),
  size: z.int(),
  format: z.nullable(z.enum(['csv', 'xlsx', 'json'])),
  encoding: z.nullable(z.string()),
  separator: z.nullable(z.string()),
  /** Null for JSON, and for files read by an earlier version. */
  layout: z.nullable(TableLayout),
  columns: z.array(z.string()),
  /** The first rows as read, for the mapping screen. */
  sample: z.array(z.array(z.string())),
  fields: z.array(ImportField),
  plan: ImportPlan,
  /** Whether the mapping was taken from an earlier file with the same columns. */
  plan_remembered: z.boolean(),
  row_count: z.int(),
  /** Rows read, checked or written so far in the current step. */
  progress: z.int(),
  counts: z.strictObject({ new: z.int(), changed: z.int(), unchanged: z.int(), repeated: z.int(), wrong: z.int() }),
  written: z.int(),
  /** Rows imported without a value, or a part of one, that could not be read. */
  left_out: z.int(),
  /** Problems of the dry run, one entry per column and reason, the most frequent first. */
  problems: z.array(ImportProblem),
  /** Records of another entity (categories) that the new and changed rows would create; at most 50 names. */
  creates: z.array(z.strictObject({ noun: z.string(), count: z.int(), names: z.array(z.string()) })),
  /** Names of organisations in the rows and how each was resolved, unresolved ones first; at most 500. */
  links: z.array(LinkedName),
  /**
   * After the dry run: fields in which rows would change a value that a person has decided or a better source states.
   */
  held: z.array(z.strictObject({ field: z.string(), count: z.int() })),
  error: z.nullable(z.string()),
  owner: z.nullable(Id),
  created_at: Instant,
  updated_at: Instant,
})
export type Import = z.output<typeof Import>

export const ImportRow = z.strictObject({
  /** Line of the data; the first after the header is 1. */
  n: z.int(),
  cells: z.array(z.string()),
  verdict: z.nullable(ImportVerdict),
  /** The dry run's result, if writing had a different result because of changes in between. */
  was: z.nullable(ImportVerdict),
  /**
   * Each fault of the row: the field (null: the whole row), the cell's text and one sentence. A row that is not `wrong`
   * is imported without these values.
   */
  faults: z.array(z.strictObject({ field: z.nullable(z.string()), value: z.string(), message: z.string() })),
  /** Values that a new row would write or a changed row would change, field by field; for a new row `from` is null. */
  changes: z.array(HeldChange),
  record_id: z.nullable(Id),
  /**
   * For a row found changed or unchanged: the matched record, the field that matched, and the record's fields that the
   * row does not mention.
   */
  record: z.nullable(
    z.strictObject({ title: z.string(), matched_by: z.nullable(z.string()), left: z.array(z.string()) }),
  ),
})
export type ImportRow = z.output<typeof ImportRow>

export const createImport = endpoint({
  method: 'POST',
  path: '/v1/import',
  roles: editors,
  bound: 'import',
  summary: 'Upload a CSV, XLSX or JSON file (at most 100 MB) for import; it is read in the background',
  query: z.strictObject({ noun: ImportEntity }),
  accepts: 'file',
  reply: Import,
  errors: ['invalid', 'too_large', 'unsupported_media', 'bad_request'],
})

export const listImports = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/import',
  roles: editors,
  summary: 'One’s own imports, newest first',
  query: z.strictObject(listQuery(['created_at'])),
  reply: pageOf(Import),
  errors: ['invalid'],
})

export const getImport = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/import/{id}',
  roles: editors,
  summary: 'One import of one’s own, with its progress',
  params: IdParams,
  reply: Import,
  errors: ['not_found'],
})

export const readImport = endpoint({
  method: 'POST',
  path: '/v1/import/{id}/read',
  roles: editors,
  bound: 'step',
  summary: 'Read the file again from another sheet or with another heading row, before anything is written',
  params: IdParams,
  body: z.strictObject(layoutChoice),
  reply: Import,
  errors: ['not_found', 'wrong_state'],
})

export const checkImport = endpoint({
  method: 'POST',
  path: '/v1/import/{id}/check',
  roles: editors,
  bound: 'step',
  summary: 'Dry run with this plan; nothing is written, and the plan is saved for files with the same columns',
  params: IdParams,
  body: ImportPlan,
  reply: Import,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const runImport = endpoint({
  method: 'POST',
  path: '/v1/import/{id}/run',
  roles: editors,
  bound: 'step',
  summary: 'Write the new and changed rows of the dry run',
  params: IdParams,
  reply: Import,
  errors: ['not_found', 'wrong_state'],
})

export const cancelImport = endpoint({
  method: 'POST',
  path: '/v1/import/{id}/cancel',
  roles: editors,
  bound: 'write',
  summary: 'Stop the running step; rows already written stay',
  params: IdParams,
  reply: Import,
  errors: ['not_found', 'wrong_state'],
})

export const listImportRows = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/import/{id}/row',
  roles: editors,
  summary: 'Rows of the file with their dry-run results',
  params: IdParams,
  query: z.strictObject({
    ...listQuery(['n']),
    verdict: z.optional(ImportVerdict),
    left_out: z.optional(QueryBool),
    differs: z.optional(QueryBool),
  }),
  reply: pageOf(ImportRow),
  errors: ['invalid', 'not_found'],
})
