import type { DiffRow } from '#contract/diff.api.ts'
import { readableRuns } from '#server/text/readable-runs.ts'
import { compareTokens, type Hunk, type TextComparison } from './compare.ts'
import type { Blocks, ComparedBlock } from './compare-block.ts'
import { isAnchor, isFramed } from './digest.ts'

type RowSide = NonNullable<DiffRow['before']>

/** The page after, in its order, with the differences in their places. */
export function rowsOf({ hunks, isCoarse }: TextComparison, before: Blocks | null, after: Blocks | null): DiffRow[] {
  const rows: DiffRow[] = []
  const blocks = after?.blocks ?? []
  let at = 0
  const inOrder = shownHunks(hunks).toSorted((a, b) => a.at - b.at || a.from - b.from)
  const sameUntil = (end: number) => {
    for (; at < end; at += 1) {
      const block = blocks[at] as ComparedBlock
      rows.push({
        kind: 'same',
        tag: block.tag,
        part: block.part,
        before: unchangedSide(block),
        after: unchangedSide(block),
        count: 0,
      })
    }
  }
  for (const hunk of inOrder) {
    sameUntil(Math.min(hunk.at, blocks.length))
    rows.push(...hunkRows(hunk, isCoarse))
    at = Math.max(at, hunk.at + hunk.after.length)
  }
  sameUntil(blocks.length)
  if (after === null && hunks.length === 0)
    for (const block of before?.blocks ?? [])
      rows.push({
        kind: 'removed',
        tag: block.tag,
        part: block.part,
        before: unchangedSide(block),
        after: null,
        count: 0,
      })
  return rows
}

/** Fewer places are edits of single references; more are numbered again by a program. */
const fewestRenumbered = 5

/**
 * The places to show. Many places where only targets within the page differ are left out if its text has changed:
 * generated pages number their footnotes again whenever one is added, and dozens of them would come before the change.
 */
function shownHunks(hunks: readonly Hunk[]): readonly Hunk[] {
  const shown = hunks.filter(hunk => !hasOnlyAnchors(hunk))
  const isRenumbered = hunks.length - shown.length >= fewestRenumbered
  return isRenumbered && shown.some(hunk => hunk.kind !== 'moved' && !isFramed(hunk)) ? shown : hunks
}

function hasOnlyAnchors({ kind, before, after }: Hunk): boolean {
  const targets = (blocks: readonly ComparedBlock[]) =>
    blocks.flatMap(({ links }) => links.filter(link => !isAnchor(link))).join('\n')
  return kind === 'link' && targets(before) === targets(after)
}

/** Rows of a hunk: its blocks in pairs, and blocks without a partner alone. */
function hunkRows({ kind, before, after }: Hunk, isCoarse: boolean): DiffRow[] {
  const rows: DiffRow[] = []
  for (let nth = 0; nth < Math.max(before.length, after.length); nth += 1) {
    const was = before[nth]
    const is = after[nth]
    const { tag, part } = (is ?? was) as ComparedBlock
    if (was && is && kind !== 'moved')
      rows.push({ kind: kind === 'link' ? 'link' : 'changed', tag, part, ...pair(was, is, isCoarse), count: 0 })
    else if (was && is)
      rows.push({ kind: 'moved', tag, part, before: unchangedSide(was), after: unchangedSide(is), count: 0 })
    else
      rows.push({
        kind: kind === 'moved' ? 'moved' : is ? 'added' : 'removed',
        tag,
        part,
        before: was ? unchangedSide(was) : null,
        after: is ? unchangedSide(is) : null,
        count: 0,
      })
  }
  return rows
}

function pair(
  was: ComparedBlock,
  is: ComparedBlock,
  isCoarse: boolean,
): Pick<DiffRow, 'numbers'> & { before: RowSide; after: RowSide } {
  const isRead = !isCoarse && was.text !== is.text
  const { runs, numbers } = isRead
    ? readableRuns(was.text, is.text, compareTokens(was.text, is.text))
    : { runs: [], numbers: [] }
  const links = (own: ComparedBlock, other: ComparedBlock, op: 'added' | 'removed') => {
    // Uses sets because a page may have a hundred thousand links in one block.
    const others = new Set(other.links)
    return own.links.map(url => ({ url, op: others.has(url) ? ('same' as const) : op }))
  }
  return {
    ...(numbers.length > 0 && { numbers }),
    before: {
      text: was.text,
      runs: runs.filter(run => run.op !== 'added'),
      links: links(was, is, 'removed'),
      marks: [],
    },
    after: { text: is.text, runs: runs.filter(run => run.op !== 'removed'), links: links(is, was, 'added'), marks: [] },
  }
}

function unchangedSide(block: ComparedBlock): RowSide {
  return { text: block.text, runs: [], links: block.links.map(url => ({ url, op: 'same' as const })), marks: [] }
}

/** Replaces unchanged rows far from any change by their number. */
export function skipFar(rows: DiffRow[], around: number): DiffRow[] {
  const isNear = new Uint8Array(rows.length)
  for (const [at, row] of rows.entries())
    if (row.kind !== 'same') isNear.fill(1, Math.max(0, at - around), Math.min(rows.length, at + around + 1))
  const kept: DiffRow[] = []
  for (const [at, row] of rows.entries()) {
    if (isNear[at]) kept.push(row)
    else if (kept.at(-1)?.kind === 'skipped') (kept.at(-1) as DiffRow).count += 1
    else kept.push({ kind: 'skipped', tag: '', part: 'main', before: null, after: null, count: 1 })
  }
  return kept
}
