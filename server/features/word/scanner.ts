// Finds thousands of words in a text in one pass: a walk down a prefix tree from every position where a word may begin.
import { unitsOf } from '#server/text/units.ts'
import { BREAK, COMBINING, DROP, foldTables, longFold, MARK, SPACE, WORD } from './fold.ts'
import type { TextHit } from './hit.ts'
import { addMatch, type MatchSpans, makeMatchSpans, toHits } from './hits.ts'
import {
  charAt,
  compose,
  isWordAfter,
  isWordBefore,
  kindAt,
  nextOffset,
  skippedUntil,
  spaceUntil,
  wordKey,
} from './normalise.ts'
import { hashPrime, makeOpenings, mayOpen, type Openings } from './openings.ts'
import { buildTrie, childOf, pairNode, type Trie } from './trie.ts'

export type { TextHit } from './hit.ts'

/** An `allow` phrase excludes the words that it covers; a `name` is not a word, and no phrase excludes it. */
export type Pattern = { id: number; text: string; kind: 'word' | 'allow' | 'name' }
type Scanner = {
  /** Every hit, including overlapping ones, by start, then end. */
  scan: (text: string) => TextHit[]
  /** The number of patterns that can be found. */
  size: number
  /** Memory of the tables. */
  bytes: number
}

type Index = {
  trie: Trie
  /** By unit: the action of the scan in the low three bits, and above them the plain unit it is compared as. */
  looks: Uint32Array
  openings: Openings
  found: MatchSpans
  unit: Uint16Array
  plain: Uint16Array
  kind: Uint8Array
}

// The action of the scan at a unit. Units from `unseen` up continue a word of a spaced script that has begun.
const nothing = 0
const begins = 1
const asks = 2
const combines = 3
const unseen = 4
const inWord = 5

/** Several patterns may have the same key; patterns without any comparable character are left out. */
export function buildScanner(patterns: Pattern[]): Scanner {
  const keyed: { key: string; pattern: Pattern }[] = []
  for (const pattern of patterns) {
    const key = wordKey(pattern.text)
    if (key) keyed.push({ key, pattern })
  }
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const keys = keyed.map(row => row.key)
  const trie = buildTrie(keys)
  const ids = keyed.map(row => row.pattern.id)
  // Fractional numbers would need an object for each hit.
  const isSmall = ids.every(id => (id | 0) === id)
  const rows = {
    ids: isSmall ? Int32Array.from(ids) : Float64Array.from(ids),
    kinds: Uint8Array.from(keyed, row => ['word', 'allow', 'name'].indexOf(row.pattern.kind)),
    isLast: Uint8Array.from(keys, (key, row) => (key === keys[row + 1] ? 0 : 1)),
  }
  const openings = makeOpenings(keys)
  const index: Index = { trie, openings, found: makeMatchSpans(), looks: makeActions(trie), ...foldTables() }
  const tables = [
    trie.firstChild,
    trie.label,
    trie.key,
    trie.first,
    trie.pairs,
    trie.mayPair,
    index.looks,
    openings.bits,
  ]
  const bytes = [...tables, ...Object.values(rows)].reduce((sum, table) => sum + table.byteLength, 0)
  return { scan: text => toHits(rows, find(index, text)), size: keys.length, bytes }
}

function makeActions(trie: Trie): Uint32Array {
  plainActions ??= makePlainActions()
  const looks = plainActions.looks.slice()
  for (let node = 1; node < trie.firstChild[1]!; node += 1)
    for (const code of plainActions.codesOf.get(trie.label[node]!) ?? [])
      looks[code]! |= looks[code]! >>> 3 === 0 || trie.key[node]! >= 0 ? asks : begins
  return looks
}

/** The actions where no key begins, and for each unit the units that are compared as it and may begin a key. */
let plainActions: { looks: Uint32Array; codesOf: Map<number, number[]> } | undefined

function makePlainActions() {
  const { unit, plain, kind } = foldTables()
  const looks = new Uint32Array(65_536)
  const codesOf = new Map<number, number[]>()
  for (let code = 0; code < 65_536; code += 1) {
    const folded = unit[code]!
    let what = nothing
    if (kind[code] === DROP) what = unseen
    else if (kind[code] === COMBINING) what = combines
    else if (folded === 0) what = asks
    else if (kind[code] === WORD) what = inWord
    // A circled digit is not a digit to its neighbours, but is compared as one.
    else if (kind[folded] === WORD) what = asks
    else {
      const codes = codesOf.get(folded)
      if (codes) codes.push(code)
      else codesOf.set(folded, [code])
    }
    looks[code] = (plain[code]! << 3) | what
  }
  return { looks, codesOf }
}

function find(index: Index, text: string): MatchSpans {
  const { found } = index
  // The memory for a text with many hits is released afterwards.
  if (found.spans.length > 3 << 16) found.spans = makeMatchSpans().spans
  found.length = 0
  if (collect(index, text, found, false)) return found
  // The accents are separate characters: the composed text is scanned, and its offsets are mapped back.
  const joined = compose(text)
  found.length = 0
  collect(index, joined.text, found, true)
  for (let at = 0; at < found.length; at += 3) {
    found.spans[at + 1] = joined.starts[found.spans[at + 1]!]!
    found.spans[at + 2] = joined.ends[found.spans[at + 2]! - 1]!
  }
  return found
}

/** Returns false if the text must be composed first. */
function collect(index: Index, text: string, found: MatchSpans, isComposed: boolean): boolean {
  const { looks, trie, openings } = index
  const { length } = text
  const units = unitsOf(text)
  for (let at = 0; at < length; ) {
    const look = looks[units[at]!]!
    const what = look & 7
    if (what === begins) {
      const second = at + 1 < length ? looks[units[at + 1]!]! >>> 3 : 0
      if (second === 0) walk(index, text, at, 0, at, found)
      else {
        const node = pairNode(trie, look >>> 3, second)
        if (node >= 0) {
          take(index, text, at, node, at + 1, at + 2, found)
          walk(index, text, at, node, at + 2, found)
        }
      }
      at += 1
    } else if (what === inWord) {
      const from = at
      let hash = 0
      let next = look
      do {
        if (next > unseen) hash = Math.imul(hash ^ (next >>> 3), hashPrime)
        at += 1
        next = at < length ? looks[units[at]!]! : nothing
      } while ((next & 7) >= unseen)
      // The character that ends the word here may turn out to be a letter: then the word is longer than its hash
      // covers.
      const isUnsure = (next & 7) === asks || (next & 7) === combines
      if ((isUnsure || mayOpen(openings, hash)) && !isWordBefore(text, from)) walk(index, text, from, 0, from, found)
    } else if (what === nothing || what === unseen) at += 1
    else if (what === combines && !isComposed) return false
    else at = scanAt(index, text, at, found)
  }
  return true
}

/**
 * Handles a character that needs closer examination: a long form, a separator, a word of one character. Returns its
 * end.
 */
function scanAt(index: Index, text: string, at: number, found: MatchSpans): number {
  const kind = kindAt(text, at)
  const end = nextOffset(text, at)
  const isSpelled = kind === WORD || kind === COMBINING
  if (isSpelled && isWordBefore(text, at)) return end
  if (kind === MARK && skippedUntil(text, at) >= 0) return end
  walk(index, text, at, 0, at, found)
  // Another word may begin inside a long form, unless the form is itself a letter.
  if (index.unit[text.charCodeAt(at)] !== 0 || isSpelled) return end
  const units = longFold(charAt(text, at))
  for (let skip = 1; skip < units.length; skip += 1) {
    const node = step(index, text, at, 0, at, units.slice(skip), found)
    if (node >= 0) walk(index, text, at, node, end, found)
  }
  return end
}

/** Walks down the tree from `node` along the text at `next`, and records every word that ends on the way. */
function walk(index: Index, text: string, from: number, node: number, next: number, found: MatchSpans): void {
  const { trie, plain, unit, kind } = index
  const length = text.length
  for (let at = next; at < length; ) {
    const code = text.charCodeAt(at)
    const folded = plain[code]!
    if (folded !== 0) {
      node = childOf(trie, node, folded)
      if (node < 0) return
      at += 1
      if (trie.key[node]! >= 0) take(index, text, from, node, at - 1, at, found)
      continue
    }
    const what = kind[code]!
    if (what === DROP) {
      at += 1
      continue
    }
    if (what === SPACE || what === BREAK || what === MARK) {
      const skipped = skippedUntil(text, at)
      if (skipped >= 0) {
        at = skipped
        continue
      }
      if (what !== MARK) {
        node = childOf(trie, node, 0x20)
        at = spaceUntil(text, at)
        if (node < 0) return
        continue
      }
    }
    const units = unit[code] ? String.fromCharCode(unit[code]!) : longFold(charAt(text, at))
    node = step(index, text, from, node, at, units, found)
    if (node < 0) return
    at = nextOffset(text, at)
  }
}

/** Walks down the tree by the units of one character at `at`; words may end before its last unit. */
function step(
  index: Index,
  text: string,
  from: number,
  node: number,
  at: number,
  units: string,
  found: MatchSpans,
): number {
  const end = nextOffset(text, at)
  for (let n = 0; n < units.length; n += 1) {
    node = childOf(index.trie, node, units.charCodeAt(n))
    if (node < 0) return -1
    const isWhole = n === units.length - 1 || kindAt(text, at) !== WORD
    if (isWhole) take(index, text, from, node, at, end, found)
  }
  return node
}

/** Records the word of a node, unless it ends inside a longer word of a spaced script; `last` is its last character. */
function take(
  index: Index,
  text: string,
  from: number,
  node: number,
  last: number,
  end: number,
  found: MatchSpans,
): void {
  const row = index.trie.key[node]!
  if (row < 0) return
  const kind = kindAt(text, last)
  if ((kind === WORD || kind === COMBINING) && isWordAfter(text, end)) return
  addMatch(found, row, from, end)
}
