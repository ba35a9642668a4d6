import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

import { pipeline } from 'node:stream/promises'
import type { Config } from './config.ts'

/** Files by key; a key once given never changes its content. */
export type Blobs = {
  /** Stores all of `source`, or nothing. Returns the bytes stored. */
  put(key: string, source: Readable | AsyncIterable<Uint8Array>): Promise<number>
  read(key: string): Readable
  /** Bytes, or null where there is none. */
  size(key: string): Promise<number | null>
  remove(key: string): Promise<void>
}

/** A fresh key in a folder of its kind (`import/…`). */
export function newBlobKey(kind: string): string {
  const id = randomUUID()
  return `${kind}/${id.slice(0, 2)}/${id}`
}

/** The store that the configuration names: `file:` in the data folder, `file:/elsewhere`. */
export function openBlobs(config: Pick<Config, 'blobUrl' | 'dataDir'>): Blobs {
  return openFileBlobs(
    config.blobUrl === 'file:' ? join(config.dataDir, 'blobs') : config.blobUrl.slice('file:'.length),
  )
}

/** Blobs as files; written beside and renamed, so that a killed process leaves no half of one. */
export function openFileBlobs(folder: string): Blobs {
  const pathOf = (key: string) => {
    if (!/^[a-z]+\/[0-9a-f]{2}\/[0-9a-z-]+$/.test(key)) throw new Error(`not a blob key: ${key}`)
    return join(folder, key)
  }
  return {
    async put(key, source) {
      const path = pathOf(key)
      const partial = `${path}.${randomUUID()}.part`
      await mkdir(dirname(path), { recursive: true })
      try {
        await pipeline(source, createWriteStream(partial))
        const file = await open(partial, 'r+')
        await file.sync()
        await file.close()
        const { size } = await stat(partial)
        await rename(partial, path)
        return size
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    read: key => createReadStream(pathOf(key)),
    async size(key) {
      return stat(pathOf(key)).then(
        found => found.size,
        () => null,
      )
    },
    remove: key => rm(pathOf(key), { force: true }),
  }
}
