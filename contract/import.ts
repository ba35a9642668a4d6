import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dateOrders, layoutChoice, TableLayout } from './list-mapping.ts'
import { cardNouns } from './noun.ts'
import { editors } from './role.ts'
import { Id, IdList, IdParams, Instant, listQuery, pageOf, QueryBool } from './wire.ts'

/** Records a file can be turned into. */
export const importNouns = cardNouns
export const ImportNoun = z.enum(importNouns)

/**
 * parsing → mapping → checking → checked → running → done; failed and cancelled end it.
 * After `done`, `failed` or `cancelled` a new mapping starts again at checking.
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

/** What the dry run found a row to be; `repeated`: it means the same record as a row before it, which is the one that counts. */
export const verdicts = ['new', 'changed', 'unchanged', 'repeated', 'wrong'] as const
export const Verdict = z.enum(verdicts)

const FieldName = z.string().check(z.minLength(1), z.maxLength(60))

/**
 * A change that a row makes; `kept`: it does not, for a person has decided the value, a better source states it, or whoever
 * imports has chosen to keep what is there.
 */
export const HeldChange = z.strictObject({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  kept: z.optional(
    z.strictObject({
      why: z.enum(['decided', 'better', 'chosen']),
      /** The source's name; null for a person, or where it is withheld. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type HeldChange = z.output<typeof HeldChange>

export const ImportPlan = z.strictObject({
  /** Column index of the file → field; null leaves the column out. */
  mapping: z.array(z.nullable(FieldName)).check(z.maxLength(500)),
  /** Fields that find an existing record; the first that finds one wins. */
  match_on: z.array(FieldName).check(z.maxLength(20)),
  /** Same value for every row, for fields that no column fills. */
  constants: z.record(FieldName, z.string().check(z.maxLength(2000))),
  /** A wrong value is left out and the rest of the row taken, unless it is required or names the record; or it makes its row wrong. */
  on_wrong: z.enum(['skip_row', 'skip_value']),
  /** An empty cell keeps the record's value, or clears it. */
  on_empty: z.enum(['keep', 'clear']),
  /** Names of organisations that a person chose for: the organisation they mean, or null to keep the name. */
  links: z.optional(z.record(z.string().check(z.maxLength(300)), z.nullable(Id))),
  /** Whose ids and statements the file holds, proposed from its name; null: a source of its own is made when it is written. */
  source_id: z.optional(z.nullable(Id)),
  /** Fields whose values are taken even where a person has decided otherwise or a better source states another. */
  take: z.optional(z.array(FieldName).check(z.maxLength(100))),
  /** Order of day and month in fields whose dates leave it open. */
  orders: z.optional(z.record(FieldName, z.enum(dateOrders))),
  /**
   * What words of the file mean in fields with a fixed choice of values, by field: a value of it, or `''`: the word is left
   * out. `null`: it has no meaning any more.
   */
  means: z.optional(
    z.record(FieldName, z.record(z.string().check(z.maxLength(200)), z.nullable(z.string().check(z.maxLength(200))))),
  ),
  /** What cannot be read goes to the end of the record's description, with the name of its column. */
  keep_unread: z.optional(z.boolean()),
  /** A column of websites also makes entrances, at which collecting begins. */
  makes_entrances: z.optional(z.boolean()),
  /** Access of the records that the import creates. */
  read_user: IdList,
  write_user: IdList,
})
export type ImportPlan = z.output<typeof ImportPlan>

export const ImportField = z.strictObject({
  name: z.string(),
  /** In the asker's language. */
  label: z.string(),
  /** What a record is recognised by where this field finds it: an event's title takes its start and place along. */
  match_label: z.string(),
  required: z.boolean(),
  can_match: z.boolean(),
  /** How cells are read: shown beside the field. */
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
  /** Of a field with a fixed choice of values: these, in the asker's language. */
  choices: z.optional(z.array(z.strictObject({ value: z.string(), label: z.string() }))),
})

/** An organisation that a name may mean, with what tells it from others of its name. */
const Suggestion = z.strictObject({
  og_id: Id,
  og_name: z.string(),
  region: z.optional(z.nullable(z.string())),
  host: z.optional(z.nullable(z.string())),
  external_id: z.optional(z.nullable(z.string())),
  /** No other is as likely: taken with all the others that are. */
  is_clear: z.optional(z.boolean()),
})

/** A name in the file and the organisation it was found to mean; `none` is kept as a name. */
export const LinkedName = z.strictObject({
  name: z.string(),
  count: z.int(),
  how: z.enum(['exact', 'alias', 'chosen', 'none']),
  og_id: z.nullable(Id),
  og_name: z.nullable(z.string()),
  suggestions: z.array(Suggestion),
})
export type LinkedName = z.output<typeof LinkedName>

/** Values of one column that could not be read for one reason. */
export const ImportProblem = z.strictObject({
  field: z.string(),
  /** The column's name in the file. */
  column: z.nullable(z.string()),
  /** Why, as a sentence in the language of the dry run. */
  message: z.string(),
  /** Rows with it; `skipped` of them are not taken at all. */
  count: z.int(),
  skipped: z.int(),
  /** The first three rows, with the text of their cells. */
  examples: z.array(z.strictObject({ n: z.int(), value: z.string() })),
  /** `order`: dates whose order somebody has to choose; `words`: words whose meaning somebody can give. */
  asks: z.nullable(z.enum(['order', 'words'])),
  /** The different words, the most frequent first, at most 100; `means`: what a word probably means. */
  words: z.array(z.strictObject({ word: z.string(), count: z.int(), means: z.nullable(z.string()) })),
})
export type ImportProblem = z.output<typeof ImportProblem>

export const Import = z.strictObject({
  id: Id,
  noun: ImportNoun,
  state: z.enum(importStates),
  file_name: z.string(),
  size: z.int(),
  format: z.nullable(z.enum(['csv', 'xlsx', 'json'])),
  encoding: z.nullable(z.string()),
  separator: z.nullable(z.string()),
  /** Null for JSON, and where the file was read by an earlier edition. */
  layout: z.nullable(TableLayout),
  columns: z.array(z.string()),
  /** The first rows as read, for the mapping screen. */
  sample: z.array(z.array(z.string())),
  fields: z.array(ImportField),
  plan: ImportPlan,
  /** True when the mapping was remembered from an earlier file with the same columns. */
  plan_remembered: z.boolean(),
  row_count: z.int(),
  /** Rows read, checked or written so far in the running step. */
  progress: z.int(),
  counts: z.strictObject({ new: z.int(), changed: z.int(), unchanged: z.int(), repeated: z.int(), wrong: z.int() }),
  written: z.int(),
  /** Rows taken without a value, or a part of one, that could not be read. */
  left_out: z.int(),
  /** What the dry run could not read, one entry a column and reason, the most frequent first. */
  problems: z.array(ImportProblem),
  /** Records of another noun (categories) that the rows found new or changed would bring into being; at most 50 named. */
  creates: z.array(z.strictObject({ noun: z.string(), count: z.int(), names: z.array(z.string()) })),
  /** Names of organisations in the rows: what each means, those without a meaning first; at most 500. */
  links: z.array(LinkedName),
  /** After the dry run: fields in which rows would change what a person has decided or a better source states. */
  held: z.array(z.strictObject({ field: z.string(), count: z.int() })),
  error: z.nullable(z.string()),
  owner: z.nullable(Id),
  created_at: Instant,
  updated_at: Instant,
})
export type Import = z.output<typeof Import>

export const ImportRow = z.strictObject({
  /** Line of the data, the first after the header is 1. */
  n: z.int(),
  cells: z.array(z.string()),
  verdict: z.nullable(Verdict),
  /** What the dry run had said, where writing came to something else: others wrote in between. */
  was: z.nullable(Verdict),
  /** Each fault of the row: the field (null: the whole row), the cell's text and one sentence. A row that is not wrong is taken without these values. */
  faults: z.array(z.strictObject({ field: z.nullable(z.string()), value: z.string(), message: z.string() })),
  /** What a new row would write and a changed one would change, field by field; of a new one `from` is null. */
  changes: z.array(HeldChange),
  record_id: z.nullable(Id),
  /** Of a row found changed or unchanged: the record that it means, by which field, and fields of it that the row says nothing of. */
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
  summary: 'Upload a CSV, XLSX or JSON file (at most 100 MB) to be imported; it is read in the background',
  query: z.strictObject({ noun: ImportNoun }),
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
  summary: 'Read the file again from another sheet, or with its headings in another row; nothing was written yet',
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
  summary: 'Dry run with this plan: nothing is written; the plan is remembered for files with the same columns',
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
  summary: 'Write what the dry run found new or changed',
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
  summary: 'Rows of the file with what the dry run says of each',
  params: IdParams,
  query: z.strictObject({
    ...listQuery(['n']),
    verdict: z.optional(Verdict),
    left_out: z.optional(QueryBool),
    differs: z.optional(QueryBool),
  }),
  reply: pageOf(ImportRow),
  errors: ['invalid', 'not_found'],
})
