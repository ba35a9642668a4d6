import chardet from 'chardet'
import { FileFault } from './sentences.ts'

const sampleBytes = 262_144
/** What the detector may find → the name by which it is decoded. Order breaks ties. */
const decodable: Record<string, string> = {
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  'windows-1252': 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'iso-8859-2',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'windows-1256': 'windows-1256',
  'windows-1254': 'windows-1254',
}
const names = Object.keys(decodable)

/** Encoding of a text file: by its mark, else strict UTF-8, else what its bytes look most like. */
export async function detectEncoding(source: AsyncIterable<Uint8Array>): Promise<string> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isUtf8 = true
  let size = 0
  let hasNul = false
  const sample: Uint8Array[] = []
  let sampled = 0
  for await (const chunk of source) {
    if (size === 0) {
      const marked = markOf(chunk)
      if (marked) return marked
    }
    size += chunk.length
    hasNul ||= chunk.includes(0)
    const isTelling = size === chunk.length || chunk.some(byte => byte > 127)
    if (isTelling && sampled < sampleBytes) {
      sample.push(chunk.subarray(0, sampleBytes - sampled))
      sampled += chunk.length
    }
    if (isUtf8) isUtf8 = decodes(strict, chunk, true)
  }
  if (size === 0) throw new FileFault('empty_file')
  isUtf8 &&= decodes(strict, new Uint8Array(), false)
  const bytes = Buffer.concat(sample)
  const encoding = hasNul ? utf16Of(bytes) : isUtf8 ? 'utf-8' : likelyOf(bytes)
  if (!encoding || !looksLikeText(new TextDecoder(encoding).decode(bytes))) throw new FileFault('not_text')
  return encoding
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array, stream: boolean): boolean {
  try {
    decoder.decode(chunk, { stream })
    return true
  } catch {
    return false
  }
}

/** Without a mark, the byte order that makes more of the characters any table has. */
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
  const guesses = chardet
    .analyse(whole)
    .filter(guess => guess.name in decodable)
    .sort((a, b) => b.confidence - a.confidence || names.indexOf(a.name) - names.indexOf(b.name))
  const fitting = guesses.find(guess => decodes(new TextDecoder(decodable[guess.name], { fatal: true }), whole, false))
  return decodable[fitting?.name ?? ''] ?? 'windows-1252'
}

/** Files of bytes hold control characters throughout; tables hold none. */
function looksLikeText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const strange = text.match(/[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/g)?.length ?? 0
  return strange <= text.length / 200
}
