import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BlobStore, Blobs } from './blob-store.ts'

export type { BlobLease } from './blob-store.ts'

const leaseMs = 600_000

/**
 * A store in which removals can be postponed. A hold is an object in the store itself, so every process and machine
 * sees it; so are the removals that wait for it. A remover commits first and checks for holds afterwards: so a file is
 * retained if a snapshot taken after the hold began still shows its row.
 */
export function withHold(store: BlobStore): Blobs {
  async function isHeld(): Promise<boolean> {
    for await (const { changedAt } of store.list('hold')) if (Date.now() - changedAt.getTime() < leaseMs) return true
    return false
  }
  async function removeHeld(): Promise<void> {
    if (await isHeld()) return
    for await (const { key, changedAt } of store.list('hold'))
      if (Date.now() - changedAt.getTime() >= leaseMs) await store.remove(key)
    for await (const { key } of store.list('removal')) {
      const [, kind, id] = /^removal\/[0-9a-f]{2}\/([a-z]+)-(.+)$/.exec(key) ?? []
      if (kind && id) await store.remove(`${kind}/${id.slice(0, 2)}/${id}`)
      await store.remove(key)
    }
  }
  return {
    ...store,
    async remove(key) {
      if (await isHeld()) await store.put(waitingKey(key), Readable.from(['-']))
      else await store.remove(key)
    },
    removeHeld,
    async hold() {
      const id = randomUUID()
      const key = `hold/${id.slice(0, 2)}/${id}`
      let renewed = Promise.resolve()
      const renew = () => {
        const next = renewed.then(async () => void (await store.put(key, Readable.from(['-']))))
        renewed = next.catch(() => {})
        return next
      }
      await renew()
      return {
        renew,
        release: async () => {
          // A renewal that is still being written would restore the hold.
          await renewed
          await store.remove(key)
          await removeHeld()
        },
      }
    },
  }
}

function waitingKey(key: string): string {
  const [kind, shelf, id] = key.split('/')
  return `removal/${shelf}/${kind}-${id}`
}
