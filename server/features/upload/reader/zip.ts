import * as zip from '#server/platform/files/zip.ts'
import { countUnpacked, ReadFault, type Reading, type Source } from './reading.ts'

export type { Archive, Member } from '#server/platform/files/zip.ts'

/** More entries than this occur in no genuine archive. */
const mostEntries = 100_000
const known = new WeakMap<Source, zip.Archive>()
const failures = { many: 'bomb', encrypted: 'encrypted', broken: 'broken' } as const

function asFault(error: unknown): unknown {
  return error instanceof zip.ZipError ? new ReadFault(failures[error.why]) : error
}

/** Reads the directory of an archive without unpacking it. */
export async function openArchive(source: Source): Promise<zip.Archive> {
  const before = known.get(source)
  if (before) return before
  try {
    const archive = await zip.openZip(source.bytes ?? source.path ?? '', mostEntries)
    known.set(source, archive)
    return archive
  } catch (error) {
    throw asFault(error)
  }
}

export function closeArchive(source: Source): void {
  known.get(source)?.zip.close()
}

/** A member's bytes as they are unpacked, counted against the limits of the whole upload. */
export async function* unpack(reading: Reading, archive: zip.Archive, member: zip.Member): AsyncGenerator<Buffer> {
  try {
    yield* zip.unpack(archive, member, bytes => countUnpacked(reading, bytes))
  } catch (error) {
    throw asFault(error)
  }
}

/** All bytes of a member, or null if it exceeds the limit for reading as a whole. */
export async function unpackWhole(reading: Reading, archive: zip.Archive, member: zip.Member): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of unpack(reading, archive, member)) {
    length += chunk.length
    if (length > reading.bounds.memoryBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
