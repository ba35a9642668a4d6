import { type AliasNoteRead, notesOf } from '#contract/alias.ts'
import { asRow, firstFields, reconcileContacts } from '#contract/contact-field.ts'
import { coverOf } from '#contract/event-time.ts'
import { type Contact, type Identifier, tidyContacts, tidyIdentifiers } from '#contract/identifier.api.ts'
import { diesFirst } from '#server/features/person/person.service.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import type { AnyRow, MergeTable } from './merge-tables.ts'

/** The values that the target gets: each field from the chosen record, or list values from all records. */
export function chosenValues(
  table: MergeTable,
  target: AnyRow,
  sources: readonly AnyRow[],
  fields: Record<string, number | 'all'>,
): Record<string, unknown> {
  const rows = new Map([target, ...sources].map(row => [row.id, row]))
  const values: Record<string, unknown> = {}
  for (const [field, from] of Object.entries(fields)) {
    if (!table.fields.includes(field)) throw fieldError(`fields.${field}`, 'no_such_field')
    if (from === 'all') {
      if (!table.lists.includes(field)) throw fieldError(`fields.${field}`, 'no_such_field')
      const all = [target, ...sources].map(row => row[field])
      values[field] = field === 'custom' ? overlaid(all) : tidyItems(table, field, uniteLists(all))
      continue
    }
    const row = rows.get(from)
    if (!row) throw fieldError(`fields.${field}`, 'no_such_field')
    values[field] = row[field]
  }
  if (fields.aliases === 'all') values.aliases = withNames(table, values, target, sources)
  if (fields.contacts === 'all') keepContacts(table, values, target, sources)
  Object.assign(values, aliasNotes(target, sources, values, fields))
  keepPlaceWhole(values, fields, rows)
  check(table, target, values, fields)
  return values
}

/** The values of all lists without duplicates; the target's come first. */
function uniteLists(lists: readonly unknown[]): unknown[] {
  const seen = new Map(
    lists.flatMap(list => (Array.isArray(list) ? list : [])).map(item => [JSON.stringify(item), item]),
  )
  return [...seen.values()]
}

/** Each custom field from the first record that has a value, the target before the others. */
function overlaid(all: readonly unknown[]): object {
  return Object.assign({}, ...all.toReversed())
}

/** Removes numbers and accounts with the same key, however they were typed. */
function tidyItems(table: MergeTable, field: string, items: unknown[]): unknown[] {
  const { likeness } = table.schema[field] ?? {}
  if (likeness === 'identifiers') return tidyIdentifiers(items as Identifier[])
  return likeness === 'contacts' ? tidyContacts(items as Contact[]) : items
}

/** An account, phone number or mail address that is not chosen is added to the contacts. */
function keepContacts(
  table: MergeTable,
  values: Record<string, unknown>,
  target: AnyRow,
  sources: readonly AnyRow[],
): void {
  const own = firstFields(table.schema)
  const given = own.flatMap(({ name, scheme }) =>
    [target, ...sources].flatMap(row => {
      const value = row[name]
      return typeof value === 'string' && value !== '' ? [asRow(scheme, value)] : []
    }),
  )
  const contacts = tidyContacts([...(values.contacts as Contact[]), ...(given as Contact[])])
  const kept = Object.fromEntries(own.map(({ name }) => [name, target[name]]))
  Object.assign(values, reconcileContacts(table.schema, { ...kept, ...values, contacts }))
}

/** A name that is not chosen becomes an alias, so that the record can still be found by it. */
function withNames(
  table: MergeTable,
  values: Record<string, unknown>,
  target: AnyRow,
  sources: readonly AnyRow[],
): unknown[] {
  const name = values[table.title] ?? target[table.title]
  const others = [target, ...sources].map(row => row[table.title]).filter(other => other !== name)
  return uniteLists([values.aliases, others]).filter(alias => alias !== name)
}

/** The notes about aliases are chosen together with the aliases. */
function aliasNotes(
  target: AnyRow,
  sources: readonly AnyRow[],
  { aliases = target.aliases }: Record<string, unknown>,
  { alias_notes, aliases: from = alias_notes }: Record<string, number | 'all'>,
): { alias_notes?: AliasNoteRead[] } {
  if (from === undefined || !Array.isArray(aliases)) return {}
  const rows = [target, ...sources].filter(row => from === 'all' || row.id === from)
  return { alias_notes: notesOf(uniteLists(rows.map(row => row.alias_notes)) as AliasNoteRead[], aliases) }
}

/** Latitude and longitude must come from the same record. */
function keepPlaceWhole(
  values: Record<string, unknown>,
  fields: Record<string, number | 'all'>,
  rows: Map<number, AnyRow>,
) {
  for (const [one, other] of [
    ['lat', 'lng'],
    ['lng', 'lat'],
  ] as const) {
    const from = fields[one]
    if (typeof from === 'number' && fields[other] === undefined) values[other] = rows.get(from)?.[other]
  }
  if (fields.lat !== fields.lng && fields.lat !== undefined && fields.lng !== undefined)
    throw fieldError('fields.lng', 'place')
}

/** Checks the result: a united list may be too long; an end taken from another record may be before the start. */
function check(
  table: MergeTable,
  target: AnyRow,
  values: Record<string, unknown>,
  fields: Record<string, number | 'all'>,
): void {
  const lists = Object.fromEntries(Object.entries(values).filter(([field]) => fields[field] === 'all'))
  const parsed = table.patch.safeParse({ ...(table.name === 'og' && { id: target.id }), ...lists })
  if (!parsed.success) throw fieldError(`fields.${String(parsed.error.issues[0]?.path[0] ?? '')}`, 'wrong')
  const { start_time: start, end_time: end, birth_time, death_time } = { ...target, ...values }
  if ((fields.birth_time ?? fields.death_time) !== undefined && diesFirst(birth_time, death_time))
    throw fieldError('fields.death_time', 'death_order')
  if (table.name !== 'event' || typeof end !== 'string') return
  if (typeof start !== 'string' || coverOf(end).to < coverOf(start).from)
    throw fieldError('fields.end_time', 'time_order')
}
