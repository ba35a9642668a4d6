import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createZstdCompress } from 'node:zlib'
import { pack } from 'tar-stream'
import { systemClock } from '#server/platform/clock.ts'
import { isRunning } from '#server/platform/db/postgres.ts'
import { BackupError, type BackupHeader, type BackupManifest, describeError } from './manifest.ts'
import { addChecksum } from './stream-seal.ts'

/** Hashes collected in memory before they are written as a member. */
const sumsEach = 5_000

export type BackupWriter = {
  add(name: string, size: number, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>
  /** Writes the manifest; returns the partial file's name once everything is on the disk. */
  finish(manifest: Omit<BackupManifest, 'members' | 'sums'>): Promise<string>
  /** Gives the file its final name. Returns its size in bytes. */
  keep(): Promise<number>
  /** Removes the partial file. */
  abort(): Promise<void>
}

/**
 * Creates a tar archive, compressed by zstd and, with a passphrase, encrypted by age: `age -d FILE | zstd -d | tar x`
 * reads it too. Lists of SHA-256 follow the members that they cover. The file gets its final name only once it is
 * complete on the disk.
 */
export async function createArchive(
  path: string,
  passphrase: string | undefined,
  header: BackupHeader,
): Promise<BackupWriter> {
  if (await stat(path).catch(() => null)) throw new BackupError(`${path} already exists; choose another name.`)
  await makePlace(dirname(path))
  await removeLeftParts(path)
  const partial = `${path}.${process.pid}.part`
  const tar = pack()
  // The partial file is also removed when a signal ends the process.
  const removePartial = () => rmSync(partial, { force: true })
  process.once('exit', removePartial)
  let failure: unknown
  const written = pipeInto(partial, tar as AsyncIterable<Uint8Array>, passphrase).catch(error => {
    failure = describeError(error, dirname(path))
    tar.destroy(failure as Error)
  })
  const counts = { members: 0, sums: 0 }
  let sums: string[] = []

  async function write(name: string, size: number, source: Parameters<BackupWriter['add']>[2]): Promise<string> {
    const hash: Hash = createHash('sha256')
    let left = size
    const entry = tar.entry({ name, size, mode: 0o600 })
    // `failure` reports an error that ends the whole archive.
    entry.on('error', () => {})
    for await (const chunk of source) {
      if (failure) throw failure
      hash.update(chunk)
      left -= chunk.length
      if (left < 0) break
      if (!entry.write(chunk))
        await Promise.race([new Promise<void>(resolve => entry.once('drain', () => resolve())), written])
    }
    if (failure) throw failure
    if (left !== 0) throw new BackupError(`The length of ${name} changed during the backup.`)
    const ended = new Promise<void>(resolve => entry.once('close', () => resolve()))
    entry.end(undefined)
    await Promise.race([ended, written])
    if (failure) throw failure
    return hash.digest('hex')
  }
  async function writeSums(): Promise<void> {
    counts.sums += 1
    const text = Buffer.from(sums.join(''))
    sums = []
    await write(`sums/${serial(counts.sums)}`, text.length, [text])
  }
  const archive: BackupWriter = {
    async add(name, size, source) {
      sums.push(`${await write(name, size, source)}  ${name}\n`)
      counts.members += 1
      if (sums.length >= sumsEach) await writeSums()
    },
    async finish(manifest) {
      await writeSums()
      const text = Buffer.from(JSON.stringify({ ...manifest, ...counts }))
      const sum = Buffer.from(`${await write('manifest.json', text.length, [text])}  manifest.json\n`)
      await write('manifest.sha256', sum.length, [sum])
      tar.finalize()
      await written
      if (failure) throw failure
      return partial
    },
    async keep() {
      process.off('exit', removePartial)
      await rename(partial, path).catch(error => {
        throw describeError(error, path)
      })
      await syncFolder(dirname(path))
      return (await stat(path)).size
    },
    async abort() {
      tar.destroy()
      await written
      removePartial()
      process.off('exit', removePartial)
    },
  }
  const text = Buffer.from(JSON.stringify(header))
  await archive.add('header.json', text.length, [text]).catch(async error => {
    await archive.abort()
    throw error
  })
  return archive
}

export function serial(number: number): string {
  return String(number).padStart(6, '0')
}

async function pipeInto(path: string, tar: AsyncIterable<Uint8Array>, passphrase: string | undefined): Promise<void> {
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  const closed = new Promise<void>(resolve => file.once('close', resolve))
  try {
    if (passphrase === undefined) return await pipeline(tar, compress, addChecksum, file)
    const encrypter = new (await import('age-encryption')).Encrypter()
    encrypter.setPassphrase(passphrase)
    const seal = Duplex.from(addChecksum)
    const compressed = pipeline(tar, compress, seal)
    const encrypted = await encrypter.encrypt(Readable.toWeb(seal) as globalThis.ReadableStream<Uint8Array>)
    await Promise.all([compressed, pipeline(Readable.fromWeb(encrypted as ReadableStream), file)])
  } finally {
    // A pipeline that fails at once ends before the file is open: without this wait, the file would be created after
    // the caller removed it.
    file.destroy()
    await closed
  }
}

const hourMs = 3_600_000
/** Names of backups that were given no path (`server/backup.ts`). */
const generatedName = /^og-group-.+\.tar\.zst(\.age)?$/

/**
 * Removes the partial files that killed backups left in this folder, if they have this name or a default name. Several
 * machines may share the folder: a file that has not been written for an hour, and whose process is not on this
 * machine, belongs to no running backup. A file that cannot be removed stays.
 */
async function removeLeftParts(path: string): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    const [, base = '', pid] = /^(.+)\.(\d+)\.part$/.exec(name) ?? []
    if ((base !== basename(path) && !generatedName.test(base)) || isRunning(Number(pid))) continue
    const left = join(folder, name)
    const changedMs = await stat(left).then(
      found => (found.isFile() ? found.mtimeMs : Number.POSITIVE_INFINITY),
      () => Number.POSITIVE_INFINITY,
    )
    if (changedMs < systemClock().getTime() - hourMs) await rm(left, { force: true }).catch(() => undefined)
  }
}

/** The folder itself may be new; but if its parent is missing, a disk is not mounted or the path is mistyped. */
async function makePlace(folder: string): Promise<void> {
  await mkdir(folder).catch(error => {
    if (error.code === 'ENOENT')
      throw new BackupError(`The folder ${dirname(folder)} does not exist. Mount or create it, or choose another one.`)
    if (error.code !== 'EEXIST') throw error
  })
}

async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}
