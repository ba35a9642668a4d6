import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import yauzl, { type Entry, type Options, type ZipFile } from 'yauzl'
import { ZipFile as ZipWriter } from 'yazl'

/**
 * `many`: more members than allowed; `encrypted`: the unpacked member is encrypted; `broken`: not an archive, or a
 * damaged one.
 */
export class ZipError extends Error {
  readonly why: 'many' | 'encrypted' | 'broken'
  constructor(why: ZipError['why'], cause?: unknown) {
    super(`the archive cannot be read: ${why}`, { cause })
    this.why = why
  }
}

export type ZipMember = { name: string; entry: Entry }
export type ZipArchive = { members: ZipMember[]; zip: ZipFile }

/**
 * Reads the directory of an archive, in memory or at a path; nothing is unpacked yet. Close it with `zip.close()`.
 * Throws `ZipError`.
 */
export async function openZip(source: Buffer | string, mostMembers: number): Promise<ZipArchive> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
  try {
    const size = typeof source === 'string' ? (await stat(source)).size : source.length
    const range = await findRange(source, size)
    const isWhole = range === null || (range.start === 0 && range.end === size)
    const zip = await (isWhole ? openPlain(source, options) : openWithin(source, range, options))
    const members: ZipMember[] = []
    for await (const entry of zip.eachEntry()) {
      if (members.length >= mostMembers) throw new ZipError('many')
      members.push({ name: nameOf(entry), entry })
    }
    return { members, zip }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken', error)
  }
}

const openPlain = (source: Buffer | string, options: Options) =>
  typeof source === 'string' ? yauzl.openPromise(source, options) : yauzl.fromBufferPromise(source, options)

type ByteRange = { start: number; end: number }

/** The end of the directory is searched in this many bytes at the end of the file. */
const tailBytes = 1_048_576
const endBytes = 22

/**
 * The range of an archive in a file that has other bytes before or after it, which other readers accept: from the start
 * that its directory's offsets refer to, to the end of that directory. Null if there is no archive.
 */
async function findRange(source: Buffer | string, size: number): Promise<ByteRange | null> {
  const from = Math.max(0, size - tailBytes)
  const tail = await bytesAt(source, from, size)
  for (let at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1'); at >= 0; ) {
    if (at + endBytes <= tail.length) {
      const length = tail.readUInt32LE(at + 12)
      const start = from + at - length - tail.readUInt32LE(at + 16)
      const comment = Math.min(tail.readUInt16LE(at + 20), tail.length - at - endBytes)
      const isDirectory =
        start >= 0 &&
        (await bytesAt(source, from + at - length, from + at - length + 4)).toString('latin1') === 'PK\x01\x02'
      if (isDirectory) return { start, end: from + at + endBytes + comment }
    }
    at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1')
  }
  return null
}

async function bytesAt(source: Buffer | string, start: number, end: number): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(start, end)
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function openWithin(source: Buffer | string, { start, end }: ByteRange, options: Options): Promise<ZipFile> {
  if (typeof source !== 'string') return yauzl.fromBufferPromise(source.subarray(start, end), options)
  return yauzl.fromRandomAccessReaderPromise(new Within(source, start), end - start, options)
}

class Within extends yauzl.RandomAccessReader {
  private readonly path: string
  private readonly from: number
  constructor(path: string, from: number) {
    super()
    this.path = path
    this.from = from
  }
  override _readStreamForRange(start: number, end: number) {
    return createReadStream(this.path, { start: this.from + start, end: this.from + end - 1 })
  }
}

/** Decodes a name, which is only displayed. Old programs write it in the charset of their country. */
function nameOf({ fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    return new TextDecoder('gb18030').decode(fileNameRaw)
  }
}

/**
 * Unpacks a member and yields its bytes. The size that the archive states is not trusted: `count` is called with the
 * length of each chunk before the chunk is yielded, and may throw. Throws `ZipError`.
 */
export async function* unpack(
  { zip }: ZipArchive,
  { entry }: ZipMember,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new ZipError('encrypted')
  const stream = await zip.openReadStreamPromise(entry).catch(error => {
    throw new ZipError('broken', error)
  })
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await chunks.next().catch(error => {
        throw new ZipError('broken', error)
      })
      if (next.done) return
      count(next.value.length)
      yield next.value
    }
  } finally {
    stream.destroy()
  }
}

/** The earliest date that an archive supports: the same content makes the same bytes. */
const mtime = new Date(1980, 0, 1)

/** Writes a compressed archive as its files arrive; needs memory for one chunk only. */
export async function* zipStream(
  files: Iterable<{ name: string; content: AsyncIterable<string> | Iterable<string> }>,
): AsyncGenerator<Buffer> {
  const zip = new ZipWriter()
  const written = zip.outputStream.pipe(new PassThrough())
  const fail = (error: Error) => void written.destroy(error)
  let isOver = false
  let source: Readable | undefined
  zip.on('error', fail)
  for (const { name, content } of files)
    zip.addReadStreamLazy(name, { compressionLevel: 5, mtime, forceDosTimestamp: true }, give => {
      if (isOver) return
      // Not in object mode: one piece of text may have any number of bytes.
      source = Readable.from(content, { objectMode: false })
      source.on('error', fail)
      give(null, source)
    })
  zip.end()
  try {
    yield* written
  } finally {
    // The reader has stopped, so no further file is read.
    isOver = true
    source?.destroy()
  }
}
