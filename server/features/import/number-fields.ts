// Columns of files that hold numbers and contact details: one for each scheme, and one with all of them as exports write it.
import * as z from 'zod/mini'
import type { Fields } from '#contract/card.ts'
import { asRow, firstFields, settleContacts } from '#contract/contact-field.ts'
import {
  type ContactRead,
  Contacts,
  type IdentifierRead,
  Identifiers,
  tidyContacts,
  tidyIdentifiers,
} from '#contract/identifier.ts'
import { foldIdentifier, identifierKey, isTelling, tidyValue } from '#contract/identifier-key.ts'
import { type ContactScheme, contactSchemes, identifierSchemes, type Scheme } from '#contract/identifier-scheme.ts'
import { readContact, readIdentifier } from '#contract/identifier-text.ts'
import type { PartyNoun } from '#contract/noun.ts'
import { Required } from '#contract/wire.ts'
import type { Found, KitField, Values } from './kit.ts'

const nameOf = (scheme: string) => `number.${scheme}`
const none = { country: null, label: null, start_time: null, end_time: null }

/** A list of texts, each read into a row; one that says no scheme is a fault of the cell. */
function rowsOf<T>(read: (text: string) => T | undefined, schema: z.ZodMiniType<unknown, T[]>): z.ZodMiniType {
  const texts = z.array(z.string())
  const rows = z.transform((all: string[], ctx) => {
    const found = all.map(read)
    if (found.includes(undefined)) ctx.issues.push({ code: 'custom', input: all, params: { code: 'number_text' } })
    return found as T[]
  })
  return z.pipe(z.pipe(texts, rows), schema as z.ZodMiniType<unknown, T[]>)
}

/** A scheme that finds records by itself: its numbers carry no country. */
const finds = ({ isUnique = false, asksCountry = false }: Scheme) => isUnique && !asksCountry

function fieldOf(scheme: string, { label, headings = [], group, ...rest }: Scheme): KitField {
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

/** The columns beside those of the card’s own fields. */
export function numberFieldsOf(card: Fields, noun: PartyNoun): KitField[] {
  const { identifiers, contacts } = card
  const own = firstFields(card).map(({ scheme }): string => scheme)
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

/** Names of columns whose number says by itself which record is meant, for `matchOn`. */
export const numberMatches = (noun: PartyNoun): string[] =>
  Object.entries(identifierSchemes).flatMap(([name, scheme]) =>
    scheme.nouns.includes(noun) && finds(scheme) && scheme.headings ? [nameOf(name)] : [],
  )

/** Values of columns as rows beside those there are; a file takes none away. */
export function settleNumbers(card: Fields, values: Values, before: Values | undefined): Values {
  const { identifiers = [], contacts = [], ...rest } = values
  const region = typeof values.region === 'string' ? values.region : null
  const numbers: IdentifierRead[] = []
  const details: ContactRead[] = []
  for (const [name, value] of Object.entries(rest)) {
    const scheme = name.startsWith('number.') ? name.slice('number.'.length) : undefined
    if (scheme === undefined) continue
    delete rest[name]
    if (typeof value !== 'string') continue
    // A register’s number beside a country is that country’s.
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
  return settleContacts(
    card,
    {
      ...rest,
      ...(('identifiers' in values || numbers.length > 0) && { identifiers: tidyIdentifiers(allNumbers as never) }),
      ...(('contacts' in values || details.length > 0) && { contacts: tidyContacts(allDetails as never) }),
    },
    before,
  )
}

/** `number.lei`, `number.passport@CN`: scheme and country of a column, or of what a file of another kind looks for. */
function schemeIn(name: string): { scheme: string; country: string | null } | undefined {
  if (!name.startsWith('number.')) return undefined
  const [scheme = '', country] = name.slice('number.'.length).split('@')
  return { scheme, country: country ?? null }
}

/** What looks for records by these numbers, beside other keys; only such as tell by themselves who it is. */
export function keysOfNumbers(numbers: readonly IdentifierRead[]): Record<string, string[]> {
  const keys: Record<string, string[]> = {}
  for (const each of numbers.filter(isTelling)) {
    const name = nameOf(each.country ? `${each.scheme}@${each.country}` : each.scheme)
    keys[name] = [...(keys[name] ?? []), each.value]
  }
  return keys
}

/** What finds records in the index of numbers, as `identifier_keys` has them; and as an id of another source. */
export function numberKeys(keys: Record<string, unknown[]>): { numbers: string[]; ids: string[] } {
  const said = Object.entries(keys).flatMap(([name, values]) => {
    const of = schemeIn(name)
    return of ? values.map(value => ({ ...of, value: String(value) })) : []
  })
  return { numbers: said.map(identifierKey), ids: said.map(({ value }) => value) }
}

/** A record’s numbers as columns of a file would say them: of several the one that was asked for. */
export function withNumbers(found: Found, keys: Record<string, unknown[]>): Found {
  const rows = (found.values.identifiers ?? []) as IdentifierRead[]
  const own = Object.entries(keys).flatMap(([name, wanted]) => {
    const of = schemeIn(name)
    if (!of) return []
    const isOf = (row: IdentifierRead) => row.scheme === of.scheme && (row.country ?? null) === of.country
    const all = rows.filter(row => isOf(row) && isTelling(row)).map(row => row.value)
    const asked = new Set(wanted.map(value => foldIdentifier(String(value))))
    const { external_id: id } = found.values
    // Before there were rows, such a number stood as the id of another source.
    const known = all.length === 0 && typeof id === 'string' && asked.has(foldIdentifier(id)) ? [id] : all
    const value = known.find(each => asked.has(foldIdentifier(each))) ?? known[0]
    return value === undefined ? [] : [[name, value] as const]
  })
  return own.length === 0 ? found : { ...found, values: { ...found.values, ...Object.fromEntries(own) } }
}

/** The form in which two records say the same in a column of numbers; undefined for any other column. */
export const numberMatchKey = (name: string, value: unknown): string | undefined =>
  schemeIn(name) && foldIdentifier(String(value))
