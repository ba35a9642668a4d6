import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ClaimEntity } from '#contract/claim.api.ts'
import { customKeyIn } from '#contract/custom_field.api.ts'
import { linkSchemas } from '#contract/entities/link.schema.ts'
import { bilingual, CustomValue, type FieldDefinition, type Fields, field, isList, isStated } from '#contract/field.ts'
import { contactKey } from '#contract/identifier.api.ts'
import { identifierKey } from '#contract/identifier-key.ts'
import { identifierSchemes } from '#contract/identifier-scheme.ts'
import { entities } from '#server/entities.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { lower } from '#server/text/lower.ts'

/** The fields that claims may be made about. */
export function schemaOf(noun: ClaimEntity): Fields {
  return noun in linkSchemas
    ? linkSchemas[noun as keyof typeof linkSchemas]
    : entities[noun as keyof typeof entities].schema
}

/** A custom field as claims treat it: it has one value, which its definition validates. */
const ofTeam = field({ kind: 'text', read: CustomValue, write: CustomValue, empty: null }, { label: bilingual('', '') })
const teamKey = /^f[1-9]\d{0,15}$/

/** The field of this name; undefined if it does not exist, or no source may state it. */
export function findField(noun: ClaimEntity, name: string): FieldDefinition | undefined {
  const schema = schemaOf(noun)
  if (!(noun in linkSchemas) && teamKey.test(customKeyIn(name) ?? '')) return ofTeam
  const own = Object.hasOwn(schema, name) ? schema[name] : undefined
  return own && isStated(own) ? own : undefined
}

export function fieldOf(noun: ClaimEntity, name: string): FieldDefinition {
  const own = findField(noun, name)
  if (!own) throw fieldError(`values.${name}`, 'wrong')
  return own
}

/** Converts values by claim field names into columns: custom fields are collected in one object. */
export function columnsOf(values: Record<string, unknown>): Record<string, unknown> {
  const all = Object.entries(values)
  const custom = all.flatMap(([name, value]) => (customKeyIn(name) ? [[customKeyIn(name), value] as const] : []))
  return {
    ...Object.fromEntries(all.filter(([name]) => !customKeyIn(name))),
    ...(custom.length > 0 && { custom: Object.fromEntries(custom) }),
  }
}

/** Converts columns into values by claim field names. */
export function claimFieldValues(columns: Record<string, unknown>): [name: string, value: unknown][] {
  const all = Object.entries(columns)
  if (!columns.custom) return all
  return all.flatMap(([name, value]): [string, unknown][] =>
    name === 'custom' && value ? Object.entries(value).map(([key, each]) => [`custom.${key}`, each]) : [[name, value]],
  )
}

/** The values that a field states one by one: each item of a list, none if it is empty. */
export function itemsOf(field: FieldDefinition, value: unknown): unknown[] {
  if (value === null || value === undefined) return []
  return isList(field) && Array.isArray(value) ? value : [value]
}

/** A given value as parsed by the field. */
export function readValue(name: string, field: FieldDefinition, given: unknown): unknown {
  const read = z.safeParse(field.write as z.ZodMiniType, given)
  if (!read.success) throw fieldError(`values.${name}`, 'wrong')
  return read.data
}

/** PostgreSQL changes the order of keys in an object, so they are sorted here. */
const sortKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Exact text of a value, independent of the order of keys. */
export const textOf = (value: unknown): string => JSON.stringify(sortKeys(value))

/** A number or an account has the same key whatever dates or remarks are added to it. */
function numberKey(value: unknown): string | undefined {
  const read = z.safeParse(z.looseObject({ scheme: z.string(), value: z.string() }), value)
  if (!read.success) return undefined
  const { scheme } = read.data
  return Object.hasOwn(identifierSchemes, scheme)
    ? identifierKey(read.data as Parameters<typeof identifierKey>[0])
    : contactKey(read.data)
}

/** Values with the same key are equal apart from case and width; a hash, because descriptions are long. */
export function keyOf(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : (numberKey(value) ?? JSON.stringify(sortKeys(value)))
  return hash('sha256', lower(text.normalize('NFKC')), 'base64url').slice(0, 32)
}

/** The key of a shown value; null if the field is empty. */
export const keyOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : keyOf(value)
