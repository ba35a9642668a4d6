import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { identifierKey, tidyValue, valueKey } from './identifier-key.ts'
import {
  type ContactScheme,
  contactSchemeNames,
  type IdentifierScheme,
  identifierSchemeNames,
  schemeOf,
} from './identifier-scheme.ts'
import { isCountry } from './region.ts'
import { partyEntities } from './registry.ts'
import { ogReaders } from './role.ts'
import { engName, Id, PartialDate, Ref, Required, Text } from './wire.ts'

const dates = { start_time: z.nullable(PartialDate), end_time: z.nullable(PartialDate) }
const Country = z.string().check(z.maxLength(2), z.refine(isCountry, { params: { code: 'region' } }))

/** A number issued to a record: its scheme, issuing country and validity period. */
export const Identifier = z
  .strictObject({
    scheme: z.enum(identifierSchemeNames as [IdentifierScheme, ...IdentifierScheme[]]),
    value: Required(200),
    country: z.nullable(Country),
    /** The kind of number if the scheme is `other`; otherwise a note. */
    label: z.nullable(Text(100)),
    ...dates,
  })
  .check(
    z.refine(({ scheme, label }) => scheme !== 'other' || !!label, { path: ['label'], params: { code: 'required' } }),
  )
export type Identifier = z.output<typeof Identifier>

/** An account or a contact detail, besides those with a separate field. */
export const Contact = z.strictObject({
  scheme: z.enum(contactSchemeNames as [ContactScheme, ...ContactScheme[]]),
  value: Required(500),
  /** Its use or owner: head office, private. */
  label: z.nullable(Text(100)),
  ...dates,
})
export type Contact = z.output<typeof Contact>

const readDates = { start_time: z.nullable(z.string()), end_time: z.nullable(z.string()) }
const identifierFields = { scheme: z.string(), value: z.string(), label: z.nullable(z.string()), ...readDates }
/** The same in replies, without limits, because values stored under earlier rules are returned too. */
export const IdentifierRead = z.strictObject({ ...identifierFields, country: z.nullable(z.string()) })
export type IdentifierRead = z.output<typeof IdentifierRead>
export const ContactRead = z.strictObject(identifierFields)
export type ContactRead = z.output<typeof ContactRead>

/** Each item once; details that a later duplicate adds (a date, a note) are merged into the first. */
function eachOnce<T extends object>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const known = new Map<string, T>()
  for (const item of items) {
    const first = known.get(keyOf(item)) as Record<string, unknown> | undefined
    const filled = Object.entries(item).map(([name, value]) => [name, first?.[name] ?? value])
    known.set(keyOf(item), Object.fromEntries(filled) as T)
  }
  return [...known.values()]
}

/** The scheme decides whether a country is part of a number. */
const countryOf = ({ scheme, country }: Identifier) =>
  schemeOf(scheme)?.asksCountry || scheme === 'other' ? country : null

export function tidyIdentifiers(items: Identifier[]): Identifier[] {
  const tidied = items.map(item => ({
    ...item,
    value: tidyValue(item.scheme, item.value),
    country: countryOf(item),
  }))
  return eachOnce(tidied, identifierKey)
}

export const contactKey = ({ scheme, value }: Pick<Contact, 'value'> & { scheme: string }): string =>
  `${scheme}:${valueKey(scheme, tidyValue(scheme, value))}`

export function tidyContacts(items: Contact[]): Contact[] {
  const tidied = items.map(item => ({ ...item, value: tidyValue(item.scheme, item.value) }))
  return eachOnce(tidied, contactKey)
}

export const Identifiers = z.pipe(z.array(Identifier).check(z.maxLength(100)), z.transform(tidyIdentifiers))
export const Contacts = z.pipe(z.array(Contact).check(z.maxLength(100)), z.transform(tidyContacts))

/**
 * `wrong_form`: no value of its scheme has this form; `wrong_check`: the check digit is wrong; `unchecked`: the scheme
 * has no check.
 */
export const identifierStates = ['fits', 'wrong_form', 'wrong_check', 'unchecked'] as const
export type IdentifierState = (typeof identifierStates)[number]

export const checkIdentifiers = endpoint({
  method: 'POST',
  path: '/v1/identifier/check',
  roles: ogReaders,
  bound: 'read',
  summary:
    'Whether numbers match their scheme’s format and check digit, and which other records that the requester may read have them',
  body: z.strictObject({
    noun: z.enum(partyEntities),
    /** The record that holds them; it is not listed among the records found. */
    record_id: z.optional(z.nullable(Id)),
    identifiers: z.array(Identifier).check(z.maxLength(100)),
  }),
  reply: z.strictObject({
    /** In the order given. */
    items: z.array(z.strictObject({ state: z.enum(identifierStates), records: z.array(z.extend(Ref, engName)) })),
  }),
  errors: ['invalid'],
})
