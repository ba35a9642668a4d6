// SHA-256 of files on their way in. Large ones are hashed by a thread while they come, so that their bytes wait only for the disk.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { openThreads } from '#server/platform/threads.ts'
import type { HashTask } from './hash-thread.ts'

/** Below, a thread costs more than it gives. */
export const threadFromBytes = 16_777_216
/** A new step is worth telling the thread. */
const stepBytes = 4_194_304

const threads = openThreads<HashTask, string | null>(new URL('./hash-thread.ts', import.meta.url), {
  most: 1,
  timeoutMs: 600_000,
})
const followed = new Map<string, { at: number; isBusy: boolean }>()

/** The first `to` bytes of the file lie there for good and may be hashed already. */
export function hashUpTo(path: string, to: number): void {
  const file = followed.get(path) ?? { at: 0, isBusy: false }
  if (to < file.at) file.at = 0
  // While the thread is at it, the next step gathers.
  if (file.isBusy || to - file.at < stepBytes) return
  followed.set(path, file)
  Object.assign(file, { at: to, isBusy: true })
  // What fails here is done again at the end.
  const done = () => {
    file.isBusy = false
  }
  threads.run({ path, to, isEnd: false }).then(done, done)
}

/** Nobody goes on with this file now. */
export function stopHashing(path: string): void {
  followed.delete(path)
}

/** What was hashed of this file counts no more: it is begun again. */
export function forgetHash(path: string): void {
  followed.delete(path)
  if (threads.count() > 0) threads.run({ path, to: 0, isEnd: true }).catch(() => {})
}

/** SHA-256 of all of it, in hexadecimal. */
export async function hashOf(path: string, size: number): Promise<string> {
  followed.delete(path)
  if (size >= threadFromBytes) {
    // A thread that was lost leaves it to us.
    const hash = await threads.run({ path, to: size, isEnd: true }).catch(() => null)
    if (hash !== null) return hash
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
