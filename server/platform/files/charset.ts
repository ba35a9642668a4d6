// Detects the charset of a text from its bytes; names are those of the WHATWG Encoding standard, in lower case.
import chardet from 'chardet'

/** Charset names of the detector → names of the decoder. */
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
/**
 * A text may contain a few broken characters. If their share of its bytes over 127 is larger than this, it is not in
 * that charset.
 */
const faultyShare = 0.01

/** In these charsets every byte is valid: decoding without a fault proves nothing. */
export const isSingleByte = (charset: string) => /^(windows-|iso-8859-|koi8|macintosh|x-mac|ibm866)/.test(charset)

/** The charset that the byte order mark names. */
export function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** The most likely charset of a sample, among those that decode it almost without faults. */
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
  // Two-byte sequences that are always valid are seldom an accident; a charset of Latin letters often scores higher
  // only because of the markup.
  if (multi && best && multi.confidence >= Math.min(best.confidence, 30)) return multi.charset
  return best?.charset
}

/** Whether the unreadable characters of a decoded text are at most this share of its bytes over 127. */
export function isFitting(text: string, bytes: Uint8Array, share: number): boolean {
  const faults = countFaults(text)
  if (faults === 0) return true
  let high = 0
  for (const byte of bytes) if (byte > 127) high++
  return faults <= high * share
}

/** Each unreadable character is decoded as U+FFFD. */
export function countFaults(text: string): number {
  let found = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) found++
  return found
}
