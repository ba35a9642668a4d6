// A bucket on this machine's disk with the part of S3 that the console uses: FOLDER PORT ACCESS-KEY. It trusts its
// network: it compares the access key and does not verify signatures.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder = '', port = '', accessKey = ''] = process.argv.slice(2)
const objects = join(folder, 'objects')
const parts = join(folder, 'parts')
const pageOfList = 1_000

/** Keys are paths below the folder; a part with a special meaning for the file system (..) is encoded. */
const fileOf = (key: string): string => join(objects, ...key.split('/').map(part => encodeURIComponent(part)))

/** Durable before the reply, and under its final name only when complete. */
async function keep(source: AsyncIterable<Uint8Array>, file: string): Promise<string> {
  const copy = join(folder, randomUUID())
  const hash = createHash('md5')
  await mkdir(dirname(file), { recursive: true })
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(copy, { flush: true }),
  )
  await rename(copy, file)
  return `"${hash.digest('hex')}"`
}

async function* concatFiles(files: string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) yield* createReadStream(file)
}

const xml = (name: string, inner: string) => `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`
const escapeXml = (text: string) => text.replace(/[<>&]/g, char => `&#${char.charCodeAt(0)};`)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://bucket')
  if (!request.headers.authorization?.includes(`Credential=${accessKey}/`))
    return void response.writeHead(403).end(xml('Error', '<Code>AccessDenied</Code>'))
  const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'))
  const upload = url.searchParams.get('uploadId')
  if (url.searchParams.has('uploads'))
    return void response.end(xml('InitiateMultipartUploadResult', `<UploadId>${randomUUID()}</UploadId>`))
  if (upload && !/^[0-9a-f-]{36}$/.test(upload)) return void response.writeHead(400).end()
  if (upload && request.method === 'PUT') {
    const number = String(Number(url.searchParams.get('partNumber'))).padStart(6, '0')
    return void response.writeHead(200, { etag: await keep(request, join(parts, upload, number)) }).end()
  }
  if (upload && request.method === 'POST') {
    request.resume()
    const names = (await readdir(join(parts, upload))).sort()
    const etag = await keep(concatFiles(names.map(name => join(parts, upload, name))), fileOf(key))
    await rm(join(parts, upload), { recursive: true })
    return void response.end(xml('CompleteMultipartUploadResult', `<ETag>${escapeXml(etag)}</ETag>`))
  }
  if (upload) {
    await rm(join(parts, upload), { recursive: true, force: true })
    return void response.writeHead(204).end()
  }
  if (url.searchParams.has('list-type')) return list(url, response)
  if (request.method === 'PUT') return void response.writeHead(200, { etag: await keep(request, fileOf(key)) }).end()
  if (request.method === 'DELETE') {
    await rm(fileOf(key), { force: true })
    return void response.writeHead(204).end()
  }
  return send(request, response, fileOf(key))
}

async function send(request: IncomingMessage, response: ServerResponse, file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  const isHead = request.method === 'HEAD'
  if (!found?.isFile())
    return void response.writeHead(404).end(isHead ? undefined : xml('Error', '<Code>NoSuchKey</Code>'))
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const from = Number(range?.[1] ?? 0)
  const last = Math.min(Number(range?.[2] ?? Number.POSITIVE_INFINITY), found.size - 1)
  if (range && from >= found.size) return void response.writeHead(416).end(xml('Error', '<Code>InvalidRange</Code>'))
  response.writeHead(range ? 206 : 200, { 'content-length': last - from + 1, etag: `"${found.mtimeMs}"` })
  if (isHead || found.size === 0) return void response.end()
  await pipeline(createReadStream(file, { start: from, end: last }), response)
}

async function list(url: URL, response: ServerResponse): Promise<void> {
  const entries = await readdir(objects, { recursive: true, withFileTypes: true }).catch(() => [])
  const keys = entries
    .filter(entry => entry.isFile())
    .map(entry => decodeURIComponent(join(entry.parentPath, entry.name).slice(objects.length + 1)))
    .filter(key => key.startsWith(url.searchParams.get('prefix') ?? ''))
    .sort()
  const after = url.searchParams.get('continuation-token') ?? ''
  const rest = keys.filter(key => key > after)
  const page = rest.slice(0, pageOfList)
  const contents = await Promise.all(
    page.map(async key => {
      const { size, mtime } = await stat(fileOf(key))
      return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`
    }),
  )
  const isCut = rest.length > page.length
  const next = isCut ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>` : ''
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(xml('ListBucketResult', `<IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}`))
}

await mkdir(objects, { recursive: true })
await mkdir(parts, { recursive: true })
createServer((request, response) => {
  answer(request, response).catch(error => {
    if (response.headersSent) return response.destroy()
    response.writeHead(500).end(xml('Error', `<Message>${escapeXml(String(error))}</Message>`))
  })
}).listen(Number(port))
