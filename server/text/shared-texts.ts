import type { PageBlock } from './extract-block.ts'
import { lettersIn, sentence } from './extract-letters.ts'
import { unitsOf } from './units.ts'

/** Hashes of the texts that pages of a site share, each with its place, in ascending order. */
export type SharedTexts = Int32Array
export const noShared: SharedTexts = new Int32Array()

/** A text is shared if at least this many pages have it in the same place, and this share of them. */
const fewestPages = 3
const fewestShare = 0.1
/** A smaller site has no shared texts: a page, its copies and a list are all of it. */
const fewestOfSite = 5
/** A shared text remains one until fewer than half as many pages have it. */
const keptShare = 0.5
const mostShared = 1_024
/** The first and the last texts of a page, where its frame is. */
const mostAtEnd = 256
/** Shorter texts are equal by chance. */
const fewestLetters = 4
const mayBeFact = 2
/** Figures and contact data are facts of every page that states them. */
const isFact = /\p{Nd}|@|:\/\//u
/** By UTF-16 unit, because the expression takes longer than the hash: a fact by itself, or a unit that may begin one. */
const factUnits = Uint8Array.from({ length: 65_536 }, (_, unit) =>
  unit === 0x3a || (unit & 0xfc00) === 0xd800 ? mayBeFact : Number(isFact.test(String.fromCharCode(unit))),
)
/** A page with a smaller share of texts of its own is a list, a copy, or a template without content. */
const ownShare = 0.3

/**
 * Hash of a text and its place (FNV-1a); undefined for one that is never shared: an entry, a table row, a fact. The same
 * text elsewhere, such as a title in a list and above its article, has another hash.
 */
function hashOf({ text, tag, cells, entry, place }: PageBlock): number | undefined {
  if (place === undefined || entry || cells || tag === 'tr') return undefined
  if (text.length < fewestLetters && lettersIn(text) < fewestLetters) return undefined
  const units = unitsOf(text)
  let hash = 0x811c9dc5 ^ place
  let isOpen = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = units[at] as number
    const fact = factUnits[unit] as number
    if (fact === 1) return undefined
    if (fact === mayBeFact) isOpen = true
    hash = Math.imul(hash ^ unit, 0x01000193)
  }
  return isOpen && isFact.test(text) ? undefined : hash
}

/** The hashes of a page that are counted, each once. */
export function countedTexts(blocks: readonly PageBlock[]): number[] {
  const hashes = [...new Set(blocks.flatMap(block => hashOf(block) ?? []))]
  return hashes.length <= 2 * mostAtEnd ? hashes : [...hashes.slice(0, mostAtEnd), ...hashes.slice(-mostAtEnd)]
}

/**
 * The shared texts of a site, by the counted texts of its pages. Those of `before` remain as long as enough pages have
 * them, so that a page does not change its parts with every round.
 */
export function findShared(pages: readonly Iterable<number>[], before: SharedTexts = noShared): SharedTexts {
  if (pages.length < fewestOfSite) return noShared
  const counts = new Map<number, number>()
  for (const hashes of pages) for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const least = Math.max(fewestPages, Math.ceil(pages.length * fewestShare))
  const known = new Set(before)
  const shared = [...counts]
    .filter(([hash, count]) => count >= (known.has(hash) ? Math.max(2, least * keptShare) : least))
    .sort((one, two) => two[1] - one[1] || one[0] - two[0])
  return Int32Array.from(shared.slice(0, mostShared), ([hash]) => hash).sort()
}

/**
 * Blocks of which those with a shared text belong to the frame. A shared text between sentences of the page stays, such
 * as the heading of a section; a page that has little else keeps all of it.
 */
export function frameShared<Block extends PageBlock>(blocks: Block[], shared: SharedTexts): Block[] {
  if (shared.length === 0) return blocks
  const found = new Uint8Array(blocks.length)
  let [own, all] = [0, 0]
  let [first, last] = [-1, -1]
  for (const [at, block] of blocks.entries()) {
    if (block.part === 'frame') continue
    const letters = lettersIn(block.text)
    all += letters
    if (has(shared, hashOf(block))) {
      found[at] = 1
      continue
    }
    own += letters
    if (letters < sentence) continue
    if (first === -1) first = at
    last = at
  }
  if (own < all * ownShare || own === all) return blocks
  return blocks.map((block, at) =>
    found[at] === 1 && !(at > first && at < last) ? { ...block, part: 'frame' } : block,
  )
}

function has(sorted: Int32Array, hash: number | undefined): boolean {
  if (hash === undefined) return false
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < hash) low = middle + 1
    else high = middle
  }
  return sorted[low] === hash
}
