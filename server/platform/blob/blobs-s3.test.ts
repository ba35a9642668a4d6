import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBucket, type TestBucket } from '#server/testing/s3-store.ts'
import { readConfig } from '../config.ts'
import { type Blobs, newBlobKey, openBlobs } from './blobs.ts'
import { packKey } from './blobs-key.ts'

let bucket: TestBucket
let blobs: Blobs

beforeAll(async () => {
  bucket = await openTestBucket()
  blobs = openBlobs({ ...bucket, dataDir: '/nowhere' })
})
afterAll(() => bucket.close())

describe('blobs in a bucket', () => {
  it('are stored, measured, read and removed by their key', async () => {
    const key = newBlobKey('export')
    expect(await blobs.size(key)).toBeNull()
    expect(await blobs.put(key, Readable.from([Buffer.from('one, '), Buffer.from('two')]))).toBe(8)
    expect(await blobs.size(key)).toBe(8)
    expect((await buffer(blobs.read(key))).toString()).toBe('one, two')
    await blobs.remove(key)
    expect(await blobs.size(key)).toBeNull()
    await expect(buffer(blobs.read(key))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('of many megabytes arrive whole', async () => {
    const key = newBlobKey('export')
    const bytes = randomBytes(19_000_000)
    const pieces = Array.from({ length: 19 }, (_, at) => bytes.subarray(at * 1_000_000, (at + 1) * 1_000_000))
    expect(await blobs.put(key, Readable.from(pieces))).toBe(bytes.length)
    expect((await buffer(blobs.read(key))).equals(bytes)).toBe(true)
  })

  it('of a source that fails midway do not appear', async () => {
    const key = newBlobKey('export')
    async function* failing() {
      yield randomBytes(1_000)
      throw new Error('the source broke')
    }
    await expect(blobs.put(key, failing())).rejects.toThrow()
    expect(await blobs.size(key)).toBeNull()
  })

  it('of concurrent callers share an object and are fetched together', async () => {
    const parts = Array.from({ length: 12 }, (_, number) => Buffer.from(`capture number ${number}`))
    const before = bucket.objects.size
    const places = (await Promise.all(parts.map(part => blobs.append([part])))).flat()
    // The first part is written alone; the parts that arrive during that write follow as one object.
    expect(bucket.objects.size - before).toBe(2)
    bucket.requests.length = 0
    const pack = places[1]?.pack ?? ''
    const read = await blobs.readParts(
      pack,
      places.slice(1).map(({ at }, index) => ({ at, length: parts[index + 1]?.length ?? 0 })),
    )
    expect(read.map(String)).toEqual(parts.slice(1).map(String))
    expect(bucket.requests).toHaveLength(1)
  })

  it('that do not exist, or are shorter than requested, are reported as missing', async () => {
    const [place] = await blobs.append([Buffer.from('short')])
    const { pack = '' } = place ?? {}
    expect(
      await blobs.readParts(pack, [
        { at: 0, length: 5 },
        { at: 3, length: 5 },
      ]),
    ).toEqual([Buffer.from('short'), null])
    expect(await blobs.readParts(pack, [{ at: 500_000, length: 5 }])).toEqual([null])
    await blobs.remove(packKey(pack))
    expect(await blobs.readParts(pack, [{ at: 0, length: 5 }])).toEqual([null])
  })

  it('are listed by their kind, page after page', async () => {
    bucket.objects.clear()
    const keys = Array.from({ length: 5 }, () => newBlobKey('pack'))
    for (const key of [...keys, newBlobKey('export')]) await blobs.put(key, Readable.from([Buffer.from('x')]))
    const found: string[] = []
    for await (const { key, size, changedAt } of blobs.list('pack')) {
      expect(size).toBe(1)
      expect(changedAt.toISOString()).toBe('2026-01-02T03:04:05.000Z')
      found.push(key)
    }
    expect(found.sort()).toEqual(keys.sort())
  })

  it('are not opened without the keys of the bucket', () => {
    expect(() => readConfig({ OG_BLOB_URL: 's3:https://s3.example/bucket' })).toThrow(
      /OG_S3_ACCESS_KEY[\s\S]*OG_S3_SECRET_KEY/,
    )
    expect(() => readConfig({ OG_BLOB_URL: 's3:bucket' })).toThrow(/OG_BLOB_URL/)
    const keys = { OG_S3_ACCESS_KEY: 'a', OG_S3_SECRET_KEY: 'b' }
    expect(readConfig({ OG_BLOB_URL: 's3:https://s3.example/bucket?region=x', ...keys }).s3SecretKey).toBe('b')
  })

  it('are refused if the request is signed with a different key', async () => {
    const stranger = openBlobs({ ...bucket, dataDir: '/nowhere', s3SecretKey: 'guessed' })
    const key = newBlobKey('export')
    await expect(stranger.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow()
    await expect(stranger.append([Buffer.from('x')])).rejects.toThrow()
    await expect(stranger.size(key)).rejects.toThrow()
    expect(bucket.objects.has(key)).toBe(false)
  })
})
