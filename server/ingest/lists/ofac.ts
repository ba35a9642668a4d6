import { parse } from 'csv-parse/sync'
import type { CarryNotes } from '#server/ingest/carry-notes.ts'
import { readCountry } from '#server/ingest/columns/country-column.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import { readRemarks, reorderName } from './ofac-remarks.ts'

/** The tables of the list as texts: entries, other names, addresses. */
export type OfacFiles = { sdn: string; alt: string; add: string }

type Row = (string | undefined)[]

const columns = { sdn: 12, alt: 5, add: 6 } as const

/** Recognises a table by its rows, which begin with the number of the entry, and by the number of columns. */
export function ofacTableOf(start: string): keyof OfacFiles | undefined {
  const line = start.split(/\r?\n/)[0] ?? ''
  // Other files are not parsed, because their quotes may be malformed.
  const [row] = /^\d+,/.test(line) ? rowsOf(line) : []
  if (!row) return undefined
  const names = Object.keys(columns) as (keyof OfacFiles)[]
  return names.find(name => columns[name] === row.length && (name !== 'alt' || /^[afn]\.?k\.?a/.test(row[2] ?? '')))
}

/** Cells in the published layout: `-0-` means empty; the file ends with a control character. */
function rowsOf(text: string): Row[] {
  const rows: string[][] = parse(text.replaceAll('\u001a', ''), {
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  return rows.map(row => row.map(cell => (cell === '-0-' || cell === '' ? undefined : cell)))
}

const byEntry = (text: string): Map<string, Row[]> => Map.groupBy(rowsOf(text), row => row[0] ?? '')

/**
 * The list of the US Office of Foreign Assets Control as FollowTheMoney entities, by the numbers of its entries. The
 * layout follows its published data specification (SDN.CSV, ALT.CSV, ADD.CSV). Ships and aircraft are not imported.
 */
export function* ofacEntities(files: OfacFiles, note: CarryNotes): Generator<RawEntity> {
  const others = byEntry(files.alt)
  const addresses = byEntry(files.add)
  for (const [id, name, type, program, title, , , , , , , remarks] of rowsOf(files.sdn)) {
    if (!id || !name) continue
    if (type === 'vessel' || type === 'aircraft') {
      note(type === 'vessel' ? 'Vessel' : 'Airplane', null, 'unknown_schema', [name])
      continue
    }
    const isPerson = type === 'individual'
    const remarksRead = readRemarks(remarks ?? '', isPerson)
    const places = addresses.get(id) ?? []
    const aliases = (others.get(id) ?? []).map(([, , kind, alias]) => ({ kind, alias: alias ?? '' }))
    const named = (kind: string) =>
      aliases.filter(each => each.kind === kind).map(each => reorderName(each.alias, isPerson))
    const countries = places.flatMap(place => (place[4] ? (readCountry(place[4]) ?? []) : []))
    yield {
      id: `ofac-sdn:${id}`,
      external: id,
      schema: isPerson ? 'Person' : 'Organization',
      properties: {
        ...remarksRead.properties,
        name: [reorderName(name, isPerson)],
        alias: [...named('aka'), ...named('nka')],
        previousName: named('fka'),
        position: isPerson && title ? [title] : [],
        country: [...new Set(countries)].slice(0, 1),
        address: places
          .map(([, , street, city, land]) => [street, city, land].filter(Boolean).join(', '))
          .filter(Boolean),
        keywords: program && isPerson ? programsOf(program).map(each => `OFAC ${each}`) : [],
        summary: program ? [`OFAC SDN ${id} · ${programsOf(program).join(', ')}`] : [],
        notes: remarksRead.rest.length > 0 ? [remarksRead.rest.join('; ')] : [],
      },
    }
  }
}

const programsOf = (text: string): string[] =>
  text
    .split(/\]\s*\[|[[\]]/)
    .map(each => each.trim())
    .filter(Boolean)
