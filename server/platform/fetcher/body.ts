import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { cutText } from '#contract/text.ts'

type BodyResult = { body: Buffer } | { fault: 'too_large' | 'bad_encoding'; detail: string }

/** For bodies with fewer compressed bytes than this, handing over to a thread costs more than unpacking. */
const smallBytes = 65_536
const [gunzip, inflate, inflateRaw, brotli, zstd] = [
  promisify(zlib.gunzip),
  promisify(zlib.inflate),
  promisify(zlib.inflateRaw),
  promisify(zlib.brotliDecompress),
  promisify(zlib.zstdDecompress),
] as ((data: Buffer, options: Limit) => Promise<Buffer>)[]

type Limit = { maxOutputLength: number; finishFlush?: number }
type Codec = {
  sync: (data: Buffer, options: Limit) => Buffer
  async: (data: Buffer, options: Limit) => Promise<Buffer>
}

const codecs: Record<string, Codec> = {
  gzip: { sync: zlib.gunzipSync as Codec['sync'], async: gunzip! },
  'x-gzip': { sync: zlib.gunzipSync as Codec['sync'], async: gunzip! },
  deflate: { sync: zlib.inflateSync as Codec['sync'], async: inflate! },
  raw: { sync: zlib.inflateRawSync as Codec['sync'], async: inflateRaw! },
  br: { sync: zlib.brotliDecompressSync as Codec['sync'], async: brotli! },
  zstd: { sync: zlib.zstdDecompressSync as Codec['sync'], async: zstd! },
}

/**
 * Decodes the content codings of a body (RFC 9110, 8.4), up to `maxBytes`: a decompression bomb stops at that size.
 * `isTruncated` returns the part of an incomplete body that can be unpacked.
 */
export async function decodeContent(
  wire: Buffer,
  contentEncoding: string | undefined,
  { maxBytes, isTruncated = false }: { maxBytes: number; isTruncated?: boolean },
): Promise<BodyResult> {
  const named = (contentEncoding ?? '').toLowerCase().split(',')
  // Some servers name a charset here, or send an empty value: then the body is not encoded.
  const codings = named.map(coding => coding.trim()).filter(coding => !/^(|identity|none|utf-?8|binary)$/.test(coding))
  if (codings.length > 3) return { fault: 'bad_encoding', detail: `${codings.length} codings` }
  let body = wire
  for (const coding of codings.reverse()) {
    const codec = codecs[codecOf(coding, body)]
    if (!codec || coding === 'raw') {
      if (isPlain(coding, body)) continue
      return { fault: 'bad_encoding', detail: cutText(coding, 40) }
    }
    const decoded = await unpack(body, codec, coding, maxBytes, isTruncated)
    if ('fault' in decoded) return decoded
    body = decoded.body
  }
  return { body }
}

/** `deflate` should have zlib's header, and often has none. */
function codecOf(coding: string, body: Buffer): string {
  if (coding === 'deflate' && ((body[0] ?? 0) & 15) !== 8) return 'raw'
  return isPlain(coding, body) ? '' : coding
}

/** Whether the body is labelled gzip but has no gzip header: it was sent unencoded. */
function isPlain(coding: string, body: Buffer): boolean {
  return (coding === 'gzip' || coding === 'x-gzip') && !(body[0] === 0x1f && body[1] === 0x8b)
}

async function unpack(
  data: Buffer,
  codec: Codec,
  coding: string,
  maxOutputLength: number,
  isTruncated: boolean,
): Promise<BodyResult> {
  if (data.length === 0) return { body: data }
  const limit: Limit = { maxOutputLength }
  // zlib returns what it has when its flush flag is set; brotli and zstd have flags with numbers of their own.
  if (isTruncated)
    limit.finishFlush =
      coding === 'br'
        ? zlib.constants.BROTLI_OPERATION_FLUSH
        : coding === 'zstd'
          ? zlib.constants.ZSTD_e_flush
          : zlib.constants.Z_SYNC_FLUSH
  try {
    if (data.length <= smallBytes) return { body: codec.sync(data, limit) }
    return { body: await oneAtATime(() => codec.async(data, limit)) }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'ERR_BUFFER_TOO_LARGE') return { fault: 'too_large', detail: `over ${maxOutputLength} unpacked` }
    return { fault: 'bad_encoding', detail: cutText(`${coding}: ${(error as Error).message}`, 200) }
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** Unpacks large bodies one after the other, so that many at once do not fill the memory. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work)
  turn = result.catch(() => {})
  return result
}
