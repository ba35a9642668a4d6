// Columns for numbers and contact details: one for each scheme, and one with all of them in the format of exports.
import * as z from 'zod/mini'
import { asRow, firstFields, reconcileContacts } from '#contract/contact-field.ts'
import type { Fields } from '#contract/field.ts'
import {
  type ContactRead,
  Contacts,
  type IdentifierRead,
  Identifiers,
  tidyContacts,
  tidyIdentifiers,
} from '#contract/identifier.api.ts'
import { foldIdentifier, identifierKey, isUniqueNumber, tidyValue } from '#contract/identifier-key.ts'
import { type ContactScheme, contactSchemes, identifierSchemes, type Scheme } from '#contract/identifier-scheme.ts'
import { readContact, readIdentifier } from '#contract/identifier-text.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { Required } from '#contract/wire.ts'
import type { AdapterField, ExistingRecord, ImportValues } from './import.adapter.ts'

const nameOf = (scheme: string) => `number.${scheme}`
const none = { country: null, label: null, start_time: null, end_time: null }

/** A list of texts, each parsed into a row; a text without a scheme is a fault of the cell. */
function rowsOf<T>(read: (text: string) => T | undefined, schema: z.ZodMiniType<unknown, T[]>): z.ZodMiniType {
  const texts = z.array(z.string())
  const rows = z.transform((all: string[], ctx) => {
    const found = all.map(read)
    if (found.includes(undefined)) ctx.issues.push({ code: 'custom', input: all, params: { code: 'number_text' } })
    return found as T[]
  })
  return z.pipe(z.pipe(texts, rows), schema as z.ZodMiniType<unknown, T[]>)
}

/** Schemes that identify records on their own: their numbers have no country. */
const finds = ({ isUnique = false, asksCountry = false }: Scheme) => isUnique && !asksCountry

function fieldOf(scheme: string, { label, headings = [], group, ...rest }: Scheme): AdapterField {
  const longest = group === 'identifier' ? 200 : 500
  return {
    name: nameOf(scheme),
    kind: 'text',
    canMatch: finds({ label, group, ...rest }),
    labels: label,
    headers: headings,
    schema: z.pipe(
      Required(longest),
      z.transform((value: string) => tidyValue(scheme, value)),
    ),
    empty: undefined,
  }
}

/** Columns in addition to those of the schema’s own fields. */
export function numberFieldsOf(schema: Fields, noun: PartyEntity): AdapterField[] {
  const { identifiers, contacts } = schema
  const own = firstFields(schema).map(({ scheme }): string => scheme)
  const each = [...Object.entries(identifierSchemes), ...Object.entries(contactSchemes)].flatMap(([name, scheme]) =>
    scheme.nouns.includes(noun) && scheme.headings && !own.includes(name) ? [fieldOf(name, scheme)] : [],
  )
  if (!identifiers || !contacts) return each
  const list = { kind: 'list', headers: [], empty: [] } as const
  return [
    ...each,
    { ...list, name: 'identifiers', labels: identifiers.label, schema: rowsOf(readIdentifier, Identifiers) },
    { ...list, name: 'contacts', labels: contacts.label, schema: rowsOf(readContact, Contacts) },
  ]
}

/** Names of columns whose numbers identify a record, for `matchOn`. */
export const numberMatches = (noun: PartyEntity): string[] =>
  Object.entries(identifierSchemes).flatMap(([name, scheme]) =>
    scheme.nouns.includes(noun) && finds(scheme) && scheme.headings ? [nameOf(name)] : [],
  )

/** Adds the values of columns to the existing rows; a file removes none. */
export function mergeNumbers(schema: Fields, values: ImportValues, before: ImportValues | undefined): ImportValues {
  const { identifiers = [], contacts = [], ...rest } = values
  const region = typeof values.region === 'string' ? values.region : null
  const numbers: IdentifierRead[] = []
  const details: ContactRead[] = []
  for (const [name, value] of Object.entries(rest)) {
    const scheme = name.startsWith('number.') ? name.slice('number.'.length) : undefined
    if (scheme === undefined) continue
    delete rest[name]
    if (typeof value !== 'string') continue
    // The number of a register belongs to the country in the same row.
    if (Object.hasOwn(identifierSchemes, scheme)) numbers.push({ ...none, scheme, value, country: region })
    else details.push(asRow(scheme as ContactScheme, value))
  }
  const own = { identifiers: before?.identifiers ?? [], contacts: before?.contacts ?? [] }
  const isCleared = (name: 'identifiers' | 'contacts') => name in values && (values[name] as unknown[]).length === 0
  const allNumbers = [
    ...(isCleared('identifiers') ? [] : (own.identifiers as IdentifierRead[])),
    ...(identifiers as IdentifierRead[]),
    ...numbers,
  ]
  const allDetails = [
    ...(isCleared('contacts') ? [] : (own.contacts as ContactRead[])),
    ...(contacts as ContactRead[]),
    ...details,
  ]
  return reconcileContacts(
    schema,
    {
      ...rest,
      ...(('identifiers' in values || numbers.length > 0) && { identifiers: tidyIdentifiers(allNumbers as never) }),
      ...(('contacts' in values || details.length > 0) && { contacts: tidyContacts(allDetails as never) }),
    },
    before,
  )
}

/** Parses `number.lei`, `number.passport@CN`: scheme and country of a column, or of a lookup from another format. */
function schemeIn(name: string): { scheme: string; country: string | null } | undefined {
  if (!name.startsWith('number.')) return undefined
  const [scheme = '', country] = name.slice('number.'.length).split('@')
  return { scheme, country: country ?? null }
}

/** Lookup keys for these numbers; only for numbers that identify a record. */
export function keysOfNumbers(numbers: readonly IdentifierRead[]): Record<string, string[]> {
  const keys: Record<string, string[]> = {}
  for (const each of numbers.filter(isUniqueNumber)) {
    const name = nameOf(each.country ? `${each.scheme}@${each.country}` : each.scheme)
    keys[name] = [...(keys[name] ?? []), each.value]
  }
  return keys
}

/** Lookup keys in the form of the index `identifier_keys`, and as ids of another source. */
export function numberKeys(keys: Record<string, unknown[]>): { numbers: string[]; ids: string[] } {
  const numbers = Object.entries(keys).flatMap(([name, values]) => {
    const of = schemeIn(name)
    return of ? values.map(value => ({ ...of, value: String(value) })) : []
  })
  return { numbers: numbers.map(identifierKey), ids: numbers.map(({ value }) => value) }
}

/** Adds a record’s numbers as column values; among several of a scheme, the requested one. */
export function withNumbers(found: ExistingRecord, keys: Record<string, unknown[]>): ExistingRecord {
  const rows = (found.values.identifiers ?? []) as IdentifierRead[]
  const own = Object.entries(keys).flatMap(([name, wanted]) => {
    const of = schemeIn(name)
    if (!of) return []
    const isOf = (row: IdentifierRead) => row.scheme === of.scheme && (row.country ?? null) === of.country
    const all = rows.filter(row => isOf(row) && isUniqueNumber(row)).map(row => row.value)
    const keys = new Set(wanted.map(value => foldIdentifier(String(value))))
    const { external_id: id } = found.values
    // Older records store such a number as the id of another source.
    const known = all.length === 0 && typeof id === 'string' && keys.has(foldIdentifier(id)) ? [id] : all
    const value = known.find(each => keys.has(foldIdentifier(each))) ?? known[0]
    return value === undefined ? [] : [[name, value] as const]
  })
  return own.length === 0 ? found : { ...found, values: { ...found.values, ...Object.fromEntries(own) } }
}

/** Key under which two records are equal in a column of numbers; undefined for any other column. */
export const numberMatchKey = (name: string, value: unknown): string | undefined =>
  schemeIn(name) && foldIdentifier(String(value))
