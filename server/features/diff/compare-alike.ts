import type { TokenLimits } from '#server/text/compare-tokens.ts'

/** If the product of block counts in a region exceeds this, its blocks are paired in order only. */
const maxPairs = 2500
/** Minimum share of common words for two blocks to count as one changed block. */
const minLikeness = 0.4

/**
 * Pairs removed blocks with the added blocks that replace them: the alignment in order with the greatest similarity.
 */
export function alikePairs(before: PlacedText[], after: PlacedText[], limits: TokenLimits): [number, number][] {
  const pairs: [number, number][] = []
  if (before.length === 0 || after.length === 0) return pairs
  for (const { text } of before) limits.chars -= Math.min(text.length, maxBagChars)
  for (const { text } of after) limits.chars -= Math.min(text.length, maxBagChars)
  if (limits.chars < 0) {
    limits.isCoarse = true
    return pairs
  }
  const one = before.map(({ text }) => bagOf(text))
  const two = after.map(({ text }) => bagOf(text))
  if (before.length * after.length > maxPairs) {
    for (let at = 0; at < Math.min(one.length, two.length); at += 1)
      if (likeness(one[at] as Bag, two[at] as Bag) >= minLikeness) pairs.push([at, at])
    return pairs
  }
  const width = two.length + 1
  const best = new Float64Array((one.length + 1) * width)
  const gains = new Float64Array((one.length + 1) * width)
  for (let x = one.length - 1; x >= 0; x -= 1)
    for (let y = two.length - 1; y >= 0; y -= 1) {
      const alike = likeness(one[x] as Bag, two[y] as Bag)
      const gain = isOtherRow(before[x], after[y])
        ? 0
        : alike >= minLikeness
          ? alike
          : isSamePlace(before[x], after[y])
            ? minLikeness
            : 0
      gains[x * width + y] = gain
      const joined = gain > 0 ? gain + (best[(x + 1) * width + y + 1] as number) : 0
      best[x * width + y] = Math.max(joined, best[(x + 1) * width + y] as number, best[x * width + y + 1] as number)
    }
  let x = 0
  let y = 0
  while (x < one.length && y < two.length) {
    const here = best[x * width + y] as number
    const gain = gains[x * width + y] as number
    if (gain > 0 && here === gain + (best[(x + 1) * width + y + 1] as number)) {
      pairs.push([x, y])
      x += 1
      y += 1
    } else if (here === best[(x + 1) * width + y]) x += 1
    else y += 1
  }
  return pairs
}

/** A text with its position on the page and its subject, see `PageBlock`. */
type PlacedText = { text: string; tag?: string; place?: number; label?: string }

/** A longer text is more than one value or one entry. */
const longestEntry = 60

/** Whether a short text is where another short one was, or has its label: another value of the same thing. */
function isSamePlace(one: PlacedText | undefined, two: PlacedText | undefined): boolean {
  if (!one || !two || one.text === '' || two.text === '') return false
  if (one.text.length > longestEntry || two.text.length > longestEntry) return false
  const isSame = <Value>(a: Value | undefined, b: Value | undefined) => a !== undefined && a === b
  return isSame(one.place, two.place) || isSame(one.label, two.label)
}

/** Whether two rows of a table are about other subjects, such as two people with similar posts. */
function isOtherRow(one: PlacedText | undefined, two: PlacedText | undefined): boolean {
  if (one?.tag !== 'tr' || two?.tag !== 'tr' || !one.label || !two.label || one.label === two.label) return false
  // A numbered or dated row may be the next state of the same one.
  if (/\p{N}/u.test(one.label + two.label)) return false
  return likeness(bagOf(one.label), bagOf(two.label)) < minLikeness
}

type Bag = { words: Map<string, number>; size: number }
const maxBagChars = 5000

/** Chinese is counted by character here: segmenting is expensive, and similarity needs no words. */
const pieces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[a-z0-9]+|[^\s\p{Script=Han}]/giu

function bagOf(text: string): Bag {
  const words = new Map<string, number>()
  let size = 0
  // units: only compared
  for (const piece of text.slice(0, maxBagChars).match(pieces) ?? []) {
    words.set(piece, (words.get(piece) ?? 0) + piece.length)
    size += piece.length
  }
  return { words, size }
}

/** Dice coefficient of the words weighted by length, 0 to 1. */
function likeness(one: Bag, two: Bag): number {
  if (one.size === 0 || two.size === 0) return one.size === two.size ? 1 : 0
  const [small, large] = one.words.size < two.words.size ? [one, two] : [two, one]
  let common = 0
  for (const [word, size] of small.words) common += Math.min(size, large.words.get(word) ?? 0)
  return (2 * common) / (one.size + two.size)
}
