// The builder of entity schemas: each field of an entity is defined once. Schemas, field names in both languages,
// headings of files, columns, facts, rows of the form, comparison of duplicates and FollowTheMoney properties are
// derived from it.
import * as z from 'zod/mini'
import { type BilingualText, bilingual } from './bilingual.ts'
import { IconValue } from './icon.api.ts'
import type { ContactScheme } from './identifier-scheme.ts'
import { Country, Rating } from './record.ts'
import { Id, IdList, Instant, PartialDate, Required, Text, WebAddress } from './wire.ts'

export { type BilingualText, bilingual } from './bilingual.ts'

/** How a value is parsed from a cell of a file, displayed and entered. */
export type FieldKind =
  | 'text'
  | 'long_text'
  | 'texts'
  | 'address'
  | 'addresses'
  | 'host'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'instant'
  | 'region'
  | 'choice'
  | 'record'
  | 'records'
  | 'user'
  | 'users'
  | 'groups'
  | 'icon'
  | 'parts'
  | 'custom'

/** The role of a field when two records of one entity are compared as possible duplicates. */
export type Likeness =
  | 'name'
  | 'alias'
  | 'identifier'
  | 'mail'
  | 'phone'
  | 'account'
  | 'host'
  | 'address'
  | 'date'
  | 'region'
  | 'place'
  | 'labels'
  | 'identifiers'
  | 'contacts'

/** Metadata of a field. */
export type FieldDescription = {
  label: BilingualText
  /**
   * The section of the form that shows the field, in the order of the schema. Without it, the form does not show the
   * field automatically.
   */
  section?: string
  /** A line of help below its row. */
  hint?: BilingualText
  /**
   * Further column headings of files that mean this field, besides its label and its name, in lower case without
   * spaces. Without it, files do not carry the field.
   */
  headings?: readonly string[]
  /** Minimum and maximum of a number; its row in the form shows them. */
  range?: readonly [number, number]
  /** Labels for the values of a choice. */
  choices?: Readonly<Record<string, BilingualText>>
  /** A column of a file by which an existing record can be matched. */
  isKey?: boolean
  /** Shown among the facts of a record's page when it has a value. */
  isFact?: boolean
  /** Lists offer it as a column; its width in pixels. */
  column?: { width: number; isMono?: boolean }
  likeness?: Likeness
  /** The contact scheme whose first value this field holds. */
  scheme?: ContactScheme
  /** The team’s own judgement or handling, so no source can state it. */
  isOurs?: boolean
  /** The global search indexes its words. Names are indexed without this. */
  isSearched?: boolean
  /** The FollowTheMoney property with the same meaning. */
  ftm?: string
}

/** `read`: the value in replies. `write`: the value in requests; null if only the server sets it. */
export type FieldDefinition<
  R extends z.ZodMiniType = z.ZodMiniType,
  W extends z.ZodMiniType | null = z.ZodMiniType | null,
> = FieldDescription & {
  kind: FieldKind
  read: R
  write: W
  /** The value of a record for which none was given; absent if a value is required. */
  empty?: unknown
}

export type Fields = Readonly<Record<string, FieldDefinition>>

export function field<R extends z.ZodMiniType, W extends z.ZodMiniType | null>(
  base: { kind: FieldKind; read: R; write: W; empty?: unknown },
  about: FieldDescription,
): FieldDefinition<R, W> {
  return { ...base, ...about }
}

const emptyIsNull = { empty: null } as const
const String_ = z.string()

/** The text that names a record. */
export const name = (max: number, about: FieldDescription) =>
  field({ kind: 'text', read: String_, write: Required(max) }, { likeness: 'name', isKey: true, ...about })
export const text = (max: number, about: FieldDescription) =>
  field({ kind: 'text', read: z.nullable(String_), write: z.nullable(Text(max)), ...emptyIsNull }, about)
export const longText = (max: number, about: FieldDescription) =>
  field({ kind: 'long_text', read: z.nullable(String_), write: z.nullable(Text(max)), ...emptyIsNull }, about)
/** Distinct short texts, at most `most`, each at most `max` characters. */
export const texts = (max: number, most: number, about: FieldDescription) =>
  field(
    { kind: 'texts', read: z.array(String_), write: z.array(Required(max)).check(z.maxLength(most)), empty: [] },
    about,
  )
export const address = (about: FieldDescription) =>
  field({ kind: 'address', read: z.nullable(String_), write: z.nullable(WebAddress), ...emptyIsNull }, about)
export const addresses = (most: number, about: FieldDescription) =>
  field(
    { kind: 'addresses', read: z.array(String_), write: z.array(WebAddress).check(z.maxLength(most)), empty: [] },
    about,
  )
/** A partial date: a year, a month or a day. */
export const date = (about: FieldDescription) =>
  field({ kind: 'date', read: z.nullable(String_), write: z.nullable(PartialDate), ...emptyIsNull }, about)
/** The team’s own judgement, 0 to 100. */
export const rating = (about: FieldDescription) =>
  field({ kind: 'integer', read: z.int(), write: Rating, empty: 0 }, about)
export const region = (about: FieldDescription) =>
  field(
    { kind: 'region', read: z.nullable(String_), write: z.nullable(Country), ...emptyIsNull },
    { likeness: 'region', ...about },
  )
export const flag = (about: FieldDescription) =>
  field({ kind: 'boolean', read: z.boolean(), write: z.boolean(), empty: false }, about)
export const icon = (about: FieldDescription) =>
  field({ kind: 'icon', read: z.nullable(String_), write: z.nullable(IconValue), ...emptyIsNull }, about)
/** The id of a record of another entity. */
export const record = (about: FieldDescription) =>
  field({ kind: 'record', read: z.nullable(Id), write: z.nullable(Id), ...emptyIsNull }, about)
const users = (about: FieldDescription) => field({ kind: 'users', read: z.array(Id), write: IdList, empty: [] }, about)
const groups = (about: FieldDescription) =>
  field({ kind: 'groups', read: z.array(Id), write: IdList, empty: [] }, about)
/** A number in a custom field. In this range a double still represents every integer exactly. */
export const Quantity = z.number().check(z.minimum(-1e15), z.maximum(1e15))
/** A value of a custom field, of any kind. */
export const CustomValue = z.union([Text(2000), Quantity, z.boolean(), z.null()])
/** Values of custom fields, by key (`f12`). A given value replaces the stored one; null clears it. */
export const custom = () =>
  field(
    {
      kind: 'custom',
      read: z.record(z.string(), z.unknown()),
      write: z.record(z.string().check(z.maxLength(17), z.regex(/^f[1-9]\d{0,15}$/)), CustomValue),
      empty: {},
    },
    { label: bilingual('自定义字段', 'Custom fields') },
  )
/** Counted by the server. */
export const count = (about: FieldDescription) => field({ kind: 'integer', read: z.int(), write: null }, about)

/** Fields that every record has besides its own: owner, access lists, timestamps. */
export const recordFields = {
  id: field({ kind: 'integer', read: Id, write: null }, { label: bilingual('记录编号', 'Record ID'), isKey: true }),
  owner: field({ kind: 'user', read: z.nullable(Id), write: null }, { label: bilingual('所有者', 'Owner') }),
  read_user: users({ label: bilingual('可查看的人', 'Who can see it') }),
  write_user: users({ label: bilingual('可修改的人', 'Who can change it') }),
  read_group: groups({ label: bilingual('可查看的用户组', 'Groups that can see it') }),
  write_group: groups({ label: bilingual('可修改的用户组', 'Groups that can change it') }),
  created_at: field({ kind: 'instant', read: Instant, write: null }, { label: bilingual('创建时间', 'Created') }),
  updated_at: field({ kind: 'instant', read: Instant, write: null }, { label: bilingual('更新时间', 'Updated') }),
  is_demo: field(
    { kind: 'boolean', read: z.boolean(), write: null },
    { label: bilingual('演示数据', 'Demonstration') },
  ),
} as const

/** Names of the writable fields. */
export type WritableField<F extends Fields> = { [K in keyof F]: F[K]['write'] extends null ? never : K }[keyof F] &
  string

/** Schemas of all values of a record. */
export function readShape<const F extends Fields>(fields: F): { [K in keyof F]: F[K]['read'] } {
  return Object.fromEntries(Object.entries(fields).map(([name, { read }]) => [name, read])) as {
    [K in keyof F]: F[K]['read']
  }
}

/** Schemas of the writable values. */
export function writeShape<const F extends Fields>(
  fields: F,
): { [K in WritableField<F>]: Exclude<F[K]['write'], null> } {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, { write }]) => (write ? [[name, write]] : []))) as {
    [K in WritableField<F>]: Exclude<F[K]['write'], null>
  }
}

const unsourcedKinds: readonly FieldKind[] = ['users', 'groups', 'user', 'icon', 'record', 'records', 'custom']

/** Whether a source can state values of the field. */
export const isStated = ({ write, kind, isOurs = false }: FieldDefinition): boolean =>
  write !== null && !isOurs && !unsourcedKinds.includes(kind)

const lists: readonly FieldKind[] = ['texts', 'addresses', 'parts']

/** Whether the field holds many values. A value that one source adds does not contradict another source. */
export const isList = ({ kind }: FieldDefinition): boolean => lists.includes(kind)

/** Names of the writable fields, in the order of the schema. */
export function writtenOf<const F extends Fields>(fields: F): WritableField<F>[] {
  return Object.keys(fields).filter(name => fields[name]?.write) as WritableField<F>[]
}

/** Default values of a new record. */
export function emptyOf<const F extends Fields>(fields: F): { [K in WritableField<F>]?: unknown } {
  const given = Object.entries(fields).filter(([, { write, empty }]) => write && empty !== undefined)
  return Object.fromEntries(given.map(([name, { empty }]) => [name, empty])) as { [K in WritableField<F>]?: unknown }
}

/** The labels of the fields, by field name. */
export function labelsOf<const F extends Fields>(fields: F): { [K in keyof F]: BilingualText } {
  return Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as {
    [K in keyof F]: BilingualText
  }
}
