import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { type BilingualText, bilingual, type Fields, field, Quantity } from './field.ts'
import { entityNames } from './registry.ts'
import { admins, ogReaders } from './role.ts'
import { Id, IdParams, Instant, PartialDate, Required, Rev, Text } from './wire.ts'

export const customKinds = ['text', 'number', 'date', 'choice', 'boolean'] as const
export type CustomKind = (typeof customKinds)[number]

/** The labels of the kinds, where a field is defined. */
export const customKindWords: Readonly<Record<CustomKind, BilingualText>> = {
  text: bilingual('文字', 'Text'),
  number: bilingual('数字', 'Number'),
  date: bilingual('日期', 'Date'),
  choice: bilingual('选项', 'Choice'),
  boolean: bilingual('是或否', 'Yes or no'),
}

/** Maximum number of active custom fields per entity. No one would fill in a longer form. */
export const mostCustomFields = 50

const Name = Required(60)
const EngName = z.nullable(Text(60))
const Choices = z.array(Required(100)).check(z.maxLength(100))

export const CustomField = z.strictObject({
  id: Id,
  rev: z.int(),
  noun: z.enum(entityNames),
  name: z.string(),
  eng_name: z.nullable(z.string()),
  kind: z.enum(customKinds),
  /** The options of a choice, in their order; empty for other kinds. */
  choices: z.array(z.string()),
  /** Its position in the form, from 0. */
  place: z.int(),
  /** Since then forms, lists and files omit the field; its values stay. */
  retired_at: z.nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})
export type CustomField = z.output<typeof CustomField>

export const NewCustomField = z.strictObject({
  noun: z.enum(entityNames),
  name: Name,
  eng_name: z.optional(EngName),
  kind: z.enum(customKinds),
  choices: z.optional(Choices),
})
export type NewCustomField = z.output<typeof NewCustomField>

/** A patch cannot change the kind: stored values would lose their meaning. */
export const CustomFieldPatch = z.strictObject({
  name: z.optional(Name),
  eng_name: z.optional(EngName),
  choices: z.optional(Choices),
  is_retired: z.optional(z.boolean()),
  rev: Rev,
})
export type CustomFieldPatch = z.output<typeof CustomFieldPatch>

/** The key of a field's value in a record's `custom`. */
export const customKey = (id: number) => `f${id}`

const prefix = 'custom.'

/** The name by which history, columns, files and forms refer to the field. */
export const customName = (id: number) => `${prefix}${customKey(id)}`

/** The key within such a name; undefined for any other field. */
export const customKeyIn = (name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined

const kindRows: Readonly<Record<CustomKind, { read: z.ZodMiniType; write: z.ZodMiniType }>> = {
  text: { read: z.nullable(z.string()), write: z.nullable(Text(2000)) },
  number: { read: z.nullable(z.number()), write: z.nullable(Quantity) },
  date: { read: z.nullable(z.string()), write: z.nullable(PartialDate) },
  choice: { read: z.nullable(z.string()), write: z.nullable(Text(100)) },
  boolean: { read: z.nullable(z.boolean()), write: z.nullable(z.boolean()) },
}

const oneOf = (choices: readonly string[]) => z.nullable(z.enum(choices as [string, ...string[]]))

const widths: Readonly<Record<CustomKind, number>> = { text: 180, number: 100, date: 110, choice: 130, boolean: 80 }

/** A schema of custom fields, by their full names. Forms, facts, columns and files use it like any other schema. */
export function customSchema(all: readonly CustomField[]): Fields {
  return Object.fromEntries(
    all.map(({ id, name, eng_name, kind, choices }) => [
      customName(id),
      field(
        { kind, ...kindRows[kind], ...(kind === 'choice' && { write: oneOf(choices) }), empty: null },
        {
          label: bilingual(name, eng_name ?? name),
          section: 'custom',
          headings: [name, ...(eng_name ? [eng_name] : [])].map(headingOf),
          isFact: true,
          column: { width: widths[kind] },
          ...(kind === 'choice' && { choices: Object.fromEntries(choices.map(each => [each, bilingual(each, each)])) }),
        },
      ),
    ]),
  )
}

/** Normalised as column headings of files are compared: without case, width, spaces and punctuation. */
const headingOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

export const listCustomFields = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/custom_field',
  roles: ogReaders,
  summary: 'Custom fields in the order of forms; retired fields last',
  query: z.strictObject({ noun: z.optional(z.enum(entityNames)) }),
  reply: z.strictObject({ items: z.array(CustomField) }),
  errors: ['invalid'],
})

export const createCustomField = endpoint({
  method: 'POST',
  path: '/v1/custom_field',
  roles: admins,
  bound: 'write',
  summary: 'Define a custom field of an entity',
  body: NewCustomField,
  reply: CustomField,
  errors: ['invalid', 'duplicate'],
})

export const updateCustomField = endpoint({
  method: 'PUT',
  path: '/v1/custom_field/{id}',
  roles: admins,
  bound: 'write',
  summary: 'Rename a field, change its choices, retire it or reactivate it',
  params: IdParams,
  body: CustomFieldPatch,
  reply: CustomField,
  errors: ['invalid', 'not_found', 'stale', 'duplicate'],
})

export const orderCustomFields = endpoint({
  method: 'PUT',
  path: '/v1/custom_field/order',
  roles: admins,
  bound: 'write',
  summary: 'The order of an entity’s fields in forms; fields not named follow',
  body: z.strictObject({ noun: z.enum(entityNames), ids: z.array(Id).check(z.maxLength(200)) }),
  reply: z.strictObject({ items: z.array(CustomField) }),
  errors: ['invalid'],
})

export type CustomValue = string | number | boolean | null
