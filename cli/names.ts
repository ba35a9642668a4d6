import type { Locale } from '#contract/bilingual.ts'
import { exits, Failure } from './failure.ts'
import { messageOf } from './texts.ts'

/** A name and its line in the file, from 1. */
export type NamedLine = { n: number; name: string }

/**
 * The names of a text file, one a line; empty lines are left out. The encoding is that of the byte order mark,
 * otherwise UTF-8, UTF-16 or GB 18030 (which includes GBK), whichever fits; `encoding` decides it.
 */
export function namesIn(bytes: Uint8Array, path: string, locale: Locale, encoding?: string): NamedLine[] {
  const text = decode(bytes, locale, encoding)
  if (text.includes('\u0000')) throw new Failure(exits.usage, messageOf(locale, 'notText', { path }))
  return text
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ n: at + 1, name: line.trim() }))
    .filter(({ name }) => name !== '')
}

function decode(bytes: Uint8Array, locale: Locale, encoding: string | undefined): string {
  if (encoding === undefined) return new TextDecoder(encodingOf(bytes)).decode(bytes)
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    throw new Failure(exits.usage, messageOf(locale, 'badEncoding', { name: encoding }))
  }
}

export function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 4096).entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  // Line ends and Latin letters have a zero byte: the first in big-endian order, the second in little-endian order.
  if (even + odd > 0 && bytes.length % 2 === 0) return odd >= even ? 'utf-16le' : 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'gb18030'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
