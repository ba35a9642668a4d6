import type { ChangedRegion } from '#server/text/compare-sequence.ts'
import { compareTokens, type TokenLimits, type TokenRun } from '#server/text/compare-tokens.ts'
import { alikePairs } from './compare-alike.ts'
import { type ComparedBlock, plainSignsOf, unstatedLinks } from './compare-block.ts'

/**
 * `link`, `picture` and `heading` have the same text and other link targets, other pictures, or another heading level.
 */
export type HunkKind = 'added' | 'removed' | 'changed' | 'moved' | 'link' | 'picture' | 'heading'
/** One place where a page differs; `from` and `at` are indexes into the blocks before and after. */
export type Hunk = {
  kind: HunkKind
  before: ComparedBlock[]
  after: ComparedBlock[]
  from: number
  at: number
  addedChars: number
  removedChars: number
  /** Differences of a changed block, token by token. */
  runs?: TokenRun[]
}
type PairedBlock = { block: ComparedBlock; index: number; isMoved: boolean }

/** Turns the regions in which two pages differ into hunks: moved, changed, added, removed. */
export function pairBlocks(
  old: ComparedBlock[],
  now: ComparedBlock[],
  regions: ChangedRegion[],
  limits: TokenLimits,
): Hunk[] {
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
  const rows = takeRows(sides, limits)
  hunks.push(...rows)
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

/** The same text with other block boundaries, for example a paragraph that was split: invisible to a reader. */
function isRewrapped(before: PairedBlock[], after: PairedBlock[]): boolean {
  if (before.length === 0 || after.length === 0) return false
  const joined = (sides: PairedBlock[], by: string) => sides.map(side => plainSignsOf(side.block.text)).join(by)
  if (joined(before, ' ') !== joined(after, ' ') && joined(before, '') !== joined(after, '')) return false
  const links = (sides: PairedBlock[]) =>
    sides.flatMap(({ block }) => [...unstatedLinks(block), ...(block.pictures ?? [])]).join(' ')
  return links(before) === links(after)
}

/** A text that was removed in one place and added in another is moved, as many times as both occur. */
function markMoves(regions: { before: PairedBlock[]; after: PairedBlock[] }[]): void {
  const gone = new Map<string, PairedBlock[]>()
  for (const { before } of regions)
    for (const side of before) {
      const key = keyOf(side.block)
      const sides = gone.get(key)
      if (sides) sides.push(side)
      else gone.set(key, [side])
    }
  for (const { after } of regions)
    for (const side of after) {
      const left = gone.get(keyOf(side.block))?.pop()
      if (!left) continue
      left.isMoved = true
      side.isMoved = true
    }
}

/**
 * Table rows with the same label on both sides are one row that changed, wherever it is in the table now; so are texts
 * of the same entry of a feed. Takes them out of their regions.
 */
function takeRows(regions: { before: PairedBlock[]; after: PairedBlock[] }[], limits: TokenLimits): Hunk[] {
  const old = rowsByLabel(regions.flatMap(({ before }) => before))
  const now = rowsByLabel(regions.flatMap(({ after }) => after))
  const taken = new Set<PairedBlock>()
  const hunks: Hunk[] = []
  for (const [label, two] of now) {
    const one = old.get(label)
    if (!one || !two || one.block.part !== two.block.part) continue
    taken.add(one).add(two)
    hunks.push(changedHunk(one, two, limits))
  }
  if (taken.size > 0)
    for (const region of regions) {
      region.before = region.before.filter(side => !taken.has(side))
      region.after = region.after.filter(side => !taken.has(side))
    }
  return hunks
}

/** Null for a label that several rows have. */
function rowsByLabel(sides: PairedBlock[]): Map<string, PairedBlock | null> {
  const rows = new Map<string, PairedBlock | null>()
  for (const side of sides) {
    const key = side.isMoved ? undefined : identityOf(side.block)
    if (key !== undefined) rows.set(key, rows.has(key) ? null : side)
  }
  return rows
}

function identityOf({ tag, label, entry }: ComparedBlock): string | undefined {
  if (entry) return `${tag}\u0000${entry.id}`
  return tag === 'tr' ? label : undefined
}

function keyOf(block: ComparedBlock): string {
  return `${plainSignsOf(block.text)}\u0000${block.links.join('\u0001')}\u0000${block.pictures ?? ''}`
}

function joinRegion(before: PairedBlock[], after: PairedBlock[], hunks: Hunk[], limits: TokenLimits): void {
  let x = 0
  let y = 0
  const pairs = alikePairs(
    before.map(side => side.block),
    after.map(side => side.block),
    limits,
  )
  for (const [pairX, pairY] of [...pairs, [before.length, after.length] as const]) {
    for (const run of runsOfPart(before.slice(x, pairX)))
      hunks.push(hunkOf('removed', run, [], 0, charsOf(run), after[pairY]?.index))
    for (const run of runsOfPart(after.slice(y, pairY))) hunks.push(hunkOf('added', [], run, charsOf(run), 0))
    const one = before[pairX]
    const two = after[pairY]
    if (one && two) hunks.push(changedHunk(one, two, limits))
    x = pairX + 1
    y = pairY + 1
  }
}

/** A block that was changed into another, compared token by token while the step limit allows. */
function changedHunk(one: PairedBlock, two: PairedBlock, limits: TokenLimits): Hunk {
  const runs = compareTokens(one.block.text, two.block.text, limits)
  let added = 0
  let removed = 0
  for (const run of runs) {
    if (run.op === 'added') added += run.text.length
    if (run.op === 'removed') removed += run.text.length
  }
  return { ...hunkOf('changed', [one], [two], added, removed), runs }
}

function sideOf(blocks: ComparedBlock[], start: number, end: number): PairedBlock[] {
  const sides: PairedBlock[] = []
  for (let index = start; index < end; index += 1)
    sides.push({ block: blocks[index] as ComparedBlock, index, isMoved: false })
  return sides
}

function charsOf(sides: PairedBlock[]): number {
  let chars = 0
  for (const { block } of sides) chars += block.text.length
  return chars
}

/** Adjacent blocks that are all part of the content, or all part of the frame around it; of a feed, of one entry. */
function runsOfPart(sides: PairedBlock[]): PairedBlock[][] {
  const runs: PairedBlock[][] = []
  for (const side of sides) {
    const last = runs.at(-1)
    if (last?.[0] && last[0].block.part === side.block.part && last[0].block.entry?.id === side.block.entry?.id)
      last.push(side)
    else runs.push([side])
  }
  return runs
}

function hunkOf(
  kind: HunkKind,
  before: PairedBlock[],
  after: PairedBlock[],
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
