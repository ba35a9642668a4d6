// Bytes of an upload in progress as a file in the data folder.
import { type FileHandle, open, stat } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { makeFolder } from '#server/platform/process/folder.ts'
import { clearHash, hashUpTo, stopHashing } from './hash.ts'

/** Bytes collected before a write: fewer and larger writes. */
const batchBytes = 1_048_576

/** Bytes after which a sync starts while further bytes arrive, so that the end waits only for the last of them. */
const syncBytes = 33_554_432

/** Number of stored bytes; 0 if the file does not exist yet. */
export async function partSize(path: string): Promise<number> {
  return stat(path).then(
    found => found.size,
    () => 0,
  )
}

/**
 * Appends bytes at `offset`, at most `most`, and makes them durable. If the stream breaks, the bytes received are
 * retained and the error is thrown. `onProgress` may throw to stop.
 */
export async function appendTo(
  path: string,
  part: { offset: number; most: number; hashAhead: boolean },
  source: AsyncIterable<Buffer>,
  onProgress: () => Promise<void>,
): Promise<void> {
  await makeFolder(dirname(path))
  if (part.offset === 0) clearHash(path)
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

/** Syncs written bytes to disk, one sync at a time. */
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
      // A failure is ignored here, because the final sync would fail in the same way.
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
  // One batch is being written while the next is collected.
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    const bytes = batch
    const from = at
    at += length
    batch = []
    length = 0
    // Buffers from a connection have no other owner, so their memory may be released.
    writing = writeBatch(file, bytes, from, source instanceof IncomingMessage)
    // The next flush awaits it; a failure before that must not end the process.
    writing.catch(() => {})
    return from
  }
  try {
    for await (const chunk of source) {
      if (at + length + chunk.length > offset + most) throw new Error('more bytes than were announced')
      batch.push(chunk)
      length += chunk.length
      if (length < batchBytes) continue
      // The previous batch is written up to here.
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
  // `writev` may write only a part.
  if (bytesWritten < total) {
    const rest = Buffer.concat(bytes).subarray(bytesWritten)
    await file.write(rest, 0, rest.length, at + bytesWritten)
  }
  if (isOurs) giveBack(bytes)
}

/**
 * Releases the memory of written buffers at once: otherwise much of a large file would stay in memory until the next
 * garbage collection.
 */
function giveBack(bytes: Buffer[]): void {
  // A view of a larger buffer may be shared with other code.
  for (const { buffer, byteLength } of bytes)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
