// Sets of data/screening: a folder with `list.ftm.jsonl` and `queries.jsonl`, or pairs; each file plain, or compressed
// as .zst or .gz.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Party, PartyEntry, PartyName } from '#server/name/name.ts'
import { partyOfFtm } from '#server/name/name.ts'

/** The text of a file by its plain name; undefined if it does not exist in any form. */
export function readText(dir: string, name: string): string | undefined {
  const path = join(dir, name)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  if (existsSync(`${path}.zst`)) return zstdDecompressSync(readFileSync(`${path}.zst`)).toString('utf8')
  if (existsSync(`${path}.gz`)) return gunzipSync(readFileSync(`${path}.gz`)).toString('utf8')
  return undefined
}

/** The objects of a file, one per line; invalid lines are reported and skipped. */
function rowsOf<Row>(dir: string, name: string, isRow: (row: Partial<Row>) => boolean): Row[] {
  const text = readText(dir, name)
  if (text === undefined) throw new Error(`${join(dir, name)} not found, neither plain nor as .zst or .gz`)
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .filter(line => line.trim() !== '')
  const rows = lines.flatMap(line => {
    const row = parseLine(line) as Row | null
    return typeof row === 'object' && row !== null && isRow(row) ? [row] : []
  })
  if (rows.length < lines.length) console.log(`${name}: ${lines.length - rows.length} invalid lines skipped`)
  return rows
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

type ScreeningQuery = { id: string; group: string; party: Party; expect: string[] }
type FtmRow = { id: string; schema?: string; properties?: Record<string, string[]> }
type QueryRow = { id?: string; group?: string; query: Omit<FtmRow, 'id'>; expect?: string[] }

export const readList = (dir: string): PartyEntry[] =>
  rowsOf<FtmRow>(dir, 'list.ftm.jsonl', row => row.id !== undefined).map(({ id, schema = '', properties = {} }) => ({
    id,
    party: partyOfFtm(schema, properties),
  }))

export const readQueries = (dir: string): ScreeningQuery[] =>
  rowsOf<QueryRow>(dir, 'queries.jsonl', row => row.query !== undefined).map(
    ({ id = '', group = 'all', query: { schema = '', properties = {} }, expect = [] }) => ({
      id,
      group,
      party: partyOfFtm(schema, properties),
      expect,
    }),
  )

export type { PartyName }
