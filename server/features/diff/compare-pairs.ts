import type { Block } from './compare-block.ts'
import type { Region } from './compare-sequence.ts'
import { compareTokens } from './compare-tokens.ts'
import { tokenize } from './tokens.ts'

/** Same text, but for `link` other targets, for `picture` other pictures, for `heading` another level of headings. */
export type HunkKind = 'added' | 'removed' | 'changed' | 'moved' | 'link' | 'picture' | 'heading'
/** One place where a page differs; `from` and `at` are indexes into the blocks before and after. */
export type Hunk = {
  kind: HunkKind
  before: Block[]
  after: Block[]
  from: number
  at: number
  addedChars: number
  removedChars: number
}
/** Blocks of one region beyond this product are paired in order only. */
const maxPairs = 2500
/** Blocks longer than this are one hunk without a look inside. */
const maxTokenChars = 400_000
/** Two blocks are one changed block from this share of common words on. */
const minLikeness = 0.4

type Side = { block: Block; index: number; isMoved: boolean }

/** Turns the regions in which two pages differ into hunks: moved, changed, added, removed. */
export function pairBlocks(old: Block[], now: Block[], regions: Region[], limits: { isCoarse: boolean }): Hunk[] {
  const hunks: Hunk[] = []
  const sides = regions
    .map(([fromStart, fromEnd, toStart, toEnd]) => ({
      before: sideOf(old, fromStart, fromEnd),
      after: sideOf(now, toStart, toEnd),
    }))
    .filter(({ before, after }) => {
      if (!isRewrapped(before, after)) return true
      hunks.push(hunkOf('moved', before, after, 0, 0))
      return false
    })
  markMoves(sides)
  for (const { before, after } of sides) {
    for (const side of after) if (side.isMoved) hunks.push(hunkOf('moved', [], [side], 0, 0))
    joinRegion(
      before.filter(side => !side.isMoved),
      after.filter(side => !side.isMoved),
      hunks,
      limits,
    )
  }
  return hunks
}

/** The same text between other borders, as when a paragraph is cut in two: nothing that a reader sees. */
function isRewrapped(before: Side[], after: Side[]): boolean {
  if (before.length === 0 || after.length === 0) return false
  const joined = (sides: Side[], by: string) => sides.map(side => side.block.text).join(by)
  if (joined(before, ' ') !== joined(after, ' ') && joined(before, '') !== joined(after, '')) return false
  const links = (sides: Side[]) =>
    sides.flatMap(side => [...side.block.links, ...(side.block.pictures ?? [])]).join(' ')
  return links(before) === links(after)
}

/** A text that left one place and stands at another is moved, as often as it does so. */
function markMoves(regions: { before: Side[]; after: Side[] }[]): void {
  const gone = new Map<string, Side[]>()
  for (const { before } of regions)
    for (const side of before) {
      const key = keyOf(side.block)
      gone.set(key, [...(gone.get(key) ?? []), side])
    }
  for (const { after } of regions)
    for (const side of after) {
      const left = gone.get(keyOf(side.block))?.pop()
      if (!left) continue
      left.isMoved = true
      side.isMoved = true
    }
}

function keyOf(block: Block): string {
  return `${block.text}\u0000${block.links.join('\u0001')}\u0000${block.pictures ?? ''}`
}

function joinRegion(before: Side[], after: Side[], hunks: Hunk[], limits: { isCoarse: boolean }): void {
  let x = 0
  let y = 0
  for (const [pairX, pairY] of [...alikePairs(before, after), [before.length, after.length] as const]) {
    for (const run of runsOfPart(before.slice(x, pairX)))
      hunks.push(hunkOf('removed', run, [], 0, charsOf(run), after[pairY]?.index))
    for (const run of runsOfPart(after.slice(y, pairY))) hunks.push(hunkOf('added', [], run, charsOf(run), 0))
    const one = before[pairX]
    const two = after[pairY]
    if (one && two) {
      const { added, removed } = changedChars(one.block.text, two.block.text, limits)
      hunks.push(hunkOf('changed', [one], [two], added, removed))
    }
    x = pairX + 1
    y = pairY + 1
  }
}

/** Which removed block became which added one: the alignment with the greatest likeness, in order. */
function alikePairs(before: Side[], after: Side[]): [number, number][] {
  const pairs: [number, number][] = []
  if (before.length === 0 || after.length === 0) return pairs
  const one = before.map(side => bagOf(side.block.text))
  const two = after.map(side => bagOf(side.block.text))
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
      const gain = alike >= minLikeness ? alike : 0
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

type Bag = { words: Map<string, number>; size: number }
const maxBagChars = 5000

function bagOf(text: string): Bag {
  const words = new Map<string, number>()
  let size = 0
  for (const token of tokenize(text.slice(0, maxBagChars))) {
    if (token === ' ') continue
    words.set(token, (words.get(token) ?? 0) + token.length)
    size += token.length
  }
  return { words, size }
}

/** Common words by their length, 0 to 1 (Dice). */
function likeness(one: Bag, two: Bag): number {
  if (one.size === 0 || two.size === 0) return one.size === two.size ? 1 : 0
  const [small, large] = one.words.size < two.words.size ? [one, two] : [two, one]
  let common = 0
  for (const [word, size] of small.words) common += Math.min(size, large.words.get(word) ?? 0)
  return (2 * common) / (one.size + two.size)
}

function changedChars(
  before: string,
  after: string,
  limits: { isCoarse: boolean },
): { added: number; removed: number } {
  if (before.length + after.length > maxTokenChars * 2) {
    limits.isCoarse = true
    return { added: after.length, removed: before.length }
  }
  let added = 0
  let removed = 0
  for (const run of compareTokens(before, after, limits)) {
    if (run.op === 'added') added += run.text.length
    if (run.op === 'removed') removed += run.text.length
  }
  return { added, removed }
}

function sideOf(blocks: Block[], start: number, end: number): Side[] {
  const sides: Side[] = []
  for (let index = start; index < end; index += 1) sides.push({ block: blocks[index] as Block, index, isMoved: false })
  return sides
}

function charsOf(sides: Side[]): number {
  let chars = 0
  for (const { block } of sides) chars += block.text.length
  return chars
}

/** Neighbours that all belong to the content, or all to the frame around it. */
function runsOfPart(sides: Side[]): Side[][] {
  const runs: Side[][] = []
  for (const side of sides) {
    const last = runs.at(-1)
    if (last?.[0] && last[0].block.part === side.block.part) last.push(side)
    else runs.push([side])
  }
  return runs
}

function hunkOf(
  kind: HunkKind,
  before: Side[],
  after: Side[],
  addedChars: number,
  removedChars: number,
  at?: number,
): Hunk {
  return {
    kind,
    before: before.map(side => side.block),
    after: after.map(side => side.block),
    from: before[0]?.index ?? after[0]?.index ?? 0,
    at: after[0]?.index ?? at ?? before[0]?.index ?? 0,
    addedChars,
    removedChars,
  }
}
