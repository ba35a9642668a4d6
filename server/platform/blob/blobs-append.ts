import type { PackPlace } from './blob-store.ts'

type PendingAppend = { parts: Buffer[]; resolve: (places: PackPlace[]) => void; reject: (error: unknown) => void }

/** The most bytes of one write, so that a burst of large snapshots does not accumulate in memory twice. */
const batchBytes = 16 * 1024 * 1024

/**
 * Collects the parts that arrive during one write into the next write. `write` stores bytes durably at the end of a
 * pack and returns the offset at which they begin; writes run one after the other.
 */
export function groupAppends(write: (bytes: Buffer) => Promise<PackPlace>): (parts: Buffer[]) => Promise<PackPlace[]> {
  let waiting: PendingAppend[] = []
  let isWriting = false

  async function writeAll() {
    isWriting = true
    while (waiting.length > 0) {
      const batch = takeBatch()
      try {
        const start = await write(Buffer.concat(batch.flatMap(({ parts }) => parts)))
        let at = start.at
        for (const { parts, resolve } of batch)
          resolve(
            parts.map(part => {
              const place = { pack: start.pack, at }
              at += part.length
              return place
            }),
          )
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWriting = false
  }

  function takeBatch(): PendingAppend[] {
    let bytes = 0
    let count = 0
    for (const { parts } of waiting) {
      bytes += parts.reduce((sum, part) => sum + part.length, 0)
      if (count > 0 && bytes > batchBytes) break
      count += 1
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return batch
  }

  return parts => {
    if (parts.length === 0) return Promise.resolve([])
    return new Promise((resolve, reject) => {
      waiting.push({ parts, resolve, reject })
      if (!isWriting) void writeAll()
    })
  }
}
