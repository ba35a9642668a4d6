// The bytes of a file on its way in, as they lie in the data folder.
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'

/** Gathered before they are written: fewer and larger writes. */
const batchBytes = 1_048_576

export type PartFile = {
  path: string
  /** Hash of the first `hashed` bytes, if this process has seen them all. */
  hash: Hash | undefined
  hashed: number
}

/** Bytes there are; none where there is no file yet. */
export async function partSize(path: string): Promise<number> {
  return stat(path).then(
    found => found.size,
    () => 0,
  )
}

/**
 * Adds what comes at `offset`, at most `most` bytes, and makes it durable. What came before a break is kept, and the
 * break is thrown. `onProgress` may throw to stop.
 */
export async function appendTo(
  part: PartFile,
  offset: number,
  most: number,
  source: AsyncIterable<Buffer>,
  onProgress: () => Promise<void>,
): Promise<void> {
  await mkdir(dirname(part.path), { recursive: true })
  const file = await open(part.path, offset === 0 ? 'w' : 'r+')
  try {
    if (offset === 0) Object.assign(part, { hash: createHash('sha256'), hashed: 0 })
    else if (part.hashed !== offset) part.hash = undefined
    await writeAll(file, part, offset, most, source, onProgress)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function writeAll(
  file: FileHandle,
  part: PartFile,
  offset: number,
  most: number,
  source: AsyncIterable<Buffer>,
  onProgress: () => Promise<void>,
): Promise<void> {
  let at = offset
  let batch: Buffer[] = []
  let length = 0
  // One batch is on its way to the disk while the next is gathered.
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    const bytes = batch
    const from = at
    at += length
    batch = []
    length = 0
    // What came from a connection nobody else holds.
    writing = writeBatch(file, bytes, from, source instanceof IncomingMessage)
    // Awaited by the next flush; a break in between must not end the process.
    writing.catch(() => {})
  }
  try {
    for await (const chunk of source) {
      if (at + length + chunk.length > offset + most) throw new Error('more bytes than were announced')
      batch.push(chunk)
      length += chunk.length
      part.hash?.update(chunk)
      part.hashed = at + length
      if (length < batchBytes) continue
      await flush()
      await onProgress()
    }
  } finally {
    await flush()
    await writing
  }
}

async function writeBatch(file: FileHandle, bytes: Buffer[], at: number, isOurs: boolean): Promise<void> {
  if (bytes.length === 0) return
  const total = bytes.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await file.writev(bytes, at)
  // A disk may take a part only.
  if (bytesWritten < total) {
    const rest = Buffer.concat(bytes).subarray(bytesWritten)
    await file.write(rest, 0, rest.length, at + bytesWritten)
  }
  if (isOurs) giveBack(bytes)
}

/** Memory of what is written goes back at once: until the collector comes round, much of a large file would lie there. */
function giveBack(bytes: Buffer[]): void {
  // A part of a larger buffer is not ours alone.
  for (const { buffer, byteLength } of bytes)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** SHA-256 of all of it, in hexadecimal. */
export async function hashOf(part: PartFile, size: number): Promise<string> {
  if (part.hash && part.hashed === size) return part.hash.copy().digest('hex')
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(part.path, { highWaterMark: batchBytes })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
