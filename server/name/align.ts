// Matches the words of two names, in any order, also if one side writes two words as one.
import type { NameShape } from './shape.ts'
import { isJoinable, joinWords, likeness, type NameWord } from './word.ts'

/** Words `a` to `aEnd` of one side and `b` to `bEnd` of the other (ends exclusive), and their similarity. */
export type WordLink = { a: number; aEnd: number; b: number; bEnd: number; like: number }

/** Similarity of word `i` of one side and word `j` of the other. */
export type WordSimilarity = (i: number, j: number) => number

export type Alignment = { links: WordLink[]; usedA: Uint8Array; usedB: Uint8Array }

const mostJoined = 3
const joinedFloor = 0.8
const closeLike = 0.9

export function align(a: NameShape, b: NameShape, floor: number, like: WordSimilarity): Alignment {
  const links: WordLink[] = []
  for (let i = 0; i < a.words.length; i += 1)
    for (let j = 0; j < b.words.length; j += 1) {
      const value = like(i, j)
      if (value >= floor) links.push({ a: i, aEnd: i + 1, b: j, bEnd: j + 1, like: value })
    }
  const plain = take(links, a, b)
  // Joined words are tried only if a side has unmatched words that they might explain.
  const before = links.length
  const isLeft = plain.usedA.includes(0) || plain.usedB.includes(0)
  if (isLeft) {
    const close = plain.links.filter(link => link.like >= closeLike)
    joinedLinks(a, b, new Set(close.map(link => link.a)), links, false)
    joinedLinks(b, a, new Set(close.map(link => link.b)), links, true)
    // Initials alone do not identify a person.
    const isBeside = !a.isPerson || plain.links.length > 0
    if (isBeside) acronymLinks(a, b, plain.usedA, plain.usedB, links, false)
    if (isBeside) acronymLinks(b, a, plain.usedB, plain.usedA, links, true)
  }
  return links.length === before ? plain : take(links, a, b)
}

const worthOf = (link: WordLink) =>
  link.like * (link.aEnd - link.a + link.bEnd - link.b) * (link.like >= 0.999 ? 1.2 : 1)

/** The best links that do not overlap. Ties are resolved by the words, so that the result is symmetric. */
function take(links: WordLink[], a: NameShape, b: NameShape): Alignment {
  const usedA = new Uint8Array(a.words.length)
  const usedB = new Uint8Array(b.words.length)
  if (links.length > 1) links.sort((x, y) => worthOf(y) - worthOf(x) || compareTexts(x, y, a, b))
  const taken: WordLink[] = []
  for (const link of links) {
    if (isUsed(usedA, link.a, link.aEnd) || isUsed(usedB, link.b, link.bEnd)) continue
    usedA.fill(1, link.a, link.aEnd)
    usedB.fill(1, link.b, link.bEnd)
    taken.push(link)
  }
  return { links: taken, usedA, usedB }
}

function isUsed(used: Uint8Array, from: number, to: number): boolean {
  for (let n = from; n < to; n += 1) if (used[n]) return true
  return false
}

function compareTexts(x: WordLink, y: WordLink, a: NameShape, b: NameShape): number {
  const [xa, xb, ya, yb] = [a.words[x.a]!.text, b.words[x.b]!.text, a.words[y.a]!.text, b.words[y.b]!.text]
  const [xLow, xHigh] = xa < xb ? [xa, xb] : [xb, xa]
  const [yLow, yHigh] = ya < yb ? [ya, yb] : [yb, ya]
  if (xLow !== yLow) return xLow < yLow ? -1 : 1
  return xHigh === yHigh ? 0 : xHigh < yHigh ? -1 : 1
}

/** Links runs of words of `many` to single words of `one` that have no close match yet. */
function joinedLinks(
  one: NameShape,
  many: NameShape,
  settled: ReadonlySet<number>,
  links: WordLink[],
  isTurned: boolean,
): void {
  for (let n = 0; n < one.words.length; n += 1) {
    const single = one.words[n]!
    if (settled.has(n) || !isJoinable(single)) continue
    for (let from = 0; from + 1 < many.words.length; from += 1) {
      if (!mayBegin(single, many.words[from]!)) continue
      for (let to = from + 2; to <= Math.min(many.words.length, from + mostJoined); to += 1) {
        const parts = many.words.slice(from, to)
        if (!parts.every(isJoinable)) break
        if (!mayBe(single, parts)) continue
        const like = likeness(single, joinWords(parts))
        if (like < joinedFloor) continue
        links.push(
          isTurned ? { a: from, aEnd: to, b: n, bEnd: n + 1, like } : { a: n, aEnd: n + 1, b: from, bEnd: to, like },
        )
      }
    }
  }
}

/** Whether one word may begin with the other: they share the first consonant, or either begins with a vowel. */
function mayBegin(single: NameWord, first: NameWord): boolean {
  for (const own of single.keys)
    for (const other of first.keys) if (own[0] === other[0] || other[0] === '~' || own[0] === '~') return true
  return false
}

function mayBe(single: NameWord, parts: readonly NameWord[]): boolean {
  const length = (word: NameWord) => word.phones[0]!.length
  const own = length(single)
  const other = parts.reduce((sum, part) => sum + length(part), 0)
  return own > 2 && Math.min(own, other) / Math.max(own, other) > 0.55
}

const acronymLike = 0.9

/**
 * `JC` for Jean Claude, `PLA` for People’s Liberation Army: links short unmatched words to runs of words with these
 * initials.
 */
function acronymLinks(
  one: NameShape,
  many: NameShape,
  used: Uint8Array,
  usedMany: Uint8Array,
  links: WordLink[],
  isTurned: boolean,
): void {
  for (let n = 0; n < one.words.length; n += 1) {
    const { text, script, class: kind } = one.words[n]!
    const isShort = text.length >= (one.isPerson ? 2 : 3) && text.length <= 6 && many.words.length >= text.length
    // `al` matches the initials of many names, but is never an acronym.
    if (used[n] || !isShort || script !== 'latin' || (kind !== 'name' && (one.isPerson || kind !== 'particle')))
      continue
    for (let from = 0; from + text.length <= many.words.length; from += 1) {
      const to = from + text.length
      if (usedMany.subarray(from, to).includes(1)) continue
      if (!many.words.slice(from, to).every((word, m) => word.text.length > 1 && word.spellings[0]?.[0] === text[m]))
        continue
      const [own, other] = [
        { from: n, to: n + 1 },
        { from, to },
      ]
      const [a, b] = isTurned ? [other, own] : [own, other]
      links.push({ a: a.from, aEnd: a.to, b: b.from, bEnd: b.to, like: acronymLike })
    }
  }
}
