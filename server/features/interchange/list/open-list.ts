import { buffer } from 'node:stream/consumers'
import type { Ctx } from '#server/platform/ctx.ts'
import { openZip, unpack, ZipError } from '#server/platform/zip.ts'
import type { Notes } from '../carry.ts'
import { textOf } from '../file-text.ts'
import type { RawEntity } from '../mapped.ts'
import { FileFault } from '../words.ts'
import { type OfacFiles, ofacEntities, ofacTableOf } from './ofac.ts'
import { unEntities } from './un.ts'
import { XmlFault } from './xml.ts'

const megabyte = 1_048_576
/** Tables of the OFAC list are joined in memory. */
const mostTableMegabytes = 64
const mostMembers = 100
const probedBytes = 4_096

export type ListFormat = 'un_xml' | 'ofac_csv'

/** A published list of sanctions, known by what it holds; undefined where the file is none. */
export async function openList(
  ctx: Ctx,
  key: string,
  note: Notes,
): Promise<{ format: ListFormat; entities: AsyncIterable<RawEntity> } | undefined> {
  const start = await startOf(ctx, key)
  const text = new TextDecoder().decode(start).replace(/^\uFEFF/, '')
  if (start[0] === 0x50 && start[1] === 0x4b) return await openOfac(await tablesOf(ctx, key), note)
  if (/^\s*</.test(text)) {
    if (!text.includes('<CONSOLIDATED_LIST')) throw new FileFault('unknown_xml')
    return { format: 'un_xml', entities: told(unEntities(textOf(ctx, key), note)) }
  }
  const table = ofacTableOf(text)
  if (table === undefined) return undefined
  return await openOfac({ [table]: await wholeText(ctx, key) }, note)
}

async function startOf(ctx: Ctx, key: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of ctx.blobs.read(key) as AsyncIterable<Uint8Array>) {
    parts.push(chunk)
    length += chunk.length
    if (length >= probedBytes) break
  }
  return Buffer.concat(parts).subarray(0, probedBytes)
}

async function wholeText(ctx: Ctx, key: string): Promise<string> {
  if (((await ctx.blobs.size(key)) ?? 0) > mostTableMegabytes * megabyte)
    throw new FileFault('big_list', { count: mostTableMegabytes })
  return decoded(await buffer(ctx.blobs.read(key)))
}

/** Old editions are in the charset of Western Europe. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Other names and addresses say nothing without their entries. */
async function openOfac({ sdn, alt = '', add = '' }: Partial<OfacFiles>, note: Notes) {
  if (sdn === undefined) throw new FileFault('ofac_without_sdn')
  const all = ofacEntities({ sdn, alt, add }, note)
  return {
    format: 'ofac_csv' as const,
    entities: (async function* () {
      yield* all
    })(),
  }
}

/** The tables in an archive, each known by its rows; what else is in it is left alone. */
async function tablesOf(ctx: Ctx, key: string): Promise<Partial<OfacFiles>> {
  const tables: Partial<OfacFiles> = {}
  try {
    const archive = await openZip(await buffer(ctx.blobs.read(key)), mostMembers)
    try {
      let left = mostTableMegabytes * megabyte
      const count = (bytes: number) => {
        left -= bytes
        if (left < 0) throw new FileFault('big_list', { count: mostTableMegabytes })
      }
      for (const member of archive.members) {
        if (!/\.csv$/i.test(member.name)) continue
        const parts: Uint8Array[] = []
        for await (const chunk of unpack(archive, member, count)) parts.push(chunk)
        const text = decoded(Buffer.concat(parts))
        const table = ofacTableOf(text)
        if (table) tables[table] = text
      }
    } finally {
      archive.zip.close()
    }
  } catch (error) {
    if (error instanceof ZipError) throw new FileFault('bad_archive')
    throw error
  }
  if (Object.keys(tables).length === 0) throw new FileFault('unknown_format')
  return tables
}

async function* told(entities: AsyncIterable<RawEntity>): AsyncGenerator<RawEntity> {
  try {
    yield* entities
  } catch (error) {
    throw error instanceof XmlFault ? new FileFault('bad_xml') : error
  }
}
