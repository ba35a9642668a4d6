import type { ClusterKind } from '#contract/diff.api.ts'
import type { DigestHunk } from './digest.ts'
import { isRepeatedEdit, pagesWith, type Repeats } from './judge-repeats.ts'
import type { DiffLine } from './line.ts'
import type { RoundDiff } from './round-diff.ts'
import type { HunkWeight } from './score-weight.ts'

/**
 * Chooses the line of a difference after its round was judged: a place that counts, and of those the one that the fewest
 * other pages share, with the next one if both are short; a cluster shows the edit that its pages share. Null: the line
 * that is shown remains.
 */
export function chooseLine(
  { facts, lines }: RoundDiff,
  view: readonly HunkWeight[] | undefined,
  repeats: Repeats,
  clusterKind: ClusterKind | null,
): DiffLine | null {
  if (!lines || !view) return null
  const { hunks } = facts.digest
  const isShared = clusterKind === 'same_edit' || clusterKind === 'same_place'
  const counts = (line: DiffLine) => {
    const hunk = hunks[line.hunk]
    if (!hunk) return false
    const weight = view[line.hunk]
    if (clusterKind === 'same_place') return weight?.code === 'same_place'
    return isShared ? isRepeatedEdit(hunk, repeats) && weight?.code !== 'volatile' : (weight?.share ?? 0) > 0
  }
  const candidates = lines.filter(counts)
  const pagesOf = (line: DiffLine) => (isShared ? 0 : pagesWith(hunks[line.hunk] as DigestHunk, repeats))
  const [best, next] = candidates.map(line => ({ line, pages: pagesOf(line) })).sort((a, b) => a.pages - b.pages)
  if (best && next && !isShared && next.pages === 1) return joinLines(best.line, next.line)
  return best?.line ?? lines[0] ?? null
}

/** Two places are shown together if they have at most this many characters, as two people of one list. */
const joinedChars = 120
const separator = ' · '

/** The line of two places that are short and differ; else the first one. */
function joinLines(one: DiffLine, other: DiffLine): DiffLine {
  const isSame = one.text.includes(other.text) || other.text.includes(one.text)
  if (isSame || one.text.length + other.text.length > joinedChars) return one
  return {
    hunk: one.hunk,
    text: one.text + separator + other.text,
    runs: [...one.runs, { op: 'same', text: separator }, ...other.runs],
  }
}
