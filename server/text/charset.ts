import { countFaults, isFitting, isSingleByte, likelyCharset, markOf } from '#server/platform/files/charset.ts'

type TextSource = 'bom' | 'override' | 'header' | 'meta' | 'utf8' | 'detected' | 'corrected'
type DecodedBody = {
  text: string
  /** A name of the WHATWG Encoding standard, in lower case. */
  charset: string
  /** The origin of the charset; `corrected`: the page declares one that its bytes contradict. */
  source: TextSource
  /** Whether some bytes could not be decoded. */
  hasReplacement: boolean
}

const headBytes = 4_096
const sampleBytes = 131_072
/** A page may contain a few broken characters; above this share of its bytes over 127, another charset is tried. */
const faultyShare = 0.05
/**
 * Decodes the bytes of a page: byte order mark, then the site's own setting, the header, the page's meta element,
 * strict UTF-8, detection. A charset that the bytes contradict is replaced by one that fits.
 */
export function decodeBody(body: Buffer, contentType: string | null, override?: string | null): DecodedBody {
  const mark = markOf(body)
  if (mark) return decode(body, mark, 'bom')
  const chosen = labelOf(override)
  if (chosen) return decode(body, chosen, 'override')
  const unmarked = unmarkedUtf16(body)
  if (unmarked) return decode(body, unmarked, 'detected')

  const inHeader = labelOf(/charset\s*=\s*["']?([\w:.+-]+)/i.exec(contentType ?? '')?.[1])
  const inMeta = metaCharset(body)
  // 16-bit charsets were already checked by their bytes: if one is declared but was not detected, UTF-8 was meant.
  const named = [inHeader, inMeta].map(label => (label?.startsWith('utf-16') ? 'utf-8' : label))
  const [name, source] = named[0] ? [named[0], 'header' as const] : [named[1], 'meta' as const]

  const utf8 = strictUtf8(body)
  if (utf8 !== null && (name === undefined || name === 'utf-8' || provesUtf8(utf8, name)))
    return {
      text: utf8,
      charset: 'utf-8',
      source: name === undefined ? 'utf8' : name === 'utf-8' ? source : 'corrected',
      hasReplacement: false,
    }
  const ways = new Map<string, TextSource>()
  if (name) ways.set(name, source)
  if (named[1] && !ways.has(named[1])) ways.set(named[1], name === named[1] ? 'meta' : 'corrected')
  for (const [charset, why] of ways) {
    const read = decode(body, charset, why)
    if (isFitting(read.text, body, faultyShare)) return read
  }
  const detected = likelyCharset(textSample(body)) ?? 'windows-1252'
  const read = decode(body, detected, name === undefined ? 'detected' : 'corrected')
  if (name === undefined || detected === name) return read
  const asNamed = decode(body, name, source)
  // A single-byte charset can decode anything, so it replaces the declared one only if that is mostly wrong.
  const isHopeless = isSingleByte(detected) ? !isFitting(asNamed.text, body, 0.2) : true
  return isHopeless && countFaults(read.text) * 4 < countFaults(asNamed.text) ? read : asNamed
}

function decode(body: Buffer, charset: string, source: TextSource): DecodedBody {
  const text = new TextDecoder(charset).decode(body)
  return { text, charset, source, hasReplacement: text.includes('\ufffd') }
}

function strictUtf8(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** Whether valid UTF-8 rules out the declared charset; a few characters may be valid by chance in GBK or Big5. */
function provesUtf8(text: string, named: string): boolean {
  const needed = isSingleByte(named) ? 1 : 6
  let found = 0
  for (let at = 0; at < text.length && found < needed; at++) if (text.charCodeAt(at) > 127) found++
  return found >= needed
}

/** Markup in 16 bits has a zero in every second byte; no other text contains zeros. */
function unmarkedUtf16(body: Buffer): string | undefined {
  const head = body.subarray(0, headBytes)
  if (!head.includes(0)) return undefined
  const zeros = [0, 0]
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at & 1]!++
  const half = head.length / 2
  if (zeros[1]! > half * 0.3 && zeros[0]! < half * 0.05) return 'utf-16le'
  if (zeros[0]! > half * 0.3 && zeros[1]! < half * 0.05) return 'utf-16be'
  return undefined
}

function metaCharset(body: Buffer): string | undefined {
  const head = body.subarray(0, headBytes).toString('latin1')
  const declared = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w:.+-]+)/i.exec(head)?.[1]
  if (declared) return labelOf(declared)
  for (const [tag] of head.matchAll(/<meta[^>]{1,400}>/gi)) {
    const name = /charset\s*=\s*["']?\s*([\w:.+-]+)/i.exec(tag)?.[1]
    const label = labelOf(name)
    if (label) return label
  }
  return undefined
}

/** The standard's name of a label; undefined if the standard does not know it. */
function labelOf(label: string | null | undefined): string | undefined {
  const name = label?.trim().toLowerCase()
  if (!name) return undefined
  try {
    const { encoding } = new TextDecoder(aliases[name] ?? name)
    return encoding
  } catch {
    return undefined
  }
}
/** Labels that occur in practice but are missing from the standard. */
const aliases: Record<string, string> = {
  utf8mb4: 'utf-8',
  'gb-2312': 'gbk',
  gb_2312: 'gbk',
  'big-5': 'big5',
  sjis: 'shift_jis',
}

/** Text between the tags: names of elements give no evidence of the language, and contain too much ASCII. */
function textSample(body: Buffer): Buffer {
  const head = body.subarray(0, sampleBytes).toString('latin1')
  const bare = head.replace(/<[^<>]{0,2000}>/g, ' ')
  return Buffer.from(bare, 'latin1')
}
