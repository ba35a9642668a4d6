import { IngestFault } from '#server/ingest/fault.ts'
import { likelyCharset, markOf } from '#server/platform/files/charset.ts'

const sampleBytes = 262_144

/** Encoding of a text file: by its byte order mark, otherwise UTF-8 if it is valid, otherwise the likeliest one. */
export async function detectEncoding(source: AsyncIterable<Uint8Array>): Promise<string> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let size = 0
  let nuls = 0
  const sample: Uint8Array[] = []
  let sampled = 0
  for await (const chunk of source) {
    if (size === 0) {
      const marked = markOf(chunk)
      if (marked) return marked
    }
    size += chunk.length
    for (const byte of chunk) if (byte === 0) nuls += 1
    const isTelling = size === chunk.length || chunk.some(byte => byte > 127)
    if (isTelling && sampled < sampleBytes) {
      sample.push(chunk.subarray(0, sampleBytes - sampled))
      sampled += chunk.length
    }
    if (isUtf8) isUtf8 = decodes(strict, chunk, true)
  }
  if (size === 0) throw new IngestFault('empty_file')
  isUtf8 &&= decodes(strict, new Uint8Array(), false)
  const bytes = Buffer.concat(sample)
  const isTwoByte = nuls > size / 4 || (nuls > 0 && hasTwoByteLineEnds(bytes))
  const encoding = isTwoByte ? utf16Of(bytes) : isUtf8 ? 'utf-8' : likelyOf(bytes)
  if (!encoding || !looksLikeText(new TextDecoder(encoding).decode(bytes))) throw new IngestFault('not_text')
  return encoding
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array, stream: boolean): boolean {
  try {
    decoder.decode(chunk, { stream })
    return true
  } catch {
    return false
  }
}

/**
 * Distinguishes UTF-16 with few ASCII characters from text with a stray NUL, which would be decoded into other
 * characters: in UTF-16, a NUL is next to nearly every line feed.
 */
function hasTwoByteLineEnds(bytes: Buffer): boolean {
  let [ends, paired] = [0, 0]
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    ends += 1
    if (bytes[at % 2 === 0 ? at + 1 : at - 1] === 0) paired += 1
  }
  return paired > ends / 2
}

/** Without a mark, the byte order that yields more of the characters that are common in tables. */
function utf16Of(bytes: Buffer): string | undefined {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const common = (encoding: string) =>
    new TextDecoder(encoding).decode(even).match(/[\r\n\t ,;"0-9A-Za-z]/g)?.length ?? 0
  const [little, big] = [common('utf-16le'), common('utf-16be')]
  if (little === 0 && big === 0) return undefined
  return little >= big ? 'utf-16le' : 'utf-16be'
}

function likelyOf(bytes: Buffer): string {
  // A sample may end within a character.
  const whole = bytes.subarray(0, bytes.length < sampleBytes ? bytes.length : bytes.lastIndexOf(10) + 1 || bytes.length)
  return likelyCharset(whole) ?? 'windows-1252'
}

/** Binary files contain control characters throughout; tables contain none. */
function looksLikeText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const strange = text.match(/[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/g)?.length ?? 0
  return strange <= text.length / 200
}
