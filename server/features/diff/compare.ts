import { type ChangedRegion, compareSequences } from '#server/text/compare-sequence.ts'
import { compareTokens, freshLimits, numberedTexts, type TokenRun } from '#server/text/compare-tokens.ts'
import { type Blocks, type ComparedBlock, headingLevel, unstatedLinks } from './compare-block.ts'
import { type Hunk, type HunkKind, pairBlocks } from './compare-pairs.ts'

export type { Hunk, HunkKind, TokenRun }
export { compareTokens }

export type TextComparison = {
  /** In the order of the page. */
  hunks: Hunk[]
  addedChars: number
  removedChars: number
  /** Characters of the longer side. */
  totalChars: number
  /** Link targets that only one side has. */
  addedLinks: string[]
  removedLinks: string[]
  /** The source of the content differs, even if only by a blank line. */
  isSourceChanged: boolean
  /** The page after has no content and redirects immediately. `isNew`: it did not redirect there before. */
  moved?: { to: string; isNew: boolean }
  /** A limit was reached: the changes are correct but perhaps not the fewest. */
  isCoarse: boolean
}

/** Whether a comparison is reported as a difference: the text or its links changed, or the page moved. */
export const isDifferent = ({ hunks, moved }: TextComparison): boolean => hunks.length > 0 || moved?.isNew === true

const blockSteps = 20_000_000

/** Changes between two versions of a page; null means that the page does not exist. */
export function compareExtracts(before: Blocks | null, after: Blocks | null): TextComparison {
  const old = before?.blocks ?? []
  const now = after?.blocks ?? []
  const numbers = new Map<string, number>()
  const { regions, isCoarse } = compareSequences(numberBlocks(old, numbers), numberBlocks(now, numbers), blockSteps)
  const comparison: TextComparison = {
    hunks: [],
    addedChars: 0,
    removedChars: 0,
    totalChars: Math.max(charsOf(old), charsOf(now)),
    ...linkChanges(old, now),
    isSourceChanged:
      before !== null && after !== null && !!before.source && !!after.source && before.source !== after.source,
    isCoarse,
    ...(after?.movedTo && { moved: { to: after.movedTo, isNew: after.movedTo !== before?.movedTo } }),
  }
  const limits = freshLimits(isCoarse)
  comparison.hunks = [
    ...sameTextHunks(old, now, regions, linksItself(old, now)),
    ...pairBlocks(old, now, regions, limits),
  ].sort((one, two) => one.at - two.at || one.from - two.from)
  comparison.isCoarse = limits.isCoarse
  for (const hunk of comparison.hunks) {
    comparison.addedChars += hunk.addedChars
    comparison.removedChars += hunk.removedChars
  }
  return comparison
}

function numberBlocks(blocks: ComparedBlock[], numbers: Map<string, number>): Int32Array {
  return numberedTexts(
    blocks.map(block => block.text),
    numbers,
  )
}

/** Blocks with unchanged text and changed link targets or heading level. */
function sameTextHunks(
  old: ComparedBlock[],
  now: ComparedBlock[],
  regions: ChangedRegion[],
  isLinkedAnew: boolean,
): Hunk[] {
  const hunks: Hunk[] = []
  let x = 0
  let y = 0
  for (const [fromStart, fromEnd, , toEnd] of [...regions, [old.length, 0, now.length, 0] as ChangedRegion]) {
    for (; x < fromStart; x += 1, y += 1) {
      const one = old[x] as ComparedBlock
      const two = now[y] as ComparedBlock
      const kind = nonTextChange(one, two, isLinkedAnew)
      if (kind) hunks.push({ kind, before: [one], after: [two], from: x, at: y, addedChars: 0, removedChars: 0 })
    }
    x = fromEnd
    y = toEnd
  }
  return hunks
}

function nonTextChange(one: ComparedBlock, two: ComparedBlock, isLinkedAnew: boolean): HunkKind | undefined {
  const linksOf = (block: ComparedBlock) => (isLinkedAnew ? unstatedLinks(block) : block.links)
  if (!isSameList(linksOf(one), linksOf(two))) return 'link'
  if (!isSameList(one.pictures ?? [], two.pictures ?? [])) return 'picture'
  return headingLevel(one) !== headingLevel(two) ? 'heading' : undefined
}

const fewestStated = 2

/**
 * Whether several written addresses became links at once: the system that publishes the page does it now. A single one
 * was linked by a person.
 */
function linksItself(old: ComparedBlock[], now: ComparedBlock[]): boolean {
  const before = new Set(old.flatMap(statedLinks))
  return new Set(now.flatMap(statedLinks).filter(link => !before.has(link))).size >= fewestStated
}

function statedLinks(block: ComparedBlock): string[] {
  const unstated = new Set(unstatedLinks(block))
  return block.links.filter(link => !unstated.has(link))
}

function isSameList(one: string[], two: string[]): boolean {
  return one.length === two.length && one.every((link, index) => link === two[index])
}

function linkChanges(old: ComparedBlock[], now: ComparedBlock[]): { addedLinks: string[]; removedLinks: string[] } {
  const before = new Set(old.flatMap(block => block.links))
  const after = new Set(now.flatMap(block => block.links))
  return {
    addedLinks: [...after].filter(link => !before.has(link)),
    removedLinks: [...before].filter(link => !after.has(link)),
  }
}

function charsOf(blocks: ComparedBlock[]): number {
  let chars = 0
  for (const block of blocks) chars += block.text.length
  return chars
}
