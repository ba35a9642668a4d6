import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ColumnMeaning, ListMapping, ListSheet, MappedColumn } from '#contract/list-mapping.ts'
import { cutText } from '#contract/text.ts'
import { headerKey, openTable, type Reading, regionOf, TableFault } from '#server/features/import/import.ts'
import { datesOf, type RawEntity } from '#server/features/interchange/interchange.ts'
import type { Aside } from './aside.ts'
import { guessMapping } from './guess.ts'
import { kindOf } from './kind.ts'
import { LoadFault } from './words.ts'

const lookedAt = 10
const mostShown = 300
const mostCells = 500

export type Sheet = { reading: Reading; mapping: ListMapping; places: Places }
/** Where the columns of a mapping stand in a file. */
type Places = { column: MappedColumn; at: number }[]

/** A table with what its columns mean, or its first rows where that is not known; undefined where the file is no table. */
export async function openSheet(
  open: () => Readable,
  name: string,
  mapping: ListMapping | null,
): Promise<Sheet | { look: ListSheet } | undefined> {
  // The name would make JSON of anything.
  const reading = await openTable(open, name.replace(/\.(json|jsonl|ndjson)$/i, '')).catch(error => {
    if (error instanceof TableFault && ['not_text', 'no_header', 'bad_json'].includes(error.code)) return undefined
    throw tableFault(error)
  })
  if (!reading || reading.format === 'json') return undefined
  const headings = unlike(reading.columns)
  const proposed = guessMapping(headings)
  if (headings.length < 2 && !proposed.columns.some(({ means }) => means === 'name')) return undefined
  if (mapping) {
    const places = placesOf(mapping, headings)
    if (places.length === mapping.columns.length) return { reading, mapping, places }
  }
  const rows: string[][] = []
  for await (const row of told(reading.rows)) {
    if (row.every(cell => cell.trim() === '')) continue
    rows.push(headings.map((_, at) => cutText(clean(row[at] ?? ''), mostShown)))
    if (rows.length === lookedAt) break
  }
  if (rows.length === 0) throw tableFault(new TableFault('no_rows'))
  const known = new Set(headings.map(headerKey))
  const missing = (mapping?.columns ?? []).map(({ heading }) => heading).filter(each => !known.has(headerKey(each)))
  return { look: { headings, rows, proposed: mapping && missing.length === 0 ? mapping : proposed, missing } }
}

const clean = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

/** Headings that are alike, or empty, are told apart by a number. */
function unlike(columns: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return columns.map((column, at) => {
    const heading = clean(column) || `#${at + 1}`
    const count = (seen.get(headerKey(heading)) ?? 0) + 1
    seen.set(headerKey(heading), count)
    return count === 1 ? heading : `${heading} #${count}`
  })
}

export const placesOf = ({ columns }: ListMapping, headings: readonly string[]): Places =>
  columns.flatMap(column => {
    const at = headings.findIndex(heading => headerKey(heading) === headerKey(column.heading))
    return at < 0 ? [] : [{ column, at }]
  })

const tableFault = (error: unknown) =>
  error instanceof TableFault ? new LoadFault('table', { ...error.detail, code: error.code }) : error

async function* told(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  try {
    yield* rows
  } catch (error) {
    throw tableFault(error)
  }
}

/** Rows as entities. Of a table with ids, rows of one id that follow one another are one party, as of lists with a row an alias. */
export async function* rowsAsRead({
  reading,
  mapping,
  places,
}: Sheet): AsyncGenerator<{ n: number; raw: RawEntity } | { n: number; aside: Aside }> {
  const hasIds = mapping.columns.some(({ means }) => means === 'id')
  let held: { n: number; raw: RawEntity } | undefined
  let n = 1
  for await (const row of told(reading.rows)) {
    n += 1
    if (row.every(cell => cell.trim() === '')) continue
    const read = row.length > mostCells ? { aside: wide(row) } : rowOf(row, mapping, places)
    if ('aside' in read) yield { n, aside: read.aside }
    else if (held && hasIds && read.raw.id !== '' && held.raw.id === read.raw.id) join(held.raw, read.raw)
    else {
      if (held) yield held
      held = { n, raw: read.raw }
    }
  }
  if (held) yield held
}

const wide = (row: readonly string[]): Aside => ({
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
  first_name: 'firstName',
  last_name: 'lastName',
}
/** What stands between several values in one cell. A comma may be of the value itself. */
const between = /\s*[;；|\n\r]\s*/

/** What a row says. A kind that is not known sets it aside: as which of the two it is compared would be a guess. */
export function rowOf(
  row: readonly string[],
  mapping: ListMapping,
  places: Places,
): { raw: RawEntity } | { aside: Aside } {
  const cells = (means: ColumnMeaning) =>
    places
      .filter(({ column }) => column.means === means)
      .map(({ column, at }) => ({ column, text: clean(row[at] ?? '').trim() }))
      .filter(({ text }) => text !== '')
  const texts = (means: ColumnMeaning) => cells(means).map(({ text }) => text)
  const many = (means: ColumnMeaning) =>
    texts(means)
      .flatMap(text => text.split(between))
      .filter(Boolean)
  const parts = [...texts('first_name'), ...texts('last_name')].join(' ')
  const [name = parts, ...others] = texts('name')
  const [said] = texts('kind')
  const kind = said === undefined ? mapping.kind : kindOf(said)
  if (kind === undefined)
    return {
      aside: {
        key: texts('id')[0] ?? null,
        caption: cutText(name, 200),
        reason: 'unknown_kind',
        detail: { kind: cutText(said ?? '', 60) },
      },
    }
  const schema = kind === 'person' ? 'Person' : kind === 'organisation' ? 'Organization' : (kind ?? 'LegalEntity')
  const isPerson = schema === 'Person'
  const dates = many('birth_date').flatMap(datesOf)
  const countries = many('country')
    .flatMap(text => text.split(/\s*[,，、]\s*/))
    .flatMap(text => regionOf(text) ?? [])
  const read: Record<string, string[]> = { name: name === '' ? [] : [name] }
  for (const [means, property] of Object.entries(properties) as [ColumnMeaning, string][])
    if (means === 'note' || means === 'reason' || means === 'address') read[property] = texts(means)
    else read[property] = many(means)
  read.alias = [...others, ...(read.alias ?? [])]
  read[isPerson ? 'birthDate' : 'incorporationDate'] = dates
  read[isPerson ? 'nationality' : 'country'] = countries
  for (const { column, text } of cells('number')) {
    const scheme = column.scheme ?? 'idNumber'
    read[scheme] = [...(read[scheme] ?? []), ...text.split(between).filter(Boolean)]
  }
  const id = texts('id')[0] ?? digestOf([schema, name, ...dates])
  return { raw: { id: name === '' && !texts('id')[0] ? '' : id, schema, properties: read } }
}

/** Rows without ids are known again by what they say of who it is. */
const digestOf = (said: readonly string[]) =>
  `row-${createHash('sha256')
    .update(JSON.stringify(said.map(headerKey)))
    .digest('hex')
    .slice(0, 24)}`
