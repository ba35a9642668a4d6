import { type FoundNumber, findNumbers } from '#server/text/number-find.ts'
import { quotePairs } from './passage.ts'
import { chinesePlainWords, plainWords } from './words.ts'

/** A part of a sentence that its source must have. */
export type Anchor =
  | { kind: 'quote' | 'name' | 'word'; text: string; at: number }
  | { kind: 'number' | 'date'; text: string; at: number; number: FoundNumber }

/** Quotations with their places; undefined if a mark has no partner. */
export function quotesOf(text: string): { start: number; end: number; text: string }[] | undefined {
  const found: { start: number; end: number; text: string }[] = []
  const closers = new Set(['”', '」', '』', '»'])
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string
    const closer = quotePairs[sign]
    if (closer === undefined) {
      if (closers.has(sign)) return undefined
      continue
    }
    const end = text.indexOf(closer, at + 1)
    if (end < 0) return undefined
    const quoted = text.slice(at + 1, end).trim()
    if (quoted === '') return undefined
    found.push({ start: at, end: end + 1, text: quoted })
    at = end
  }
  return found
}

const latinWord = /(?:\p{Sc}|[\p{L}\p{N}])(?:[\p{L}\p{M}\p{N}'&.-]*[\p{L}\p{M}\p{N}])?/gu
const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text)
/** A word that could name something: with a capital, a digit, or a letter beyond ASCII. */
const isNaming = (word: string) => /\p{Lu}|\d/u.test(word) || /[^\p{ASCII}]/u.test(word)

/** Everything in a sentence that has to be in its source, in order. */
export function anchorsOf(text: string, quotes: readonly { start: number; end: number; text: string }[]): Anchor[] {
  const anchors: Anchor[] = quotes.map(({ start, text }) => ({ kind: 'quote', text, at: start }))
  const outside = blank(text, quotes)
  const numbers = findNumbers(outside)
  for (const number of numbers) {
    const kind = number.kind === 'date' ? ('date' as const) : ('number' as const)
    anchors.push({ kind, text: outside.slice(number.start, number.end), at: number.start, number })
  }
  const rest = blank(outside, numbers)
  anchors.push(...namesOf(rest), ...hanOf(rest))
  return anchors.sort((a, b) => a.at - b.at)
}

/** Replaces a part that was taken out; `plain` has removed this character from every text. */
const hole = '\ue000'

function blank(text: string, ranges: readonly { start: number; end: number }[]): string {
  let out = text
  for (const { start, end } of ranges) out = out.slice(0, start) + hole.repeat(end - start) + out.slice(end)
  return out
}

/** Runs of words that name something, and the word after a number: what was counted. */
function namesOf(text: string): Anchor[] {
  const names: Anchor[] = []
  let run: { at: number; end: number } | undefined
  let isFirst = true
  const close = () => {
    if (run) names.push({ kind: 'name', text: text.slice(run.at, run.end), at: run.at })
    run = undefined
  }
  for (const { index, 0: word } of text.matchAll(latinWord)) {
    const bare = word.replace(/\p{Script=Han}+/gu, '')
    if (bare === '') {
      close()
      continue
    }
    const opens = isFirst && plainWords.has(word.toLowerCase())
    isFirst = false
    if (bare !== word) {
      // Latin letters next to Chinese ones, without a space.
      close()
      for (const part of word.matchAll(/[^\p{Script=Han}]+/gu))
        names.push({ kind: 'name', text: part[0], at: index + part.index })
      continue
    }
    const before = text.slice(run?.end ?? 0, index)
    if (/[\ue000\d%] ?$/.test(text.slice(0, index)) && !plainWords.has(word)) {
      close()
      names.push({ kind: isNaming(word) ? 'name' : 'word', text: word, at: index })
    } else if (!isNaming(word) || opens) close()
    else if (run && before === ' ') run.end = index + word.length
    else {
      close()
      run = { at: index, end: index + word.length }
    }
  }
  close()
  return names
}

/** Chinese has no capitals: every word but the closed list is one that the source must have. */
function hanOf(text: string): Anchor[] {
  return [...text.matchAll(/\p{Script=Han}+/gu)].map(({ index, 0: run }) => ({
    kind: 'word' as const,
    text: run,
    at: index,
  }))
}

/**
 * Pieces of a Chinese run as its source has them, each of two characters or more, or a connecting word. Undefined with
 * the first character that has no source.
 */
export function piecesOf(run: string, source: string): string[] | { missing: string } {
  // From each place, the piece that lets the rest be covered too; from the end backwards.
  const best: (string[] | undefined)[] = Array.from({ length: run.length + 1 })
  best[run.length] = []
  let furthest = run.length
  for (let at = run.length - 1; at >= 0; at -= 1) {
    const options: string[][] = []
    for (let length = 2; at + length <= run.length; length += 1) {
      const piece = run.slice(at, at + length)
      if (!source.includes(piece)) break
      const rest = best[at + length]
      if (rest) options.push([piece, ...rest])
    }
    for (const word of chinesePlainWords) {
      const rest = run.startsWith(word, at) ? best[at + word.length] : undefined
      if (rest) options.push(rest)
    }
    options.sort((a, b) => a.length - b.length)
    best[at] = options[0]
    if (best[at]) furthest = at
  }
  return best[0] ?? { missing: run.slice(Math.max(0, furthest - 2), furthest) || run.slice(0, 2) }
}

export { isHan }
