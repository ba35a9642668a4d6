// The specification's fields for accounts and contact details hold the first value of their scheme; `contacts` holds
// the others.
import * as z from 'zod/mini'
import type { FieldDefinition, Fields } from './field.ts'
import { type ContactRead, contactKey } from './identifier.api.ts'
import type { ContactScheme } from './identifier-scheme.ts'

type Values = Record<string, unknown>
type FirstField = { name: string; scheme: ContactScheme; field: FieldDefinition }

/** The fields of a schema that hold the first value of a contact scheme. */
export function firstFields(schema: Fields): FirstField[] {
  const known = firstFieldCache.get(schema)
  if (known) return known
  const made = Object.entries(schema).flatMap(([name, field]) =>
    field.scheme ? [{ name, scheme: field.scheme, field }] : [],
  )
  firstFieldCache.set(schema, made)
  return made
}

/** Cached, because schemas never change and this runs for each row of a file. */
const firstFieldCache = new WeakMap<Fields, FirstField[]>()

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isBare = ({ label, start_time, end_time }: ContactRead) => !label && !start_time && !end_time

/** The value as a row without further details. */
export const asRow = (scheme: ContactScheme, value: string): ContactRead => ({
  scheme,
  value,
  label: null,
  start_time: null,
  end_time: null,
})

/** Whether the row holds the field's value. */
export const isFirst = (row: ContactRead, scheme: ContactScheme, value: unknown): boolean =>
  isFilled(value) && row.scheme === scheme && contactKey(row) === contactKey({ scheme, value })

type Holder = Values & { contacts: readonly ContactRead[] }

/** The row that adds details to a field's value, such as whose phone it is. */
export const rowOf = (schema: Fields, record: Holder, name: string): ContactRead | undefined => {
  const scheme = schema[name]?.scheme
  return scheme && record.contacts.find(row => isFirst(row, scheme, record[name]))
}

/** All rows except those that add details to a field. */
export function furtherContacts(schema: Fields, record: Holder): ContactRead[] {
  const own = firstFields(schema).map(({ name }) => rowOf(schema, record, name))
  return record.contacts.filter(row => !own.includes(row))
}

/**
 * Makes fields and rows consistent: no value appears twice, none is lost. A row with no more detail than its field is
 * dropped. An empty field takes the first row of its scheme that is still valid. Clearing a field also removes the rows
 * of that value.
 */
export function reconcileContacts<V extends Values>(schema: Fields, given: V, before: Values = {}): V {
  const own = firstFields(schema)
  if (!('contacts' in given) && !own.some(({ name }) => name in given)) return given
  const settled: Values = { ...given }
  let rows = ((given.contacts ?? before.contacts ?? []) as ContactRead[]).slice()
  const count = rows.length
  for (const { name, scheme, field } of own) {
    const isCleared = name in given && !isFilled(given[name]) && isFilled(before[name])
    if (isCleared) rows = rows.filter(row => !isFirst(row, scheme, before[name]))
    const value = name in given ? given[name] : before[name]
    if (isFilled(value)) {
      rows = rows.filter(row => !(isBare(row) && isFirst(row, scheme, value)))
      continue
    }
    const next = rows.find(row => row.scheme === scheme && !row.end_time && fits(field, row.value))
    if (!next) continue
    settled[name] = next.value
    rows = rows.filter(row => !(isBare(row) && isFirst(row, scheme, next.value)))
  }
  if ('contacts' in given || rows.length !== count) settled.contacts = rows
  return settled as V
}

const fits = ({ write }: FieldDefinition, value: string) => write !== null && z.safeParse(write, value).success
