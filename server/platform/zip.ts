import { PassThrough, Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ZipFile as ZipWriter } from 'yazl'

/** `many`: more members than allowed; `encrypted`: of one that is unpacked; `broken`: no archive, or a damaged one. */
export class ZipError extends Error {
  readonly why: 'many' | 'encrypted' | 'broken'
  constructor(why: ZipError['why'], cause?: unknown) {
    super(`the archive cannot be read: ${why}`, { cause })
    this.why = why
  }
}

export type Member = { name: string; entry: Entry }
export type Archive = { members: Member[]; zip: ZipFile }

/** The directory of an archive, in memory or at a path; nothing is unpacked yet. Closed by `zip.close()`. Throws `ZipError`. */
export async function openZip(source: Buffer | string, mostMembers: number): Promise<Archive> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }
  try {
    const zip = await (typeof source === 'string'
      ? yauzl.openPromise(source, options)
      : yauzl.fromBufferPromise(source, options))
    const members: Member[] = []
    for await (const entry of zip.eachEntry()) {
      if (members.length >= mostMembers) throw new ZipError('many')
      members.push({ name: nameOf(entry), entry })
    }
    return { members, zip }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken', error)
  }
}

/** A name is only ever shown. Old programs write it in the charset of their country. */
function nameOf({ fileNameRaw }: Entry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw)
  } catch {
    return new TextDecoder('gb18030').decode(fileNameRaw)
  }
}

/**
 * A member's bytes as they are unpacked. What the archive says of their number is not believed: `count` is told of each
 * chunk before it is given on, and may throw. Throws `ZipError`.
 */
export async function* unpack(
  { zip }: Archive,
  { entry }: Member,
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

/** The first date that an archive can have: the same content makes the same bytes. */
const mtime = new Date(1980, 0, 1)

/** An archive written as its files come, compressed; needs memory for one chunk only. */
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
      // Not as objects: a piece of text is then bytes of any number.
      source = Readable.from(content, { objectMode: false })
      source.on('error', fail)
      give(null, source)
    })
  zip.end()
  try {
    yield* written
  } finally {
    // Whoever stopped reading wants nothing more to be read for them.
    isOver = true
    source?.destroy()
  }
}
