// Text is handled by character, never by UTF-16 unit: half of a pair of surrogates is nothing that can be kept or shown.

/** Text as PostgreSQL and JSON can keep it: NUL and halves of pairs become U+FFFD, so that places in it stay. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}

/** A value as JSON that PostgreSQL takes, whatever strings stand in it. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? storable(each) : each))
}

/** The first `most` characters (code points). */
export function cutText(text: string, most: number): string {
  // No character takes less than one unit.
  if (text.length <= most) return text
  let end = 0
  for (let count = 0; count < most && end < text.length; count += 1) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** How many characters (code points) it has. */
export function countChars(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count += 1
  return count
}

/** The first character (code point); empty of an empty text. */
export function firstChar(text: string): string {
  const first = text.codePointAt(0)
  return first === undefined ? '' : String.fromCodePoint(first)
}

/** The last `most` characters (code points). */
export function cutStart(text: string, most: number): string {
  if (text.length <= most) return text
  let start = text.length
  for (let count = 0; count < most && start > 0; count += 1)
    start -= text.codePointAt(start - 2)! > 0xffff && start > 1 ? 2 : 1
  return text.slice(start)
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What a reader sees as the first letter of a name: an accent or a family of emojis stays whole. */
export function firstLetter(text: string): string {
  const [first] = graphemes.segment(text)
  return first?.segment ?? ''
}

/** The first `most` characters, with `…` in the last one's place where some were cut off. */
export function shorten(text: string, most: number): string {
  return countChars(text) > most ? `${cutText(text, most - 1)}…` : text
}

/** The place `at` (a UTF-16 unit), or the one before where it lies within a pair of surrogates. */
export function wholePlace(text: string, at: number): number {
  return at > 0 && at < text.length && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at
}

/** The first `most` UTF-16 units or one less: for bounds of memory, where a walk over a long text would be a waste. */
export function cutUnits(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, wholePlace(text, most))
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000
