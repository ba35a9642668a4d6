// What the bytes of a text themselves say of their charset; names are those of the WHATWG Encoding standard, lower case.
import chardet from 'chardet'

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
/** A text may hold a few broken characters; beyond this share of its bytes over 127 it is none of that charset. */
const faultyShare = 0.01

/** Every byte means something in these: that they read without a fault proves nothing. */
export const isSingleByte = (charset: string) => /^(windows-|iso-8859-|koi8|macintosh|x-mac|ibm866)/.test(charset)

/** By the byte order mark. */
export function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** The charset that a sample looks most like, of those that read it almost without a fault. */
export function likelyCharset(sample: Buffer): string | undefined {
  const guesses = chardet
    .analyse(sample)
    .flatMap(({ name, confidence }) => (detectable[name] ? [{ charset: detectable[name], confidence }] : []))
    .sort((a, b) => b.confidence - a.confidence)
  const fitting = guesses.filter(({ charset }) =>
    isFitting(new TextDecoder(charset).decode(sample), sample, faultyShare),
  )
  const multi = fitting.find(({ charset }) => !isSingleByte(charset))
  const best = fitting[0]
  // Two bytes that always pair up are seldom an accident; Latin letters often win by the markup alone.
  if (multi && best && multi.confidence >= Math.min(best.confidence, 30)) return multi.charset
  return best?.charset
}

/** Whether no more of the bytes over 127 than a share were unreadable in the text that they gave. */
export function isFitting(text: string, bytes: Uint8Array, share: number): boolean {
  const faults = countFaults(text)
  if (faults === 0) return true
  let high = 0
  for (const byte of bytes) if (byte > 127) high++
  return faults <= high * share
}

/** U+FFFD stands for each. */
export function countFaults(text: string): number {
  let found = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) found++
  return found
}
