import type { BlockMark, DigestHunk } from './digest.ts'
import type { RoundDiff } from './judge.ts'

type Pages = Map<string, Set<number>>
/** Where in a round which texts came and went: pages by the index of their difference. */
export type Repeats = {
  /** Texts that pages gained or lost; whole pages that came or went are apart. */
  came: Pages
  gone: Pages
  inNewPages: Pages
  inGonePages: Pages
  edits: Pages
}

export function findRepeats(diffs: RoundDiff[]): Repeats {
  const repeats: Repeats = {
    came: new Map(),
    gone: new Map(),
    inNewPages: new Map(),
    inGonePages: new Map(),
    edits: new Map(),
  }
  for (const [index, { facts }] of diffs.entries())
    for (const hunk of facts.digest.hunks) {
      if (facts.change === 'added') noteAll(repeats.inNewPages, hunk.after, index)
      else if (facts.change === 'removed') noteAll(repeats.inGonePages, hunk.before, index)
      else {
        noteAll(repeats.came, hunk.after, index, false)
        noteAll(repeats.gone, hunk.before, index, false)
        note(repeats.edits, hunk.edit, index)
      }
    }
  return repeats
}

/** Why a text that came to a page is no news of that page, if so. */
export function explainMark(
  mark: BlockMark,
  index: number,
  side: 'before' | 'after',
  repeats: Repeats,
  enough: number,
): string | undefined {
  const [hash, prefix] = mark
  const [same, other, whole] =
    side === 'after'
      ? [repeats.came, repeats.gone, repeats.inNewPages]
      : [repeats.gone, repeats.came, repeats.inGonePages]
  if (hasOther(other, hash, index)) return 'listing'
  if (whole.has(hash) || whole.has(prefix)) return 'listing'
  if ((same.get(hash)?.size ?? 0) >= enough) return 'template_damped'
  return undefined
}

export function isRepeatedEdit(hunk: DigestHunk, repeats: Repeats, enough: number): boolean {
  return (repeats.edits.get(hunk.edit)?.size ?? 0) >= enough
}

function noteAll(pages: Pages, marks: BlockMark[], index: number, withPrefix = true): void {
  for (const [hash, prefix, chars] of marks) {
    if (chars === 0) continue
    note(pages, hash, index)
    if (withPrefix) note(pages, prefix, index)
  }
}

function note(pages: Pages, key: string, index: number): void {
  const found = pages.get(key)
  if (found) found.add(index)
  else pages.set(key, new Set([index]))
}

function hasOther(pages: Pages, key: string, index: number): boolean {
  const found = pages.get(key)
  return found !== undefined && (found.size > 1 || !found.has(index))
}
