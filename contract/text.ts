// Text is handled by character, never by UTF-16 unit: half of a surrogate pair can be neither stored nor shown.

/**
 * Text that PostgreSQL and JSON can store: NUL and unpaired surrogates become U+FFFD, so that positions stay the same.
 */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}

/** A value as JSON that PostgreSQL accepts, whatever strings it contains. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, each) => (typeof each === 'string' ? storable(each) : each))
}

/** Fills the placeholders `{name}` of a sentence; one without a value becomes empty. */
export function fillPlaceholders(sentence: string, values: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The first `most` characters (code points). */
export function cutText(text: string, most: number): string {
  // Shortcut: each character takes at least one unit.
  if (text.length <= most) return text
  let end = 0
  for (let count = 0; count < most && end < text.length; count += 1) end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** The number of characters (code points). */
export function countChars(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count += 1
  return count
}

/** The first character (code point); empty for an empty text. */
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

/** The first letter of a name as a reader sees it: an accent or a family emoji stays whole. */
export function firstLetter(text: string): string {
  const [first] = graphemes.segment(text)
  return first?.segment ?? ''
}

/** The first `most` characters; if text was cut off, the last of them is `…`. */
export function shorten(text: string, most: number): string {
  return countChars(text) > most ? `${cutText(text, most - 1)}…` : text
}

/** The position `at` (a UTF-16 unit), or the one before if it is inside a surrogate pair. */
function characterStart(text: string, at: number): number {
  return at > 0 && at < text.length && isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1)) ? at - 1 : at
}

/**
 * The first `most` UTF-16 units, or one less. For memory limits, where counting characters of a long text would be a
 * waste.
 */
export function cutUnits(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, characterStart(text, most))
}

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000
