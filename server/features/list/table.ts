import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ColumnMeaning, ListMapping, ListSheet, MappedColumn } from '#contract/list-mapping.ts'
import { cutText } from '#contract/text.ts'
import { readCountries } from '#server/ingest/columns/country-column.ts'
import { type DateContext, dateColumn } from '#server/ingest/columns/date-column.ts'
import { fullName } from '#server/ingest/columns/full-name.ts'
import { headerKey } from '#server/ingest/columns/header-key.ts'
import { guessPartyColumns, meaningOf, partyHeadings, readKind } from '#server/ingest/columns/party-columns.ts'
import { seeColumns } from '#server/ingest/columns/unread-columns.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import type { TableReading } from '#server/ingest/formats/layout.ts'
import { openTable } from '#server/ingest/formats/table.ts'
import { datesOf, isDate } from '#server/ingest/lists/dates.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import type { QuarantinedEntry } from './quarantine.ts'

const lookedAt = 10
const maxPreviewRows = 300
const mostCells = 500

/** The sheet and heading row that a user has chosen; null: they are detected. */
export type LayoutChoice = { sheet: string | null; heading: number | null }
type MappedSheet = { reading: TableReading; mapping: ListMapping; places: ColumnPositions; added: Added }
/** Columns that did not exist when the columns of the list were mapped. */
type Added = { heading: string; at: number }[]
/** The position of the columns of a mapping in a file, and how the dates of each are read. */
type ColumnPositions = { column: MappedColumn; at: number; dates?: DateContext }[]
/** A value that could not be read, with the heading of its column. */
export type UnreadableCell = { heading: string; text: string }

/** Opens a table with its mapping, or its first rows if there is none; undefined if the file is not a table. */
export async function openSheet(
  open: () => Readable,
  name: string,
  mapping: ListMapping | null,
  chosen?: LayoutChoice,
): Promise<MappedSheet | { look: ListSheet } | undefined> {
  // A name with such an extension would make the reader parse anything as JSON.
  const tableName = name.replace(/\.(json|jsonl|ndjson)$/i, '')
  const { sheet = null, heading = null } = chosen ?? mapping ?? {}
  const wish = { known: partyHeadings, sheet, heading }
  const reading = await openTable(open, tableName, wish).catch(error => {
    if (error instanceof IngestFault && ['not_text', 'no_header', 'bad_record'].includes(error.code)) return undefined
    throw error
  })
  if (!reading || reading.format === 'json') return undefined
  const headings = unlike(reading.columns)
  const proposed = proposeMapping(headings)
  if (headings.length < 2 && !proposed.columns.some(({ means }) => means === 'name')) return undefined
  if (mapping && !chosen) {
    const places = columnPositions(mapping, headings)
    if (places.length === mapping.columns.length) {
      const sheet = { reading, mapping, places, added: addedTo(mapping, headings) }
      return (await withDates(places, reading.rows))
        ? { ...sheet, reading: await openTable(open, tableName, wish) }
        : sheet
    }
  }
  const rows: string[][] = []
  const seen = seeColumns()
  for await (const row of reading.rows) {
    if (row.every(cell => cell.trim() === '')) continue
    const cells = headings.map((_, at) => clean(row[at] ?? '').trim())
    seen.add(cells)
    if (rows.length < lookedAt) rows.push(cells.map(cell => cutText(cell, maxPreviewRows)))
  }
  if (rows.length === 0) throw new IngestFault('no_rows')
  const known = new Set(headings.map(headerKey))
  const missing = (mapping?.columns ?? []).map(({ heading }) => heading).filter(each => !known.has(headerKey(each)))
  return {
    look: {
      headings,
      rows,
      proposed: {
        ...(mapping && missing.length === 0 ? mapping : proposed),
        // The detected position may differ in the next file, so only a chosen one is stored.
        ...(chosen && { sheet, heading }),
      },
      ...(reading.layout && { layout: reading.layout }),
      missing,
      seen: await seen.columns(headings),
    },
  }
}

/** The mapping that the headings suggest; unknown columns are left out. */
function proposeMapping(headings: readonly string[]): ListMapping {
  const guessed = guessPartyColumns(headings)
  const columns = headings.flatMap((heading, at) => (guessed[at] ? [{ heading, ...guessed[at] }] : []))
  const means = new Set(columns.map(column => column.means))
  const isPersons = means.has('last_name') || columns.some(({ scheme }) => scheme === 'passportNumber')
  return { columns, kind: means.has('kind') || !isPersons ? null : 'person' }
}

/**
 * Derives the date order of a column from all its dates in the file. Returns false if there is no column of dates and
 * nothing was read.
 */
async function withDates(places: ColumnPositions, rows: AsyncIterable<string[]>): Promise<boolean> {
  const dated = places
    .filter(({ column }) => column.means === 'birth_date')
    .map(place => ({ place, column: dateColumn({ readsSerials: true }) }))
  if (dated.length === 0) return false
  for await (const row of rows)
    for (const { place, column } of dated)
      for (const part of (row[place.at] ?? '').split(valueSeparator)) column.add(part)
  for (const { place, column } of dated) place.dates = column.context(place.column.order)
  return true
}

const clean = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

/** Makes equal or empty headings unique by a number. */
function unlike(columns: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return columns.map((column, at) => {
    const heading = clean(column) || `#${at + 1}`
    const count = (seen.get(headerKey(heading)) ?? 0) + 1
    seen.set(headerKey(heading), count)
    return count === 1 ? heading : `${heading} #${count}`
  })
}

export const columnPositions = ({ columns }: ListMapping, headings: readonly string[]): ColumnPositions =>
  columns.flatMap(column => {
    const at = headings.findIndex(heading => headerKey(heading) === headerKey(column.heading))
    return at < 0 ? [] : [{ column, at }]
  })

function addedTo({ columns, left }: ListMapping, headings: readonly string[]): Added {
  // A mapping of an earlier edition does not contain the unmapped headings.
  if (!left) return []
  const seen = new Set([...columns.map(({ heading }) => heading), ...left].map(headerKey))
  return headings.map((heading, at) => ({ heading, at })).filter(({ heading }) => !seen.has(headerKey(heading)))
}

type RowRead = { n: number; raw: RawEntity; unread: UnreadableCell[] }

/**
 * The rows as entities. In a table with ids, consecutive rows with one id are one party, as in lists with one row per
 * alias.
 */
export async function* rowsAsRead({
  reading,
  mapping,
  places,
  added,
}: MappedSheet): AsyncGenerator<RowRead | { n: number; quarantined: QuarantinedEntry }> {
  const hasIds = mapping.columns.some(({ means }) => means === 'id')
  let previous: RowRead | undefined
  let n = 1
  for await (const row of reading.rows) {
    n += 1
    if (row.every(cell => cell.trim() === '')) continue
    const width = reading.columns.length
    const read = row.length > mostCells ? { quarantined: wide(row) } : rowOf(row, mapping, places, { width, added })
    if ('quarantined' in read) yield { n, quarantined: read.quarantined }
    else if (previous && hasIds && read.raw.id !== '' && previous.raw.id === read.raw.id) {
      join(previous.raw, read.raw)
      previous.unread.push(...read.unread)
    } else {
      if (previous) yield previous
      previous = { n, ...read }
    }
  }
  if (previous) yield previous
}

const wide = (row: readonly string[]): QuarantinedEntry => ({
  key: null,
  caption: cutText(clean(row[0] ?? ''), 200),
  reason: 'bad_line',
})

function join({ properties }: RawEntity, { properties: more }: RawEntity): void {
  for (const [name, values] of Object.entries(more) as [string, string[]][]) {
    const into = name === 'name' ? 'alias' : name
    const before = (properties[into] ?? []) as string[]
    const known = new Set([...before, ...((properties.name ?? []) as string[])])
    properties[into] = [...before, ...values.filter(value => !known.has(value))]
  }
}

const properties: Partial<Record<ColumnMeaning, string>> = {
  alias: 'alias',
  weak_alias: 'weakAlias',
  former_name: 'previousName',
  address: 'address',
  position: 'position',
  reason: 'program',
  note: 'notes',
}
/** Separators between several values in one cell. A comma may be part of a value. */
const valueSeparator = /\s*[;；|\n\r]\s*/

/**
 * Converts a row to an entity. Cells beyond the `width` of the table belong to no column and `added` columns have no
 * mapping, so their texts are unread. A row of an unknown kind is quarantined: whether it is a person or an
 * organisation would be a guess.
 */
export function rowOf(
  row: readonly string[],
  mapping: ListMapping,
  places: ColumnPositions,
  { width, added }: { width: number; added: Added } = { width: row.length, added: [] },
): { raw: RawEntity; unread: UnreadableCell[] } | { quarantined: QuarantinedEntry } {
  const cells = (means: ColumnMeaning) =>
    places
      .filter(({ column }) => column.means === means)
      .map(({ column, at, dates }) => ({ column, dates, text: clean(row[at] ?? '').trim() }))
      .filter(({ text }) => text !== '')
  const texts = (means: ColumnMeaning) => cells(means).map(({ text }) => text)
  const many = (means: ColumnMeaning) =>
    texts(means)
      .flatMap(text => text.split(valueSeparator))
      .filter(Boolean)
  const { name, aliases, given, family } = fullName({
    name: texts('name'),
    given: many('first_name'),
    family: many('last_name'),
  })
  const [kindCell] = cells('kind')
  const kindText = kindCell?.text
  const kind = kindCell ? readKind(kindCell.text, kindCell.column.values) : mapping.kind
  if (kind === undefined)
    return {
      quarantined: {
        key: texts('id')[0] ?? null,
        caption: cutText(name, 200),
        reason: 'unknown_kind',
        detail: { kind: cutText(kindText ?? '', 60) },
      },
    }
  const schema = kind === 'person' ? 'Person' : kind === 'organisation' ? 'Organization' : (kind ?? 'LegalEntity')
  const isPerson = schema === 'Person'
  const unread: UnreadableCell[] = []
  const dates = cells('birth_date').flatMap(({ column, dates, text }) =>
    text
      .split(valueSeparator)
      .filter(Boolean)
      .flatMap(part => {
        const read = datesOf(part, dates).filter(isDate)
        if (read.length === 0) unread.push({ heading: column.heading, text: part })
        return read
      }),
  )
  const countries = cells('country').flatMap(cell => {
    const { codes, unread: rest } = readCountries(cell.text)
    return [
      ...codes,
      ...rest.flatMap(text => {
        const code = meaningOf(text, cell.column.values)
        if (code === undefined) unread.push({ heading: cell.column.heading, text })
        return code === undefined || code === '' ? [] : [code]
      }),
    ]
  })
  const read: Record<string, string[]> = { name: name === '' ? [] : [name] }
  for (const [means, property] of Object.entries(properties) as [ColumnMeaning, string][])
    if (means === 'note' || means === 'reason' || means === 'address') read[property] = texts(means)
    else read[property] = many(means)
  read.alias = [...aliases, ...(read.alias ?? [])]
  read.firstName = [...given]
  read.lastName = [...family]
  read[isPerson ? 'birthDate' : 'incorporationDate'] = dates
  read[isPerson ? 'nationality' : 'country'] = countries
  for (const { column, text } of cells('number')) {
    const scheme = column.scheme ?? 'idNumber'
    read[scheme] = [...(read[scheme] ?? []), ...text.split(valueSeparator).filter(Boolean)]
  }
  for (const { heading, at } of [...added, ...row.slice(width).map((_, at) => placeBeyond(width + at))])
    if ((row[at] ?? '').trim() !== '') unread.push({ heading, text: clean(row[at] ?? '').trim() })
  // Unread values are stored in the notes of the entry, with the text of the file.
  read.notes = [
    ...(read.notes ?? []),
    ...unread.map(({ heading, text }) => `${heading}: ${cutText(text, maxPreviewRows)}`),
  ]
  const id = texts('id')[0] ?? digestOf([schema, name, ...dates])
  return { raw: { id: name === '' && !texts('id')[0] ? '' : id, schema, properties: read }, unread }
}

const placeBeyond = (at: number) => ({ heading: `#${at + 1}`, at })

/** A key for rows without ids: a hash of their identifying values. */
const digestOf = (texts: readonly string[]) =>
  `row-${createHash('sha256')
    .update(JSON.stringify(texts.map(headerKey)))
    .digest('hex')
    .slice(0, 24)}`
