import { promisify } from 'node:util'
import { crc32, createDeflateRaw, inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)
const localMark = 0x04034b50
const entryMark = 0x02014b50
const endMark = 0x06054b50

/** The archive cannot be read, or holds more than allowed. */
export class ZipError extends Error {
  readonly isTooLarge: boolean
  constructor(message: string, isTooLarge = false) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}

/**
 * The wanted files of an archive, by its directory. What they unpack to is measured while unpacking, never
 * believed: beyond `maxBytes` in all it stops.
 */
export async function unzip(
  archive: Buffer,
  isWanted: (name: string) => boolean,
  maxBytes: number,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  let left = maxBytes
  for (const entry of entriesOf(archive)) {
    if (!isWanted(entry.name) || files.has(entry.name)) continue
    const content = await unpack(archive, entry, left)
    left -= content.length
    files.set(entry.name, content)
  }
  return files
}

type Entry = { name: string; method: number; flags: number; packed: number; at: number }

function entriesOf(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > archive.length) throw new ZipError('no directory')
  const count = archive.readUInt16LE(end + 10)
  const entries: Entry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== entryMark) throw new ZipError('broken directory')
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28)
    entries.push({
      name: archive.toString('utf8', at + 46, nameEnd),
      flags: archive.readUInt16LE(at + 8),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      at: archive.readUInt32LE(at + 42),
    })
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

async function unpack(archive: Buffer, entry: Entry, maxBytes: number): Promise<Buffer> {
  const isEncrypted = (entry.flags & 1) === 1
  if (isEncrypted || entry.at + 30 > archive.length || archive.readUInt32LE(entry.at) !== localMark)
    throw new ZipError('broken entry')
  const start = entry.at + 30 + archive.readUInt16LE(entry.at + 26) + archive.readUInt16LE(entry.at + 28)
  const packed = archive.subarray(start, start + entry.packed)
  if (packed.length < entry.packed) throw new ZipError('cut off')
  if (entry.method === 0) {
    if (packed.length > maxBytes) throw new ZipError('too large', true)
    return packed
  }
  if (entry.method !== 8) throw new ZipError('unknown method')
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    throw new ZipError('cannot unpack', (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
  }
}

/** An archive of whole files, unpacked: for readers that take nothing but an archive. */
export function zipStored(files: Map<string, Buffer>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of files) {
    const sizes = { crc: crc32(content), packed: content.length, size: content.length, method: 0, flags: 0 }
    const head = header(localMark, name, sizes)
    parts.push(head, content)
    directory.push(header(entryMark, name, { ...sizes, at }))
    at += head.length + content.length
  }
  return Buffer.concat([...parts, ...directory, endOf(directory, at)])
}

/** An archive written as its files come, compressed; needs memory for one chunk only. Files stay below 4 GB. */
export async function* zipStream(
  files: Iterable<{ name: string; content: AsyncIterable<string> | Iterable<string> }>,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of files) {
    const head = header(localMark, name, { crc: 0, packed: 0, size: 0, method: 8, flags: 8 })
    yield head
    const tally = { crc: 0, packed: 0, size: 0 }
    yield* deflate(content, tally)
    const trailer = Buffer.alloc(16)
    trailer.writeUInt32LE(0x08074b50, 0)
    trailer.writeUInt32LE(tally.crc, 4)
    trailer.writeUInt32LE(tally.packed, 8)
    trailer.writeUInt32LE(tally.size, 12)
    yield trailer
    directory.push(header(entryMark, name, { ...tally, method: 8, flags: 8, at }))
    at += head.length + tally.packed + trailer.length
  }
  yield Buffer.concat([...directory, endOf(directory, at)])
}

type Tally = { crc: number; packed: number; size: number }

async function* deflate(content: AsyncIterable<string> | Iterable<string>, tally: Tally): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 5 })
  const feed = async () => {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      tally.crc = crc32(bytes, tally.crc)
      tally.size += bytes.length
      if (!packer.write(bytes)) await new Promise(resolve => packer.once('drain', resolve))
    }
    packer.end()
  }
  const fed = feed().catch(error => packer.destroy(error))
  for await (const chunk of packer) {
    tally.packed += (chunk as Buffer).length
    yield chunk as Buffer
  }
  await fed
}

type Header = Tally & { method: number; flags: number; at?: number }

function header(mark: number, name: string, { crc, packed, size, method, flags, at }: Header): Buffer {
  const isEntry = mark === entryMark
  const start = isEntry ? 46 : 30
  const bytes = Buffer.alloc(start + Buffer.byteLength(name))
  const shift = isEntry ? 2 : 0
  bytes.writeUInt32LE(mark, 0)
  if (isEntry) bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE(20, 4 + shift)
  // 0x800: names are UTF-8. The date is 1980-01-01, the first there is.
  bytes.writeUInt16LE(flags | 0x800, 6 + shift)
  bytes.writeUInt16LE(method, 8 + shift)
  bytes.writeUInt16LE(0x21, 12 + shift)
  bytes.writeUInt32LE(crc, 14 + shift)
  bytes.writeUInt32LE(packed, 18 + shift)
  bytes.writeUInt32LE(size, 22 + shift)
  bytes.writeUInt16LE(Buffer.byteLength(name), 26 + shift)
  if (isEntry) bytes.writeUInt32LE(at ?? 0, 42)
  bytes.write(name, start)
  return bytes
}

function endOf(directory: Buffer[], at: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(endMark, 0)
  bytes.writeUInt16LE(directory.length, 8)
  bytes.writeUInt16LE(directory.length, 10)
  bytes.writeUInt32LE(
    directory.reduce((sum, entry) => sum + entry.length, 0),
    12,
  )
  bytes.writeUInt32LE(at, 16)
  return bytes
}
