import * as z from 'zod/mini'

/** What a column of a table says of a party. Several columns may say the same, except for `id` and `name`. */
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

/** What kind of number a column of numbers has; names are properties of FollowTheMoney. */
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

/** Kinds that a word of a column of kinds can mean. */
export const partyKinds = ['person', 'organisation'] as const

/** `scheme` is read for `number` alone. Columns go by their headings, so that they may move. */
export const MappedColumn = z.strictObject({
  heading: z.string().check(z.maxLength(200)),
  means: z.enum(columnMeanings),
  scheme: z.nullable(z.enum(numberSchemes)),
  /** Of a column of dates whose values leave the order open. */
  order: z.optional(z.nullable(z.enum(dateOrders))),
  /** Words of the column that are not known, with the kind or the country (its code) that they mean. */
  values: z.optional(z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(20)))),
})
export type MappedColumn = z.output<typeof MappedColumn>

/** Rows that can be chosen as the one of the headings. */
export const mostHeading = 1_000
const Sheet = z.string().check(z.maxLength(200))

/** Where in its file a table is, as somebody chose; null where it is found. */
export const layoutChoice = {
  sheet: z.nullable(Sheet),
  heading: z.nullable(z.int().check(z.minimum(1), z.maximum(mostHeading))),
}

/** Where in its file a table is, as found or chosen. */
export const TableLayout = z.strictObject({
  /** Sheets of a workbook, in their order; empty for other files. */
  sheets: z.array(z.string()),
  sheet: z.nullable(z.string()),
  /** The row of the headings, counted from 1; rows above it are left out. */
  heading: z.int(),
  /** Rows of sums at the end, with notes below them, which are left out. */
  totals: z.nullable(z.string()),
  /** Cells to the right of the last column, which are in none; absent where there are none. */
  beyond: z.optional(z.strictObject({ count: z.int(), examples: z.array(z.string()) })),
  /** Formulas of a workbook whose results it does not have, by their cells (`B7`): read as empty. */
  unsaved: z.optional(z.strictObject({ count: z.int(), examples: z.array(z.string()) })),
})
export type TableLayout = z.output<typeof TableLayout>

export const ListMapping = z.strictObject({
  sheet: z.optional(layoutChoice.sheet),
  heading: z.optional(layoutChoice.heading),
  columns: z.array(MappedColumn).check(z.minLength(1), z.maxLength(500)),
  /** What a row is that does not say it; null: it is not known. */
  kind: z.nullable(z.enum(['person', 'organisation'])),
  /** Headings that were left out when the columns were mapped, kept with it: values of others that come later are counted. */
  left: z.optional(z.array(z.string().check(z.maxLength(220))).check(z.maxLength(500))),
})
export type ListMapping = z.output<typeof ListMapping>

/** Values that could not be read: how many, and examples. */
export const UnreadValues = z.strictObject({
  count: z.int(),
  values: z.array(z.strictObject({ value: z.string(), count: z.int() })),
})
export type UnreadValues = z.output<typeof UnreadValues>

/** What of a column cannot be read if it holds dates, countries or kinds; of all rows of the file. */
export const SeenColumn = z.strictObject({
  heading: z.string(),
  /** Cells that are not empty. */
  filled: z.int(),
  birth_date: UnreadValues,
  country: UnreadValues,
  kind: UnreadValues,
  /** Dates that show the order of day and month, and dates that leave it open. */
  dates: z.strictObject({ dmy: z.int(), mdy: z.int(), open: z.int() }),
})
export type SeenColumn = z.output<typeof SeenColumn>

/** The first rows of a table that waits for its mapping, with what its headings propose. */
export const ListSheet = z.strictObject({
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  proposed: ListMapping,
  /** Headings that the list’s mapping names and this file has not. */
  missing: z.array(z.string()),
  layout: z.optional(TableLayout),
  /** What each column holds; absent where the file was read by an earlier edition. */
  seen: z.optional(z.array(SeenColumn)),
})
export type ListSheet = z.output<typeof ListSheet>
