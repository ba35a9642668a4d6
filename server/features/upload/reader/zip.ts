import * as zip from '#server/platform/files/zip.ts'
import { countUnpacked, type FileReading, type ReaderSource, ReadFault } from './file-reading.ts'

export type { ZipArchive, ZipMember } from '#server/platform/files/zip.ts'

/** More entries than this occur in no genuine archive. */
const mostEntries = 100_000
const archiveCache = new WeakMap<ReaderSource, zip.ZipArchive>()
const failures = { many: 'bomb', encrypted: 'encrypted', broken: 'broken' } as const

function asFault(error: unknown): unknown {
  return error instanceof zip.ZipError ? new ReadFault(failures[error.why]) : error
}

/** Reads the directory of an archive without unpacking it. */
export async function openArchive(source: ReaderSource): Promise<zip.ZipArchive> {
  const before = archiveCache.get(source)
  if (before) return before
  try {
    const archive = await zip.openZip(source.bytes ?? source.path ?? '', mostEntries)
    archiveCache.set(source, archive)
    return archive
  } catch (error) {
    throw asFault(error)
  }
}

export function closeArchive(source: ReaderSource): void {
  archiveCache.get(source)?.zip.close()
}

/** A member's bytes as they are unpacked, counted against the limits of the whole upload. */
export async function* unpack(
  reading: FileReading,
  archive: zip.ZipArchive,
  member: zip.ZipMember,
): AsyncGenerator<Buffer> {
  try {
    yield* zip.unpack(archive, member, bytes => countUnpacked(reading, bytes))
  } catch (error) {
    throw asFault(error)
  }
}

/** All bytes of a member, or null if it exceeds the limit for reading as a whole. */
export async function unpackWhole(
  reading: FileReading,
  archive: zip.ZipArchive,
  member: zip.ZipMember,
): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of unpack(reading, archive, member)) {
    length += chunk.length
    if (length > reading.bounds.memoryBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
