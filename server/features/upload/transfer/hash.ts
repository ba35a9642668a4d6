// SHA-256 of uploads in progress. A thread hashes large files while they arrive, so that requests wait for the disk
// only.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { openThreads } from '#server/platform/process/threads.ts'
import type { HashTask } from './hash-thread.ts'

/** Below this size, a thread costs more than it saves. */
export const threadFromBytes = 16_777_216
/** New bytes that justify another message to the thread. */
const stepBytes = 4_194_304

const threads = openThreads<HashTask, string | null>(new URL('./hash-thread.ts', import.meta.url), {
  most: 1,
  timeoutMs: 600_000,
})
const hashedFiles = new Map<string, { at: number; isBusy: boolean }>()

/** The first `to` bytes of the file are durable and may be hashed. */
export function hashUpTo(path: string, to: number): void {
  const file = hashedFiles.get(path) ?? { at: 0, isBusy: false }
  if (to < file.at) file.at = 0
  // While the thread is busy, further bytes accumulate for the next step.
  if (file.isBusy || to - file.at < stepBytes) return
  hashedFiles.set(path, file)
  Object.assign(file, { at: to, isBusy: true })
  // A failed step is repeated at the end.
  const done = () => {
    file.isBusy = false
  }
  threads.run({ path, to, isEnd: false }).then(done, done)
}

/** Call it when a request ends: no further bytes are expected for now. */
export function stopHashing(path: string): void {
  hashedFiles.delete(path)
}

/** Drops the hash state of a file that is started again. */
export function clearHash(path: string): void {
  hashedFiles.delete(path)
  if (threads.count() > 0) threads.run({ path, to: 0, isEnd: true }).catch(() => {})
}

/** SHA-256 of the whole file, in hexadecimal. */
export async function transferHash(path: string, size: number): Promise<string> {
  hashedFiles.delete(path)
  if (size >= threadFromBytes) {
    // If the thread was lost, the hash is computed here.
    const hash = await threads.run({ path, to: size, isEnd: true }).catch(() => null)
    if (hash !== null) return hash
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
