import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { isReadable } from '../fetching/readable.ts'
import { CaptureRefused } from './capture.ts'

const headBytes = 65_536

type Response = { headers: [string, string][]; body: Buffer }

/** The page in a stored HTTP response: status 200, a type that can be read, its encodings undone within `maxBytes`. */
export async function readResponse(block: Buffer, maxBytes: number): Promise<Response> {
  const { lines, body } = splitHead(block)
  const status = Number(/^HTTP\/\d(?:\.\d)?\s+(\d{3})\b/i.exec(lines[0] ?? '')?.[1])
  if (!Number.isInteger(status)) throw new CaptureRefused('broken_record')
  if (status >= 300 && status < 400) throw new CaptureRefused('redirect')
  if (status !== 200) throw new CaptureRefused('status')
  const headers = headersOf(lines.slice(1))
  if (!isReadable(typeOf(headerValue(headers, 'content-type')))) throw new CaptureRefused('not_page')
  const isChunked = /\bchunked\b/i.test(headerValue(headers, 'transfer-encoding'))
  const whole = isChunked ? withoutChunks(body) : body
  return { headers, body: await decodeBody(whole, headerValue(headers, 'content-encoding'), maxBytes) }
}

function splitHead(block: Buffer): { lines: string[]; body: Buffer } {
  const head = block.subarray(0, headBytes).toString('latin1')
  const end = /\r?\n\r?\n/.exec(head)
  if (!end) throw new CaptureRefused('broken_record')
  return { lines: head.slice(0, end.index).split(/\r?\n/), body: block.subarray(end.index + end[0].length) }
}

const mostHeaders = 500

/** Header lines; a line that begins with a space continues the previous one, one without a name is dropped. */
export function headersOf(lines: readonly string[]): [string, string][] {
  const headers: [string, string][] = []
  for (const line of lines.slice(0, mostHeaders)) {
    const last = headers.at(-1)
    if (/^[ \t]/.test(line) && last) last[1] += ` ${line.trim()}`
    else {
      const at = line.indexOf(':')
      if (at > 0)
        headers.push([
          line.slice(0, at).trim(),
          line
            .slice(at + 1)
            .trim()
            .replaceAll('\0', ''),
        ])
    }
  }
  return headers.filter(([name]) => /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name))
}

export function headerValue(headers: readonly (readonly [string, string])[], name: string): string {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
}

export function typeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

/** A body in chunks; some archives store the body without them and keep the header. */
function withoutChunks(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const size = /^\s*([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]{0,1000})?\r?\n/i.exec(
      body.subarray(at, at + 1_100).toString('latin1'),
    )
    if (!size) {
      if (at === 0) return body
      throw new CaptureRefused('bad_encoding')
    }
    const length = Number.parseInt(size[1] as string, 16)
    if (length === 0) break
    const start = at + size[0].length
    if (start + length > body.length) throw new CaptureRefused('bad_encoding')
    parts.push(body.subarray(start, start + length))
    at = start + length
  }
  return Buffer.concat(parts)
}

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // Servers send both forms under this name.
  deflate: (body, options) =>
    ((body[0] ?? 0) & 0x0f) === 8 ? promisify(inflate)(body, options) : promisify(inflateRaw)(body, options),
}
const mostCodings = 3

async function decodeBody(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '' && each !== 'identity')
  if (codings.length > mostCodings) throw new CaptureRefused('bad_encoding')
  let decoded = body
  for (const coding of codings.toReversed()) {
    const decode = decoders[coding]
    if (!decode) throw new CaptureRefused('bad_encoding')
    // Some archives store the decoded body and keep the header.
    if (coding.endsWith('gzip') && !(decoded[0] === 0x1f && decoded[1] === 0x8b)) continue
    decoded = await decode(decoded, { maxOutputLength: maxBytes }).catch(error => {
      throw new CaptureRefused(error?.code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'bad_encoding')
    })
  }
  if (decoded.length > maxBytes) throw new CaptureRefused('too_large')
  return decoded
}
