// The bytes of a file on its way in, as they lie in the data folder.
import { type FileHandle, open, stat } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { makeFolder } from '#server/platform/folder.ts'
import { forgetHash, hashUpTo, stopHashing } from './hash.ts'

/** Gathered before they are written: fewer and larger writes. */
const batchBytes = 1_048_576

/** Made durable while the next bytes come, so that the end waits for the last of them only. */
const syncBytes = 33_554_432

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
  path: string,
  part: { offset: number; most: number; hashAhead: boolean },
  source: AsyncIterable<Buffer>,
  onProgress: () => Promise<void>,
): Promise<void> {
  await makeFolder(dirname(path))
  if (part.offset === 0) forgetHash(path)
  const file = await open(path, part.offset === 0 ? 'w' : 'r+')
  const syncs = syncer(file)
  try {
    await writeAll(file, part, source, async at => {
      if (part.hashAhead) hashUpTo(path, at)
      syncs.written(at)
      await onProgress()
    })
    await syncs.ended()
    await file.datasync()
  } finally {
    stopHashing(path)
    await syncs.ended()
    await file.close()
  }
}

/** Begins to make durable what is written, a piece after the other. */
function syncer(file: FileHandle): { written(at: number): void; ended(): Promise<void> } {
  let syncedTo = 0
  let syncing: Promise<void> | undefined
  return {
    written(at) {
      if (syncing || at - syncedTo < syncBytes) return
      syncedTo = at
      const done = () => {
        syncing = undefined
      }
      // The last one, which counts, would fail as this one did.
      syncing = file.datasync().then(done, done)
    },
    async ended() {
      await syncing
    },
  }
}

async function writeAll(
  file: FileHandle,
  { offset, most }: { offset: number; most: number },
  source: AsyncIterable<Buffer>,
  onWritten: (at: number) => Promise<void>,
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
    return from
  }
  try {
    for await (const chunk of source) {
      if (at + length + chunk.length > offset + most) throw new Error('more bytes than were announced')
      batch.push(chunk)
      length += chunk.length
      if (length < batchBytes) continue
      // Up to here it is written: the batch before this one.
      await onWritten(await flush())
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
