// Sets of data/screening: a folder with `list.ftm.jsonl` and `queries.jsonl`, or pairs; each file plain, or packed as .zst or .gz.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Entry, Party, PartyName } from '#server/name/name.ts'
import { partyOfFtm } from '#server/name/name.ts'

/** The text of a file by its plain name, or undefined where it is not there in any form. */
export function readText(dir: string, name: string): string | undefined {
  const path = join(dir, name)
  if (existsSync(path)) return readFileSync(path, 'utf8')
  if (existsSync(`${path}.zst`)) return zstdDecompressSync(readFileSync(`${path}.zst`)).toString('utf8')
  if (existsSync(`${path}.gz`)) return gunzipSync(readFileSync(`${path}.gz`)).toString('utf8')
  return undefined
}

const rowsOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line) as unknown)

export type Query = { id: string; group: string; party: Party; expect: string[] }
type FtmRow = { id: string; schema: string; properties: Record<string, string[]> }
type QueryRow = { id: string; group?: string; query: Omit<FtmRow, 'id'>; expect?: string[] }

export function readList(dir: string): Entry[] {
  return rowsOf(readText(dir, 'list.ftm.jsonl') ?? '').map(row => {
    const entity = row as FtmRow
    return { id: entity.id, party: partyOfFtm(entity.schema, entity.properties) }
  })
}

export function readQueries(dir: string): Query[] {
  return rowsOf(readText(dir, 'queries.jsonl') ?? '').map(row => {
    const { id, group = 'all', query, expect = [] } = row as QueryRow
    return { id, group, party: partyOfFtm(query.schema, query.properties), expect }
  })
}

export type { PartyName }
