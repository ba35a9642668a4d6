import type { ClusterKind } from '#contract/diff.api.ts'
import type { DigestHunk } from './digest.ts'
import { isRepeatedEdit, pagesWith, type Repeats } from './judge-repeats.ts'
import { type DiffLine, joinLines } from './line.ts'
import type { RoundDiff } from './round-diff.ts'
import type { HunkWeight } from './score-weight.ts'

/**
 * Chooses the line of a difference after its round was judged: a place that counts, and of those the one that the fewest
 * other pages share, with the next ones that no other page has; a cluster shows the edit that its pages share. Null: the line
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
  const [best, ...others] = candidates.map(line => ({ line, pages: pagesOf(line) })).sort((a, b) => a.pages - b.pages)
  if (!best) return lines[0] ?? null
  if (isShared) return best.line
  return joinLines([best.line, ...others.filter(({ pages }) => pages === 1).map(({ line }) => line)])
}
