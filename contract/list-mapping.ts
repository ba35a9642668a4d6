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

/** `scheme` is read for `number` alone. Columns go by their headings, so that they may move. */
export const MappedColumn = z.strictObject({
  heading: z.string().check(z.maxLength(200)),
  means: z.enum(columnMeanings),
  scheme: z.nullable(z.enum(numberSchemes)),
})
export type MappedColumn = z.output<typeof MappedColumn>

export const ListMapping = z.strictObject({
  columns: z.array(MappedColumn).check(z.minLength(1), z.maxLength(500)),
  /** What a row is that does not say it; null: it is not known. */
  kind: z.nullable(z.enum(['person', 'organisation'])),
})
export type ListMapping = z.output<typeof ListMapping>

/** The first rows of a table that waits for its mapping, with what its headings propose. */
export const ListSheet = z.strictObject({
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  proposed: ListMapping,
  /** Headings that the list’s mapping names and this file has not. */
  missing: z.array(z.string()),
})
export type ListSheet = z.output<typeof ListSheet>
