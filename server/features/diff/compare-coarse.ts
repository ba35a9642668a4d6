import type { TextComparison } from './compare.ts'
import type { Blocks, ComparedBlock } from './compare-block.ts'
import type { Hunk } from './compare-pairs.ts'

/**
 * Finds added and removed blocks in one pass over both sides: a text that occurs equally often on both sides counts as
 * unchanged wherever it is. The result is marked as coarse.
 */
export function compareCoarse(before: Blocks | null, after: Blocks | null): TextComparison {
  const old = before?.blocks ?? []
  const now = after?.blocks ?? []
  const gone = strangers(old, now)
  const come = strangers(now, old)
  const hunks = [
    ...runsOf(now, come).map(([start, end]) => hunkOf('added', now.slice(start, end), start, start)),
    ...runsOf(old, gone).map(([start, end]) =>
      hunkOf('removed', old.slice(start, end), start, Math.min(start, now.length)),
    ),
  ]
  const sum = (kind: Hunk['kind']) =>
    hunks.reduce((chars, hunk) => (hunk.kind === kind ? chars + hunk.addedChars + hunk.removedChars : chars), 0)
  return {
    hunks: hunks.sort((one, two) => one.at - two.at || one.from - two.from),
    addedChars: sum('added'),
    removedChars: sum('removed'),
    totalChars: Math.max(charsOf(old), charsOf(now)),
    addedLinks: [],
    removedLinks: [],
    isSourceChanged: false,
    isCoarse: true,
  }
}

/** 1 for each block whose text occurs less often among the others. */
function strangers(blocks: readonly ComparedBlock[], others: readonly ComparedBlock[]): Uint8Array {
  const left = new Map<string, number>()
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1)
  const found = new Uint8Array(blocks.length)
  for (const [at, { text }] of blocks.entries()) {
    const count = left.get(text) ?? 0
    if (count === 0) found[at] = 1
    else left.set(text, count - 1)
  }
  return found
}

/** Half-open runs of unmatched blocks, each entirely within the content or within the frame. */
function runsOf(blocks: readonly ComparedBlock[], isStrange: Uint8Array): [start: number, end: number][] {
  const runs: [number, number][] = []
  for (const [at, { part }] of blocks.entries()) {
    if (!isStrange[at]) continue
    const last = runs.at(-1)
    if (last?.[1] === at && blocks[at - 1]?.part === part) last[1] = at + 1
    else runs.push([at, at + 1])
  }
  return runs
}

function hunkOf(kind: 'added' | 'removed', blocks: ComparedBlock[], from: number, at: number): Hunk {
  const chars = charsOf(blocks)
  return kind === 'added'
    ? { kind, before: [], after: blocks, from, at, addedChars: chars, removedChars: 0 }
    : { kind, before: blocks, after: [], from, at, addedChars: 0, removedChars: chars }
}

function charsOf(blocks: readonly ComparedBlock[]): number {
  return blocks.reduce((chars, { text }) => chars + text.length, 0)
}
