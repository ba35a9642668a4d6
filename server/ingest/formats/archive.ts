import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { cutStart } from '#contract/text.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { openZip, unpack, type ZipArchive, ZipError, type ZipMember } from '#server/platform/files/zip.ts'
import { type OfacFiles, ofacTableOf } from '../lists/ofac.ts'
import { type Bytes, startOf } from './content.ts'

const megabyte = 1_048_576
/** The archive itself is in memory; its members are unpacked while they are read. */
const mostArchiveMegabytes = 128
const mostUnpackedMegabytes = 1_024
/** Tables of the OFAC list are joined in memory. */
export const mostTableMegabytes = 64
const mostMembers = 1_000
const probedBytes = 4_096

/** Content of an archive: the tables of OFAC, a workbook, or one file. */
type UnpackedFile = { ofac: Partial<OfacFiles> } | { workbook: Bytes } | { file: Bytes }

export const isArchive = (start: Buffer) => start[0] === 0x50 && start[1] === 0x4b && (start[2] ?? 9) < 9

/** Opens an archive. Names of its members are never used as paths: nothing of it is written to disk. */
export async function openArchive(bytes: Bytes, size: number): Promise<UnpackedFile> {
  if (size > mostArchiveMegabytes * megabyte) throw new IngestFault('big_archive', { count: mostArchiveMegabytes })
  const archive = await openZip(await buffer(Readable.from(bytes())), mostMembers).catch(archiveFault)
  if (archive.members.some(({ name }) => name === '[Content_Types].xml')) return { workbook: bytes }
  const files = archive.members.filter(({ name }) => !/(^|[/\\])(\.(?!\.)|__MACOSX[/\\])|[/\\]$/.test(name))
  const ofac = await ofacTables(archive, files)
  if (Object.keys(ofac).length > 0) return { ofac }
  const candidates = files.filter(({ name }) => !/(^|[/\\])(read ?me|licen[cs]e|notice)[^/\\]*$/i.test(name))
  const [only] = candidates
  if (!only) throw new IngestFault('empty_archive')
  if (candidates.length > 1)
    throw new IngestFault('many_in_archive', { names: namesOf(candidates), count: candidates.length })
  if (only.entry.uncompressedSize > mostUnpackedMegabytes * megabyte) throw bigFault()
  const file = memberBytes(archive, only, mostUnpackedMegabytes)
  if (isArchive(await startOf(file, 4))) throw new IngestFault('archive_in_archive')
  return { file }
}

const bigFault = () => new IngestFault('big_unpacked', { count: mostUnpackedMegabytes })
const namesOf = (members: readonly ZipMember[]) =>
  members
    .slice(0, 5)
    .map(({ name }) => cutStart(name, 80).toWellFormed())
    .join(', ')

function archiveFault(error: unknown): never {
  throw error instanceof ZipError ? new IngestFault('bad_archive') : error
}

/** Declared sizes are not trusted: no more than the limit is ever unpacked. */
function memberBytes(archive: ZipArchive, member: ZipMember, mostMegabytes: number): Bytes {
  return async function* () {
    let left = mostMegabytes * megabyte
    const count = (bytes: number) => {
      left -= bytes
      if (left < 0) throw bigFault()
    }
    try {
      yield* unpack(archive, member, count)
    } catch (error) {
      archiveFault(error)
    }
  }
}

/** Finds the OFAC tables by their rows; ignores other members. */
async function ofacTables(archive: ZipArchive, members: readonly ZipMember[]): Promise<Partial<OfacFiles>> {
  const tables: Partial<OfacFiles> = {}
  let left = mostTableMegabytes * megabyte
  for (const member of members) {
    if (!/\.csv$/i.test(member.name)) continue
    const bytes = memberBytes(archive, member, mostTableMegabytes)
    const table = ofacTableOf(decodeText(await startOf(bytes, probedBytes)))
    if (!table) continue
    const parts: Uint8Array[] = []
    for await (const chunk of bytes()) {
      left -= chunk.length
      if (left < 0) throw new IngestFault('big_list', { count: mostTableMegabytes })
      parts.push(chunk)
    }
    tables[table] = decodeText(Buffer.concat(parts))
  }
  return tables
}

/** Old editions are encoded in Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
