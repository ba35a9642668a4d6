// The form in which words and texts are compared, and the mapping back to offsets in the original.
import { BREAK, COMBINING, DROP, foldTables, HAN, longFold, longKind, MARK, OTHER, SPACE, WORD } from './fold.ts'

/** Separators hide a word only in small numbers: a longer run, such as a line in a table, is compared itself. */
const maxGap = 6

/** Units of the compared form, each with the half-open range of the original that it represents. */
type NormalisedText = { text: string; starts: number[]; ends: number[] }

/** The kind of the character that begins at `at`; OTHER outside the text. */
export function kindAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return OTHER
  const code = text.charCodeAt(at)
  if (code < 0xd800 || code > 0xdfff) return foldTables().kind[code]!
  return longKind(charAt(text, at))
}

/** The whole character at `at`: a code point, or half of a broken pair. */
export function charAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!)
}

/** The start of the character before `at`. */
function previousOffset(text: string, at: number): number {
  const code = text.charCodeAt(at - 1)
  const isPair = code >= 0xdc00 && code <= 0xdfff && at >= 2 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800
  return isPair ? at - 2 : at - 1
}

/** The end of the character at `at`. */
export function nextOffset(text: string, at: number): number {
  return at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
}

/** Whether a letter or digit of a spaced script precedes `at`, ignoring invisible characters. */
export function isWordBefore(text: string, at: number): boolean {
  for (let left = at; left > 0; ) {
    left = previousOffset(text, left)
    const kind = kindAt(text, left)
    if (kind !== DROP) return kind === WORD || kind === COMBINING
  }
  return false
}

/** Whether a letter or digit of a spaced script is at `at`, ignoring invisible characters. */
export function isWordAfter(text: string, at: number): boolean {
  for (let right = at; right < text.length; right = nextOffset(text, right)) {
    const kind = kindAt(text, right)
    if (kind !== DROP) return kind === WORD || kind === COMBINING
  }
  return false
}

const isSeparator = (kind: number) => kind === SPACE || kind === MARK || kind === BREAK || kind === DROP

/** The end of the run of separators around `at` if the comparison skips it, else -1. */
export function skippedUntil(text: string, at: number): number {
  let from = at
  while (from > 0 && at - from <= maxGap && isSeparator(kindAt(text, previousOffset(text, from))))
    from = previousOffset(text, from)
  let to = from
  let isPlain = true
  for (; to < text.length && to - from <= maxGap; to = nextOffset(text, to)) {
    const kind = kindAt(text, to)
    if (kind === BREAK) return -1
    if (!isSeparator(kind)) break
    if (kind === MARK) isPlain = false
  }
  if (to - from > maxGap) return -1
  const isLeft = from > 0 && kindAt(text, previousOffset(text, from)) === HAN
  const isRight = kindAt(text, to) === HAN
  return (isLeft && isRight) || (isPlain && (isLeft || isRight)) ? to : -1
}

/** The end of the white space (including invisible characters) that begins at `at`. */
export function spaceUntil(text: string, at: number): number {
  let to = at
  for (; to < text.length; to = nextOffset(text, to)) {
    const kind = kindAt(text, to)
    if (kind !== SPACE && kind !== BREAK && kind !== DROP) break
  }
  return to
}

/**
 * Normalises by NFKC, lower case and simplified characters. Separators between characters of scripts without spaces are
 * removed; other white space becomes one space. Combining accents must have been joined by `compose`.
 */
export function normalise(text: string): NormalisedText {
  const { unit, kind } = foldTables()
  const starts: number[] = []
  const ends: number[] = []
  let out = ''
  const push = (units: string, from: number, to: number) => {
    out += units
    for (let n = 0; n < units.length; n += 1) {
      starts.push(from)
      ends.push(to)
    }
  }
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const what = kind[code]!
    if (what === DROP) {
      at += 1
      continue
    }
    if (isSeparator(what)) {
      const skipped = skippedUntil(text, at)
      const isSpace = what !== MARK
      const to = skipped >= 0 ? skipped : isSpace ? spaceUntil(text, at) : at + 1
      if (skipped < 0) push(isSpace ? ' ' : longFold(text[at]!), at, isSpace ? to : at + 1)
      at = to
      continue
    }
    const char = charAt(text, at)
    push(unit[code] ? String.fromCharCode(unit[code]!) : longFold(char), at, at + char.length)
    at += char.length
  }
  return { text: out, starts, ends }
}

/** The form by which a word is unique; empty if it contains nothing that can be compared. */
export function wordKey(word: string): string {
  const oneLine = word.normalize('NFKC').replace(/[\s\u0085]+/gu, ' ')
  return normalise(oneLine).text.trim()
}

const clusterPattern = /[\uff66-\uff9d][\uff9e\uff9f]|[^\p{M}\p{Cc}\s](?:\p{M}+|[\u1160-\u11ff]+)/gu

/** A letter combined with the marks after it; null if nothing combines. */
function join(cluster: string): string | null {
  const { kind } = foldTables()
  let isJoined = false
  for (let at = 1; at < cluster.length; at += 1) isJoined ||= kind[cluster.charCodeAt(at)] === COMBINING
  if (!isJoined) return null
  // A character that is not a letter keeps its form: a fraction with a mark must not become digits.
  const joined = cluster.normalize(/^\p{L}/u.test(cluster) ? 'NFKC' : 'NFC')
  return joined === cluster ? null : joined
}

/** The text with its accents combined with their letters; each unit represents a half-open range of the original. */
export function compose(text: string): { text: string; starts: Int32Array; ends: Int32Array } {
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let done = 0
  const keep = (to: number) => {
    pieces.push(text.slice(done, to))
    for (let at = done; at < to; at += 1) {
      starts.push(at)
      ends.push(at + 1)
    }
  }
  for (const match of text.matchAll(clusterPattern)) {
    const joined = join(match[0])
    if (joined === null) continue
    keep(match.index)
    pieces.push(joined)
    done = match.index + match[0].length
    for (let n = 0; n < joined.length; n += 1) {
      starts.push(match.index)
      ends.push(done)
    }
  }
  keep(text.length)
  return { text: pieces.join(''), starts: Int32Array.from(starts), ends: Int32Array.from(ends) }
}
