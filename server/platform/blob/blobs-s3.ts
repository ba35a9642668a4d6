import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import type { BlobStore, PackPart, StoredBlob } from './blob-store.ts'
import { groupAppends } from './blobs-append.ts'
import { packKey } from './blobs-key.ts'

/** Parts of one pack that are at most this far apart are fetched by one request. */
const gapBytes = 64 * 1024

/**
 * Blobs as objects of a bucket. `address`: `https://endpoint/bucket?region=…`. An object appears whole or not at all.
 * Each batch of appended parts is a pack of its own, because objects cannot grow.
 */
export function openS3Store(address: string, accessKeyId: string, secretAccessKey: string): BlobStore {
  const url = new URL(address)
  const region = url.searchParams.get('region') ?? 'auto'
  url.search = ''
  const s3 = new S3mini({
    accessKeyId,
    secretAccessKey,
    endpoint: url.href.replace(/\/$/, ''),
    region,
    requestAbortTimeout: 60_000,
  })
  async function put(key: string, source: AsyncIterable<Uint8Array>): Promise<number> {
    let size = 0
    const counted = Readable.from(
      counting(source, bytes => (size += bytes)),
      { objectMode: false },
    )
    await s3.putAnyObject(key, Readable.toWeb(counted) as ReadableStream)
    return size
  }
  return {
    put,
    async putBytes(key, bytes) {
      await s3.putAnyObject(key, bytes)
    },
    async putFile(key, path) {
      await put(key, createReadStream(path))
    },
    read: key => Readable.from(readObject(s3, key), { objectMode: false }),
    size: key => sizeOf(s3, key),
    async remove(key) {
      await s3.deleteObject(key)
    },
    append: groupAppends(async bytes => {
      const pack = randomUUID()
      await s3.putAnyObject(packKey(pack), bytes)
      return { pack, at: 0 }
    }),
    readParts: (pack, parts) => readParts(s3, packKey(pack), parts),
    list: kind => listObjects(s3, kind),
  }
}

async function* counting(source: AsyncIterable<Uint8Array>, count: (bytes: number) => void) {
  for await (const chunk of source) {
    count(chunk.length)
    yield chunk
  }
}

async function* readObject(s3: S3mini, key: string): AsyncIterable<Uint8Array> {
  const response = await s3.getObjectResponse(key)
  if (!response?.body) throw Object.assign(new Error(`no such blob: ${key}`), { code: 'ENOENT' })
  yield* Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
}

async function sizeOf(s3: S3mini, key: string): Promise<number | null> {
  try {
    return await s3.getContentLength(key)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function readParts(s3: S3mini, key: string, parts: PackPart[]): Promise<(Buffer | null)[]> {
  const found: (Buffer | null)[] = parts.map(() => null)
  for (const span of spansOf(parts)) {
    const bytes = await readSpan(s3, key, span.from, span.to)
    for (const index of span.indexes) {
      const part = parts[index] as PackPart
      const start = part.at - span.from
      if (bytes && start + part.length <= bytes.length) found[index] = bytes.subarray(start, start + part.length)
    }
  }
  return found
}

async function readSpan(s3: S3mini, key: string, from: number, to: number): Promise<Buffer | null> {
  try {
    const response = await s3.getObjectRaw(key, false, from, to)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

type Span = { from: number; to: number; indexes: number[] }

function spansOf(parts: PackPart[]): Span[] {
  const inOrder = parts.map((part, index) => ({ ...part, index })).sort((a, b) => a.at - b.at)
  const spans: Span[] = []
  for (const { at, length, index } of inOrder) {
    const last = spans.at(-1)
    if (last && at - last.to <= gapBytes) {
      last.to = Math.max(last.to, at + length)
      last.indexes.push(index)
    } else spans.push({ from: at, to: at + length, indexes: [index] })
  }
  return spans
}

async function* listObjects(s3: S3mini, kind: string): AsyncIterable<StoredBlob> {
  let token: string | undefined
  do {
    const page = await s3.listObjectsPaged('/', `${kind}/`, 1_000, token)
    for (const { Key, Size, LastModified } of page?.objects ?? [])
      yield { key: Key, size: Number(Size), changedAt: new Date(LastModified) }
    token = page?.nextContinuationToken
  } while (token)
}

/** 404, and 416 for a range beyond the object's end. */
function isMissing(error: unknown): boolean {
  const { status, cause } = error as { status?: number; cause?: { status?: number } }
  return [404, 416].includes(status ?? cause?.status ?? 0)
}
