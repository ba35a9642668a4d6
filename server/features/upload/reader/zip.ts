import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { countUnpacked, ReadFault, type Reading, type Source } from './reading.ts'

export type Member = { name: string; entry: Entry }
export type Archive = { members: Member[]; zip: ZipFile }

/** Entries beyond this are no directory that anybody made for use. */
const mostEntries = 100_000
const known = new WeakMap<Source, Archive>()

/** The directory of an archive; nothing is unpacked yet. */
export async function openArchive(source: Source): Promise<Archive> {
  const before = known.get(source)
  if (before) return before
  try {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
    const zip = source.bytes
      ? await yauzl.fromBufferPromise(source.bytes, options)
      : await yauzl.openPromise(source.path ?? '', options)
    const members: Member[] = []
    for await (const entry of zip.eachEntry()) {
      if (members.length >= mostEntries) throw new ReadFault('bomb')
      members.push({ name: nameOf(entry), entry })
    }
    const archive = { members, zip }
    known.set(source, archive)
    return archive
  } catch (error) {
    if (error instanceof ReadFault) throw error
    throw new ReadFault('broken')
  }
}

export function closeArchive(source: Source): void {
  known.get(source)?.zip.close()
}

/** A name is only ever shown. Old programs write it in the charset of their country. */
function nameOf({ fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    return new TextDecoder('gb18030').decode(fileNameRaw)
  }
}

/** A member's bytes as they are unpacked, counted against the bounds of the whole upload. */
export async function* unpack(reading: Reading, { zip }: Archive, { entry }: Member): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new ReadFault('encrypted')
  try {
    const stream = await zip.openReadStreamPromise(entry)
    try {
      for await (const chunk of stream) {
        countUnpacked(reading, (chunk as Buffer).length)
        yield chunk as Buffer
      }
    } finally {
      stream.destroy()
    }
  } catch (error) {
    if (error instanceof ReadFault) throw error
    throw new ReadFault('broken')
  }
}

/** All of a member, or null where it is larger than what is read as a whole. */
export async function unpackWhole(reading: Reading, archive: Archive, member: Member): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of unpack(reading, archive, member)) {
    length += chunk.length
    if (length > reading.bounds.memoryBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
