// An in-memory bucket that rejects every unsigned request, for tests.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const accessKey = 'test-access'
const secretKey = 'test-secret'
const region = 'eu-test-1'

type Bucket = {
  objects: Map<string, Buffer>
  /** Uploads started and neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>
  /** Requests, as method and path. */
  requests: string[]
}
export type TestBucket = Bucket & {
  /** The configuration of a console that uses this bucket. */
  blobUrl: string
  s3AccessKey: string
  s3SecretKey: string
  close(): Promise<void>
}

export async function openTestBucket(): Promise<TestBucket> {
  const bucket: Bucket = { objects: new Map(), uploads: new Map(), requests: [] }
  const server = createServer((request, response) => {
    answer(bucket, request, response).catch(error => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    ...bucket,
    blobUrl: `s3:http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket?region=${region}`,
    s3AccessKey: accessKey,
    s3SecretKey: secretKey,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** Verifies AWS Signature Version 4, which the service computes from the received request. */
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

async function answer(
  { objects, uploads, requests }: Bucket,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://bucket')
  const body = await buffer(request)
  requests.push(`${request.method} ${url.pathname}${url.search}`)
  if (!isSigned(request, url))
    return void response.writeHead(403).end(xml('Error', '<Code>SignatureDoesNotMatch</Code>'))
  const key = decodeURIComponent(url.pathname.slice('/bucket/'.length))
  const upload = url.searchParams.get('uploadId')
  if (url.searchParams.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, new Map())
    return void response.writeHead(200).end(xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`))
  }
  if (upload && request.method === 'DELETE') {
    uploads.delete(upload)
    return void response.writeHead(204).end()
  }
  if (upload && request.method === 'PUT') {
    uploads.get(upload)?.set(Number(url.searchParams.get('partNumber')), body)
    return void response.writeHead(200, { etag: '"part"' }).end()
  }
  if (upload && request.method === 'POST') {
    const parts = [...(uploads.get(upload) ?? [])].sort(([a], [b]) => a - b)
    objects.set(key, Buffer.concat(parts.map(([, part]) => part)))
    uploads.delete(upload)
    return void response.writeHead(200).end(xml('CompleteMultipartUploadResult', '<ETag>"whole"</ETag>'))
  }
  if (url.searchParams.has('list-type')) return list(objects, url, response)
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

function list(objects: Bucket['objects'], url: URL, response: ServerResponse): void {
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
