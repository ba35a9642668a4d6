// The specification's own fields for accounts and contact details are the first of their scheme; `contacts` has the others.
import * as z from 'zod/mini'
import type { Field, Fields } from './card.ts'
import { type ContactRead, contactKey } from './identifier.ts'
import type { ContactScheme } from './identifier-scheme.ts'

type Values = Record<string, unknown>
type FirstField = { name: string; scheme: ContactScheme; field: Field }

/** The fields of a card that are the first of a scheme. */
export function firstFields(card: Fields): FirstField[] {
  const known = knownFirst.get(card)
  if (known) return known
  const made = Object.entries(card).flatMap(([name, field]) =>
    field.scheme ? [{ name, scheme: field.scheme, field }] : [],
  )
  knownFirst.set(card, made)
  return made
}

/** Cards never change, and each row of a file asks. */
const knownFirst = new WeakMap<Fields, FirstField[]>()

const isSaid = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isBare = ({ label, start_time, end_time }: ContactRead) => !label && !start_time && !end_time

/** The value as a row without more to say of it. */
export const asRow = (scheme: ContactScheme, value: string): ContactRead => ({
  scheme,
  value,
  label: null,
  start_time: null,
  end_time: null,
})

/** Whether the row says the field's value. */
export const isFirst = (row: ContactRead, scheme: ContactScheme, value: unknown): boolean =>
  isSaid(value) && row.scheme === scheme && contactKey(row) === contactKey({ scheme, value })

type Holder = Values & { contacts: readonly ContactRead[] }

/** The row that says more of what a field says: whose phone it is. */
export const rowOf = (card: Fields, record: Holder, name: string): ContactRead | undefined => {
  const scheme = card[name]?.scheme
  return scheme && record.contacts.find(row => isFirst(row, scheme, record[name]))
}

/** Rows beside those that say more of a field. */
export function furtherContacts(card: Fields, record: Holder): ContactRead[] {
  const own = firstFields(card).map(({ name }) => rowOf(card, record, name))
  return record.contacts.filter(row => !own.includes(row))
}

/**
 * What is given, with fields and rows true at once: no value stands twice, none is lost. A row that says no more than its
 * field does is left out; a field that is empty takes the first row of its scheme that still holds. A field that is
 * cleared takes the rows of that value with it.
 */
export function settleContacts<V extends Values>(card: Fields, given: V, before: Values = {}): V {
  const own = firstFields(card)
  if (!('contacts' in given) && !own.some(({ name }) => name in given)) return given
  const settled: Values = { ...given }
  let rows = ((given.contacts ?? before.contacts ?? []) as ContactRead[]).slice()
  const count = rows.length
  for (const { name, scheme, field } of own) {
    const isCleared = name in given && !isSaid(given[name]) && isSaid(before[name])
    if (isCleared) rows = rows.filter(row => !isFirst(row, scheme, before[name]))
    const value = name in given ? given[name] : before[name]
    if (isSaid(value)) {
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

const fits = ({ write }: Field, value: string) => write !== null && z.safeParse(write, value).success
