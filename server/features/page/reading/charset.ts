import chardet from 'chardet'

export type TextSource = 'bom' | 'override' | 'header' | 'meta' | 'utf8' | 'detected' | 'corrected'
export type DecodedBody = {
  text: string
  /** Name as of the WHATWG Encoding standard, lower case. */
  charset: string
  /** What named it; `corrected`: the page names one that its bytes contradict. */
  source: TextSource
  /** Some bytes could not be read in it. */
  hasReplacement: boolean
}

const headBytes = 4_096
const sampleBytes = 131_072
/** A page may hold a few broken characters; beyond this share of its bytes over 127 another charset is looked for. */
const faultyShare = 0.05
/** What the detector finds → the name by which it is read. */
const detectable: Record<string, string> = {
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  'ISO-2022-JP': 'iso-2022-jp',
  'windows-1252': 'windows-1252',
  'ISO-8859-1': 'windows-1252',
  'windows-1250': 'windows-1250',
  'ISO-8859-2': 'iso-8859-2',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'ISO-8859-5': 'iso-8859-5',
  'windows-1253': 'windows-1253',
  'ISO-8859-7': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
}
/** Every byte means something in these: that they read without a fault proves nothing. */
const singleByte = /^(windows-|iso-8859-|koi8|macintosh|x-mac|ibm866)/

/**
 * Bytes of a page as text: byte order mark, then the site's own setting, the header, the page's meta element, strict
 * UTF-8, detection. A charset that the bytes contradict is passed over for the one they fit.
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
  // 16-bit charsets were looked for by their bytes: named and not found, they are a mistake for UTF-8.
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
    if (isFitting(read, body, faultyShare)) return read
  }
  const detected = detect(body) ?? 'windows-1252'
  const read = decode(body, detected, name === undefined ? 'detected' : 'corrected')
  if (name === undefined || detected === name) return read
  const asNamed = decode(body, name, source)
  // Against a charset where anything reads, the named one must be mostly wrong.
  const isHopeless = singleByte.test(detected) ? !isFitting(asNamed, body, 0.2) : true
  return isHopeless && count(read) * 4 < count(asNamed) ? read : asNamed
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

/** Whether bytes that are sound UTF-8 can hardly be what they are said to be: a few characters may be so by chance in GBK or Big5. */
function provesUtf8(text: string, named: string): boolean {
  const needed = singleByte.test(named) ? 1 : 6
  let found = 0
  for (let at = 0; at < text.length && found < needed; at++) if (text.charCodeAt(at) > 127) found++
  return found >= needed
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return undefined
}

/** Markup in 16 bits has a zero in every second byte; no other text has zeros. */
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

/** The standard's name of a label, or undefined for one it does not know. */
export function labelOf(label: string | null | undefined): string | undefined {
  const name = label?.trim().toLowerCase()
  if (!name) return undefined
  try {
    const { encoding } = new TextDecoder(aliases[name] ?? name)
    return encoding
  } catch {
    return undefined
  }
}
/** Labels met in the wild that the standard lacks. */
const aliases: Record<string, string> = {
  utf8mb4: 'utf-8',
  'gb-2312': 'gbk',
  gb_2312: 'gbk',
  'big-5': 'big5',
  sjis: 'shift_jis',
}

function count({ text }: DecodedBody): number {
  let found = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) found++
  return found
}

function isFitting(read: DecodedBody, body: Buffer, share: number): boolean {
  if (!read.hasReplacement) return true
  let high = 0
  for (const byte of body) if (byte > 127) high++
  return count(read) <= high * share
}

/** Charset that the text's bytes look most like and that reads them without a fault. */
function detect(body: Buffer): string | undefined {
  const sample = textSample(body)
  const guesses = chardet
    .analyse(sample)
    .flatMap(({ name, confidence }) => (detectable[name] ? [{ charset: detectable[name], confidence }] : []))
    .sort((a, b) => b.confidence - a.confidence)
  const fitting = guesses.filter(({ charset }) => isFitting(decode(sample, charset, 'detected'), sample, 0.01))
  const multi = fitting.find(({ charset }) => !singleByte.test(charset))
  const best = fitting[0]
  // Two bytes that always pair up are seldom an accident; Latin letters often win by the markup alone.
  if (multi && best && multi.confidence >= Math.min(best.confidence, 30)) return multi.charset
  return best?.charset
}

/** Text between the tags: names of elements tell nothing of the language, and too much of ASCII. */
function textSample(body: Buffer): Buffer {
  const head = body.subarray(0, sampleBytes).toString('latin1')
  const bare = head.replace(/<[^<>]{0,2000}>/g, ' ')
  return Buffer.from(bare, 'latin1')
}
