import { createHash, hash as hashOnce } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { BackupError, BackupHeader, BackupManifest, describeError } from './manifest.ts'
import { verifyChecksum } from './stream-seal.ts'

/** Handles each member; it must read the bytes to their end. The header and the lists of hashes are not passed. */
type TakeMember = (member: { name: string; size: number; content: AsyncIterable<Buffer> }) => Promise<void>

const damagedError = (path: string) =>
  new BackupError(`${path} is damaged or truncated and cannot be trusted. Use another backup.`)

/**
 * Reads a backup from beginning to end. If this returns, the backup is complete and unchanged: every member had the
 * recorded hash. `onHeader` may refuse it before the rest is read.
 */
export async function readArchive(
  path: string,
  passphrase: string | undefined,
  { onHeader, take = drain }: { onHeader?: (header: BackupHeader) => void; take?: TakeMember } = {},
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const source = await openSource(path, passphrase)
  const tar = extract()
  // Errors of our own callbacks are passed through; any other error while reading is a fault of the file.
  let own: unknown
  const mine = async <T>(work: () => Promise<T> | T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      own ??= error
      throw error
    }
  }
  let header: BackupHeader | undefined
  let manifest: BackupManifest | undefined
  let isComplete = false
  const counts = { members: 0, sums: 0 }
  let waiting: string[] = []
  let manifestSum = ''

  let isFileFault = false
  const feeding = pipeline(
    source,
    verifyChecksum,
    createZstdDecompress(),
    tar as unknown as NodeJS.WritableStream,
  ).catch(error => {
    // These errors mean that we stopped reading, not that the file is faulty.
    isFileFault = error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ABORT_ERR'
    tar.destroy(error)
  })
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (name.startsWith('sums/') || name.startsWith('manifest.')) {
        const text = (await collect(entry)).toString()
        if (name === 'manifest.json') {
          manifestSum = hashOnce('sha256', text)
          manifest = BackupManifest.parse(JSON.parse(text))
        } else if (name === 'manifest.sha256') isComplete = text.startsWith(`${manifestSum}  `)
        else {
          if (text !== waiting.join('')) throw damagedError(path)
          waiting = []
          counts.sums += 1
        }
        continue
      }
      const hash = createHash('sha256')
      if (name === 'header.json') {
        const text = await collect(entry)
        hash.update(text)
        const parsed = BackupHeader.safeParse(JSON.parse(text.toString()))
        if (!parsed.success) throw new BackupError(`${path} is a backup that this version of the console cannot read.`)
        header = parsed.data
        await mine(() => onHeader?.(header as BackupHeader))
      } else await mine(() => take({ name, size, content: hashing(entry, hash) }))
      waiting.push(`${hash.digest('hex')}  ${name}\n`)
      counts.members += 1
    }
    await feeding
    const isWhole = isComplete && waiting.length === 0 && !isFileFault
    if (!header || !manifest || !isWhole || manifest.members !== counts.members || manifest.sums !== counts.sums)
      throw damagedError(path)
    return { header, manifest }
  } catch (error) {
    tar.destroy()
    source.destroy()
    await feeding
    if (own !== undefined && !isFileFault) throw own
    throw error instanceof BackupError ? error : damagedError(path)
  }
}

async function* hashing(entry: AsyncIterable<unknown>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of entry) {
    hash.update(chunk as Buffer)
    yield chunk as Buffer
  }
}

async function drain({ content }: { content: AsyncIterable<Buffer> }): Promise<void> {
  for await (const _ of content);
}

async function collect(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The compressed bytes, decrypted if necessary. */
async function openSource(path: string, passphrase: string | undefined): Promise<Readable> {
  const start = Buffer.alloc(24)
  try {
    const file = await open(path, 'r')
    await file.read(start, 0, start.length, 0).finally(() => file.close())
  } catch (error) {
    throw describeError(error, path)
  }
  if (start.readUInt32LE(0) === 0xfd2fb528) return createReadStream(path)
  if (start.toString('latin1', 0, 22) !== 'age-encryption.org/v1\n')
    throw new BackupError(`${path} is not a backup of Og Group.`)
  if (passphrase === undefined)
    throw new BackupError(
      `${path} is encrypted: give its pass phrase in OG_BACKUP_PASSPHRASE or OG_BACKUP_PASSPHRASE_FILE.`,
    )
  const decrypter = new (await import('age-encryption')).Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    const file = createReadStream(path)
    const plain = await decrypter.decrypt(Readable.toWeb(file) as globalThis.ReadableStream<Uint8Array>)
    return Readable.fromWeb(plain as ReadableStream)
  } catch (error) {
    if (/no identity matched/.test((error as Error).message)) throw new BackupError(`Wrong pass phrase for ${path}.`)
    throw damagedError(path)
  }
}
