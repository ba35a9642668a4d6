// Worker thread that hashes files while they are being written.
import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { answerTasks } from '#server/platform/process/threads.ts'

/** Hash this file up to `to`; `isEnd` returns the hash and drops the state. */
export type HashTask = { path: string; to: number; isEnd: boolean }

/** With more files than this at a time, the oldest is hashed again from its first byte. */
const mostFiles = 200
const buffer = Buffer.allocUnsafeSlow(262_144)
const files = new Map<string, { hash: Hash; at: number }>()

answerTasks<HashTask, string | null>(({ path, to, isEnd }) => {
  const file = fileOf(path, to)
  hashRange(path, file, to)
  if (!isEnd) return null
  files.delete(path)
  return file.hash.digest('hex')
})

function fileOf(path: string, to: number): { hash: Hash; at: number } {
  const known = files.get(path)
  // A file shorter than the hashed length was started again.
  if (known && known.at <= to) return known
  const file = { hash: createHash('sha256'), at: 0 }
  files.set(path, file)
  if (files.size > mostFiles) files.delete(files.keys().next().value as string)
  return file
}

function hashRange(path: string, file: { hash: Hash; at: number }, to: number): void {
  if (file.at === to) return
  const descriptor = openSync(path, 'r')
  try {
    while (file.at < to) {
      const length = readSync(descriptor, buffer, 0, Math.min(buffer.length, to - file.at), file.at)
      if (length === 0) throw new Error('the file is shorter than the bytes written to it')
      file.hash.update(buffer.subarray(0, length))
      file.at += length
    }
  } finally {
    closeSync(descriptor)
  }
}
