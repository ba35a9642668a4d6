import * as z from 'zod/mini'

/** The meaning of a table's column for a party. Several columns may have the same meaning, except `id` and `name`. */
export const columnMeanings = [
  'id',
  'name',
  'first_name',
  'last_name',
  'alias',
  'weak_alias',
  'former_name',
  'kind',
  'birth_date',
  'country',
  'number',
  'address',
  'position',
  'reason',
  'note',
] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** Kinds of numbers in a column of numbers; the names are FollowTheMoney properties. */
export const numberSchemes = [
  'idNumber',
  'passportNumber',
  'registrationNumber',
  'taxNumber',
  'uscCode',
  'leiCode',
  'swiftBic',
] as const

/** Order of day and month in dates such as `03/04/1957`. */
export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]
/** Meanings of a word in a column of types. */
export const partyKinds = ['person', 'organisation'] as const

/** Words of a file with their meanings. */
export const WordMeanings = z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(20)))

/** `scheme` is used only for `number`. Columns are identified by their headings, so their order may change. */
export const MappedColumn = z.strictObject({
  heading: z.string().check(z.maxLength(200)),
  means: z.enum(columnMeanings),
  scheme: z.nullable(z.enum(numberSchemes)),
  /** For a column of dates whose values are ambiguous. */
  order: z.optional(z.nullable(z.enum(dateOrders))),
  /** Unknown words of the column, with the type or the country (its code) that they mean. */
  values: z.optional(WordMeanings),
})
export type MappedColumn = z.output<typeof MappedColumn>

/** Number of rows that can be chosen as the heading row. */
export const mostHeading = 1_000
const Sheet = z.string().check(z.maxLength(200))

/** The position of a table in its file, as a user chose it; null if it is detected. */
export const layoutChoice = {
  sheet: z.nullable(Sheet),
  heading: z.nullable(z.int().check(z.minimum(1), z.maximum(mostHeading))),
}

/** The position of a table in its file, as detected or chosen. */
export const TableLayout = z.strictObject({
  /** Sheets of a workbook, in their order; empty for other files. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  /** The heading row, counted from 1; rows above it are skipped. */
  heading: z.int(),
  /** Rows of totals at the end, with the notes below them, which are skipped. */
  totals: z.nullable(z.string()),
  /** Cells to the right of the last column, which belong to no column; absent if there are none. */
  beyond: z.optional(z.strictObject({ count: z.int(), examples: z.array(z.string()) })),
  /** Cells of a workbook (`B7`) with a formula without a stored result; they are read as empty. */
  unsaved: z.optional(z.strictObject({ count: z.int(), examples: z.array(z.string()) })),
})
export type TableLayout = z.output<typeof TableLayout>

export const ListMapping = z.strictObject({
  sheet: z.optional(layoutChoice.sheet),
  heading: z.optional(layoutChoice.heading),
  columns: z.array(MappedColumn).check(z.minLength(1), z.maxLength(500)),
  /** The type of rows that do not state one; null if unknown. */
  kind: z.nullable(z.enum(['person', 'organisation'])),
  /** Headings that were left unmapped. Values under other headings that a later file adds are counted as unread. */
  left: z.optional(z.array(z.string().check(z.maxLength(220))).check(z.maxLength(500))),
})
export type ListMapping = z.output<typeof ListMapping>

/** Values that could not be read: their number, and examples. */
const UnreadValues = z.strictObject({
  count: z.int(),
  values: z.array(z.strictObject({ value: z.string(), count: z.int() })),
})
/** The values of a column, over all rows of the file, that cannot be read if it holds dates, countries or types. */
export const UnreadableColumn = z.strictObject({
  heading: z.string(),
  /** Cells that are not empty. */
  filled: z.int(),
  birth_date: UnreadValues,
  country: UnreadValues,
  kind: UnreadValues,
  /** Dates that show the order of day and month, and ambiguous ones. */
  dates: z.strictObject({ dmy: z.int(), mdy: z.int(), open: z.int() }),
})
export type UnreadableColumn = z.output<typeof UnreadableColumn>

/** Values of a column that could not be read. */
export const UnreadColumn = z.strictObject({ heading: z.string(), count: z.int(), examples: z.array(z.string()) })
export type UnreadColumn = z.output<typeof UnreadColumn>

/** The first rows of a table that waits for its mapping, with the mapping proposed from its headings. */
export const ListSheet = z.strictObject({
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** Without columns if no heading is known. */
  proposed: z.extend(ListMapping, { columns: z.array(MappedColumn) }),
  /** Headings that the list’s mapping names but this file lacks. */
  missing: z.array(z.string()),
  layout: z.optional(TableLayout),
  /** Statistics of each column; absent for files read by an earlier version. */
  seen: z.optional(z.array(UnreadableColumn)),
})
export type ListSheet = z.output<typeof ListSheet>
