import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dateOrders, layoutChoice, TableLayout, UnreadableColumn, UnreadColumn, WordMeanings } from './list-mapping.ts'
import { editors } from './role.ts'
import { ComparedParty, MatchFeature } from './screening.api.ts'
import { Id, IdParams, Instant, listQuery, Nothing, PathId, PathNumber, pageOf } from './wire.ts'

/** `mapping`: the file was read and waits for its column mapping. */
export const screeningFileStates = ['reading', 'mapping', 'screening', 'done', 'failed', 'cancelled'] as const
export type ScreeningFileState = (typeof screeningFileStates)[number]

/** Fields that a column can hold; several columns may hold further names or numbers. */
export const screeningFileFields = ['name', 'alias', 'kind', 'date', 'country', 'number'] as const
export type ScreeningFileField = (typeof screeningFileFields)[number]

/** The type of rows whose file does not state one; `any` is compared with persons and organisations. */
export const partyKinds = ['person', 'organisation', 'any'] as const
export type PartyKindChoice = (typeof partyKinds)[number]

/** `wrong`: the row could not be compared; `fault` has the reason. */
export const fileRowResults = ['strong', 'possible', 'none', 'wrong'] as const
export type FileRowResult = (typeof fileRowResults)[number]

/** Limits of a file; a larger one is refused with a message. */
export const screeningFileLimits = { rows: 50_000, nameChars: 300, hits: 5 } as const

export const ScreeningFilePlan = z.strictObject({
  /** The field of each column, in the order of the columns; null leaves it out of the comparison. */
  mapping: z.array(z.nullable(z.enum(screeningFileFields))).check(z.maxLength(500)),
  kind: z.enum(partyKinds),
  /** Lists to screen against; empty: all that have a version. */
  list_ids: z.array(Id).check(z.maxLength(200)),
  /** Order of day and month for columns whose values do not show it; absent: ambiguous dates are not compared. */
  date_order: z.optional(z.nullable(z.enum(dateOrders))),
  /** Unknown words in columns of types or countries, with the type or the country (its code) that they mean. */
  means: z.optional(z.strictObject({ kind: z.optional(WordMeanings), country: z.optional(WordMeanings) })),
  /** Minimum score of a hit, out of 100. */
  threshold: z.number().check(z.minimum(50), z.maximum(99)),
})
export type ScreeningFilePlan = z.output<typeof ScreeningFilePlan>

/** A list with the version that names were compared with. */
export const ComparedList = z.strictObject({ id: Id, name: z.string(), version: z.int() })
export type ComparedList = z.output<typeof ComparedList>

export const ScreeningFile = z.strictObject({
  id: Id,
  state: z.enum(screeningFileStates),
  file_name: z.string(),
  size: z.int(),
  format: z.nullable(z.enum(['csv', 'xlsx', 'json'])),
  encoding: z.nullable(z.string()),
  columns: z.array(z.string()),
  /** Position of the table, and the parts of the file outside it; null for JSON. */
  layout: z.nullable(TableLayout),
  /** The first rows, for choosing columns. */
  sample: z.array(z.array(z.string())),
  /** Statistics of each column, in their order; empty for files read by an earlier version. */
  seen: z.array(UnreadableColumn),
  /** Whether the file can be read again from another sheet or heading row. */
  may_read: z.boolean(),
  plan: ScreeningFilePlan,
  row_count: z.int(),
  /** Rows read or compared so far. */
  progress: z.int(),
  counts: z.strictObject({ strong: z.int(), possible: z.int(), none: z.int(), wrong: z.int() }),
  /** Rows that were compared with only the best candidates of a list; their notes state how many names were not. */
  uncompared: z.int(),
  /** Values of the compared rows that were not understood and not compared, by column. */
  unread: z.array(UnreadColumn),
  /** Lists that it is, or was, compared with. */
  lists: z.array(ComparedList),
  /** Those of them that have another version in force by now, or were deleted. */
  lists_behind: z.int(),
  /** Minimum score (0 to 100) of a strong hit. */
  strong: z.number(),
  error: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
  /** The file and its rows are deleted after this time. */
  kept_until: Instant,
})
export type ScreeningFile = z.output<typeof ScreeningFile>

export const FileHit = z.strictObject({
  list: ComparedList,
  /** The entry’s id within the list. */
  key: z.string(),
  schema: z.string(),
  caption: z.string(),
  /** 0 to 1. */
  score: z.number(),
  features: z.array(MatchFeature),
})
export type FileHit = z.output<typeof FileHit>

export const ScreeningFileRow = z.strictObject({
  /** Position in the file; the first row after the headings is 1, blank lines are not counted. */
  n: z.int(),
  name: z.string(),
  result: z.nullable(z.enum(fileRowResults)),
  /** The best matches, at most five. */
  hits: z.array(FileHit),
  hit_count: z.int(),
  /** Why it could not be compared. */
  fault: z.nullable(z.string()),
  /** Parts of the row that were not understood and are left out of the comparison. */
  notes: z.array(z.string()),
})
export type ScreeningFileRow = z.output<typeof ScreeningFileRow>

export const ScreeningFileRowDetail = z.extend(ScreeningFileRow, {
  cells: z.array(z.string()),
  /** The party as it was compared. */
  party: ComparedParty,
  /** In the order of the hits; null if the list no longer exists. */
  entries: z.array(
    z.nullable(z.strictObject({ party: ComparedParty, properties: z.record(z.string(), z.array(z.string())) })),
  ),
})
export type ScreeningFileRowDetail = z.output<typeof ScreeningFileRowDetail>

export const createScreeningFile = endpoint({
  method: 'POST',
  path: '/v1/screening_file',
  roles: editors,
  bound: 'screening_file',
  summary: 'Upload a CSV or XLSX file of names (at most 50,000 rows) for screening; it is read in the background',
  accepts: 'file',
  reply: ScreeningFile,
  errors: ['invalid', 'too_large', 'unsupported_media', 'bad_request'],
})

export const listScreeningFiles = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/screening_file',
  roles: editors,
  summary: 'One’s own files of names, newest first',
  query: z.strictObject(listQuery(['created_at'])),
  reply: pageOf(ScreeningFile),
  errors: ['invalid'],
})

export const getScreeningFile = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/screening_file/{id}',
  roles: editors,
  summary: 'One file of one’s own, with its progress',
  params: IdParams,
  reply: ScreeningFile,
  errors: ['not_found'],
})

export const readScreeningFile = endpoint({
  method: 'POST',
  path: '/v1/screening_file/{id}/read',
  roles: editors,
  bound: 'step',
  summary: 'Read the file again from the chosen sheet and heading row; earlier results are discarded',
  params: IdParams,
  body: z.strictObject(layoutChoice),
  reply: ScreeningFile,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const runScreeningFile = endpoint({
  method: 'POST',
  path: '/v1/screening_file/{id}/run',
  roles: editors,
  bound: 'screening_file',
  summary: 'Screen all rows against lists in the background; earlier results are discarded',
  params: IdParams,
  body: ScreeningFilePlan,
  reply: ScreeningFile,
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const cancelScreeningFile = endpoint({
  method: 'POST',
  path: '/v1/screening_file/{id}/cancel',
  roles: editors,
  bound: 'write',
  summary: 'Stop reading or screening; rows already screened stay',
  params: IdParams,
  reply: ScreeningFile,
  errors: ['not_found', 'wrong_state'],
})

export const deleteScreeningFile = endpoint({
  method: 'DELETE',
  path: '/v1/screening_file/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Remove a screening file with its rows and results',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const listScreeningFileRows = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/screening_file/{id}/row',
  roles: editors,
  summary: 'Rows with their hits, best matches first',
  params: IdParams,
  query: z.strictObject({ ...listQuery(['score', 'n']), result: z.optional(z.enum(fileRowResults)) }),
  reply: pageOf(ScreeningFileRow),
  errors: ['invalid', 'not_found'],
})

export const getScreeningFileRow = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/screening_file/{id}/row/{number}',
  roles: editors,
  summary: 'One row with its hits, both sides field by field',
  params: z.strictObject({ id: PathId, number: PathNumber }),
  reply: ScreeningFileRowDetail,
  errors: ['not_found'],
})

export const getScreeningFileResult = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/screening_file/{id}/file',
  roles: editors,
  summary: 'The file’s own columns with the results in further columns, in the requester’s language',
  params: IdParams,
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['invalid', 'not_found', 'wrong_state'],
})

const ScreenedText = z.string().check(z.trim(), z.minLength(1), z.maxLength(screeningFileLimits.nameChars))
const Texts = z.optional(z.array(ScreenedText).check(z.maxLength(20)))

/** A party to screen without storing it; values as people write them: dates of any precision, names of countries. */
export const PartyToScreen = z.strictObject({
  name: ScreenedText,
  aliases: Texts,
  kind: z.optional(z.enum(partyKinds)),
  dates: Texts,
  countries: Texts,
  numbers: Texts,
})
export type PartyToScreen = z.output<typeof PartyToScreen>

/** The most parties in one request. */
export const partiesAtOnce = 100

export const screenParties = endpoint({
  method: 'POST',
  path: '/v1/screen',
  roles: editors,
  scope: 'screen',
  bound: 'read',
  summary: `Screen up to ${partiesAtOnce} names against the lists at once; nothing is stored`,
  body: z.strictObject({
    parties: z.array(PartyToScreen).check(z.minLength(1), z.maxLength(partiesAtOnce)),
    /** Absent or empty: all lists that have a version. */
    list_ids: z.optional(z.array(Id).check(z.maxLength(200))),
    /** Minimum score of a hit, out of 100; absent: that of the console’s rule. */
    threshold: z.optional(z.number().check(z.minimum(50), z.maximum(99))),
  }),
  reply: z.strictObject({
    /** The lists that the names were compared with, each with its version. */
    lists: z.array(ComparedList),
    threshold: z.number(),
    /** In the order of the parties. */
    results: z.array(z.omit(ScreeningFileRow, { n: true })),
  }),
  errors: ['invalid'],
})
