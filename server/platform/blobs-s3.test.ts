import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Blobs, newBlobKey, openBlobs } from './blobs.ts'
import { packKey } from './blobs-key.ts'
import { readConfig } from './config.ts'

const accessKey = 'test-access'
const secretKey = 'test-secret'
const region = 'eu-test-1'

/** A bucket in memory that believes nothing unsigned. */
const objects = new Map<string, Buffer>()
const uploads = new Map<string, Map<number, Buffer>>()
let requests: string[] = []
let server: Server
let blobs: Blobs

beforeAll(async () => {
  server = createServer((request, response) => {
    answer(request, response).catch(error => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  blobs = openBlobs({ blobUrl: addressOf(), dataDir: '/nowhere', s3AccessKey: accessKey, s3SecretKey: secretKey })
})
afterAll(() => new Promise(resolve => server.close(resolve)))

const addressOf = () => `s3:http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket?region=${region}`

/** AWS Signature Version 4, as the service computes it from what arrived. */
function isSigned(request: IncomingMessage, url: URL): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) return false
  const [, key, day = '', inRegion = '', names = '', signature] = given
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = names
    .split(';')
    .map(name => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const canonical = [request.method, url.pathname, query, headers, names, request.headers['x-amz-content-sha256']].join(
    '\n',
  )
  const scope = `${day}/${inRegion}/s3/aws4_request`
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const signingKey = [day, inRegion, 's3', 'aws4_request'].reduce<Buffer | string>(
    (by, text) => createHmac('sha256', by).update(text).digest(),
    `AWS4${secretKey}`,
  )
  return (
    key === accessKey &&
    inRegion === region &&
    createHmac('sha256', signingKey).update(toSign).digest('hex') === signature
  )
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://bucket')
  const body = await buffer(request)
  requests.push(`${request.method} ${url.pathname}${url.search}`)
  if (!isSigned(request, url))
    return void response.writeHead(403).end(xml('Error', '<Code>SignatureDoesNotMatch</Code>'))
  const key = decodeURIComponent(url.pathname.slice('/bucket/'.length))
  const upload = url.searchParams.get('uploadId')
  if (url.searchParams.has('uploads')) {
    uploads.set('u1', new Map())
    return void response.writeHead(200).end(xml('InitiateMultipartUploadResult', '<UploadId>u1</UploadId>'))
  }
  if (upload && request.method === 'PUT') {
    uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), body)
    return void response.writeHead(200, { etag: '"part"' }).end()
  }
  if (upload && request.method === 'POST') {
    const parts = [...(uploads.get(upload) ?? [])].sort(([a], [b]) => a - b)
    objects.set(key, Buffer.concat(parts.map(([, part]) => part)))
    return void response.writeHead(200).end(xml('CompleteMultipartUploadResult', '<ETag>"whole"</ETag>'))
  }
  if (url.searchParams.has('list-type')) return list(url, response)
  if (request.method === 'PUT') {
    objects.set(key, body)
    return void response.writeHead(200, { etag: '"one"' }).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  }
  const object = objects.get(key)
  if (!object)
    return void response
      .writeHead(404)
      .end(request.method === 'HEAD' ? undefined : xml('Error', '<Code>NoSuchKey</Code>'))
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (range && Number(range[1]) >= object.length)
    return void response.writeHead(416).end(xml('Error', '<Code>InvalidRange</Code>'))
  const part = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object
  response
    .writeHead(range ? 206 : 200, { 'content-length': part.length })
    .end(request.method === 'HEAD' ? undefined : part)
}

function list(url: URL, response: ServerResponse): void {
  const keys = [...objects.keys()].filter(key => key.startsWith(url.searchParams.get('prefix') ?? '')).sort()
  const from = Number(url.searchParams.get('continuation-token') ?? 0)
  const page = keys.slice(from, from + 2)
  const contents = page.map(
    key =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>"x"</ETag><Size>${objects.get(key)?.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  )
  const more =
    from + 2 < keys.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${from + 2}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>'
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml('ListBucketResult', more + contents.join('')))
}

const xml = (name: string, inner: string) => `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`

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

  it('of a source that fails half way do not appear', async () => {
    const key = newBlobKey('export')
    async function* failing() {
      yield randomBytes(1_000)
      throw new Error('the source broke')
    }
    await expect(blobs.put(key, failing())).rejects.toThrow()
    expect(await blobs.size(key)).toBeNull()
  })

  it('of one moment share an object and are fetched together', async () => {
    const parts = Array.from({ length: 12 }, (_, number) => Buffer.from(`capture number ${number}`))
    const before = objects.size
    const places = (await Promise.all(parts.map(part => blobs.append([part])))).flat()
    // The first goes by itself; those that came while it was on its way follow as one.
    expect(objects.size - before).toBe(2)
    requests = []
    const pack = places[1]?.pack ?? ''
    const read = await blobs.readParts(
      pack,
      places.slice(1).map(({ at }, index) => ({ at, length: parts[index + 1]?.length ?? 0 })),
    )
    expect(read.map(String)).toEqual(parts.slice(1).map(String))
    expect(requests).toHaveLength(1)
  })

  it('that are not there, or shorter than asked, are told as missing', async () => {
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
    objects.clear()
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

  it('are not begun without the keys of the bucket', () => {
    expect(() => readConfig({ OG_BLOB_URL: 's3:https://s3.example/bucket' })).toThrow(
      /OG_S3_ACCESS_KEY[\s\S]*OG_S3_SECRET_KEY/,
    )
    expect(() => readConfig({ OG_BLOB_URL: 's3:bucket' })).toThrow(/OG_BLOB_URL/)
    const keys = { OG_S3_ACCESS_KEY: 'a', OG_S3_SECRET_KEY: 'b' }
    expect(readConfig({ OG_BLOB_URL: 's3:https://s3.example/bucket?region=x', ...keys }).s3SecretKey).toBe('b')
  })

  it('are refused to whoever signs with another key', async () => {
    const stranger = openBlobs({
      blobUrl: addressOf(),
      dataDir: '/nowhere',
      s3AccessKey: accessKey,
      s3SecretKey: 'guessed',
    })
    const key = newBlobKey('export')
    await expect(stranger.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow()
    await expect(stranger.append([Buffer.from('x')])).rejects.toThrow()
    await expect(stranger.size(key)).rejects.toThrow()
    expect(objects.has(key)).toBe(false)
  })
})
