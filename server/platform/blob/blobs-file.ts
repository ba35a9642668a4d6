import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { type FileHandle, link, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../process/folder.ts'
import type { BlobStore, PackPart, PackPlace, StoredBlob } from './blob-store.ts'
import { groupAppends } from './blobs-append.ts'
import { packKey } from './blobs-key.ts'

/** A pack is closed at this size or age. Maintenance does not touch files written in the last day. */
const packBytes = 64 * 1024 * 1024
const packAgeMs = 6 * 3_600_000

/**
 * Stores blobs as files. Each is written under a temporary name and renamed, so that a killed process leaves no partial
 * blob.
 */
export function openFileStore(folder: string): BlobStore {
  const pathOf = (key: string) => {
    // The partial file of a killed process is listed, and can be removed.
    if (!/^[a-z]+\/[0-9a-f]{2}\/[0-9a-z-]+(\.[0-9a-f-]{36}\.part)?$/.test(key))
      throw new Error(`not a blob key: ${key}`)
    return join(folder, key)
  }
  async function put(key: string, source: Parameters<BlobStore['put']>[1]): Promise<number> {
    const path = pathOf(key)
    const partial = `${path}.${randomUUID()}.part`
    await makeFolder(dirname(path))
    try {
      await pipeline(source, createWriteStream(partial))
      const file = await open(partial, 'r+')
      await file.sync()
      await file.close()
      const { size } = await stat(partial)
      await rename(partial, path)
      await syncFolder(dirname(path))
      return size
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }
  return {
    put,
    async putBytes(key, bytes) {
      await put(key, Readable.from([bytes]))
    },
    async putFile(key, from) {
      const path = pathOf(key)
      await makeFolder(dirname(path))
      // The file's time is the time at which it was stored: maintenance removes old files that no row names.
      const now = new Date()
      await utimes(from, now, now)
      try {
        await link(from, path)
      } catch {
        // On another file system, or one without links, the file must be copied.
        await put(key, createReadStream(from))
      }
      await syncFolder(dirname(path))
    },
    read: key => createReadStream(pathOf(key)),
    async size(key) {
      return stat(pathOf(key)).then(
        found => found.size,
        () => null,
      )
    },
    remove: key => rm(pathOf(key), { force: true }),
    append: groupAppends(packWriter(folder, pathOf)),
    readParts: (pack, parts) => readParts(pathOf(packKey(pack)), parts),
    list: kind => listFiles(folder, kind),
  }
}

/** Writes at the end of this process's own pack. No row points to bytes that a killed process left half written. */
function packWriter(folder: string, pathOf: (key: string) => string): (bytes: Buffer) => Promise<PackPlace> {
  let pack = ''
  let endsAtMs = 0
  return async bytes => {
    const isNew = pack === '' || performance.now() > endsAtMs
    if (isNew) {
      pack = randomUUID()
      endsAtMs = performance.now() + packAgeMs
    }
    const path = pathOf(packKey(pack))
    try {
      if (isNew) await makeFolder(dirname(path))
      const file = await open(path, 'a')
      let at: number
      try {
        at = (await file.stat()).size
        await file.appendFile(bytes)
        await file.datasync()
      } finally {
        await file.close()
      }
      if (isNew) for (const entry of [dirname(path), dirname(dirname(path)), folder]) await syncFolder(entry)
      const place = { pack, at }
      if (at + bytes.length >= packBytes) pack = ''
      return place
    } catch (error) {
      // After a failed write the state of the disk is unknown: the next write starts a new pack.
      pack = ''
      throw error
    }
  }
}

/** Makes a new file's name durable, not only its bytes; some systems do not allow a folder to be opened. */
async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}

async function readParts(path: string, parts: PackPart[]): Promise<(Buffer | null)[]> {
  let file: FileHandle
  try {
    file = await open(path, 'r')
  } catch (error) {
    if (isMissing(error)) return parts.map(() => null)
    throw error
  }
  try {
    const found: (Buffer | null)[] = []
    for (const { at, length } of parts) {
      const bytes = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(bytes, 0, length, at)
      found.push(bytesRead === length ? bytes : null)
    }
    return found
  } finally {
    await file.close()
  }
}

async function* listFiles(folder: string, kind: string): AsyncIterable<StoredBlob> {
  for (const shelf of await entriesOf(join(folder, kind)))
    for (const entry of await entriesOf(join(folder, kind, shelf.name))) {
      const key = `${kind}/${shelf.name}/${entry.name}`
      const found = await stat(join(folder, key)).catch(() => null)
      if (found?.isFile()) yield { key, size: found.size, changedAt: found.mtime }
    }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}
