import type { TextComparison } from './compare.ts'
import { diffDigest, placedEditsOf } from './digest.ts'
import { type DiffLine, linesOf } from './line.ts'
import { type DiffFacts, type Score, scoreDifference } from './score.ts'

/** The stored data of a difference, apart from its page and versions. */
export type DescribedDiff = Score & {
  added: number
  removed: number
  linksAdded: number
  linksRemoved: number
  facts: DiffFacts
  /** Candidates for the line that lists show; the first one is shown until its round is judged. */
  lines: DiffLine[]
}

/** Scores a comparison by itself, without its round, and describes it. */
export function describeDiff(comparison: TextComparison, known: Omit<DiffFacts, 'digest'>): DescribedDiff {
  const facts = { ...known, digest: diffDigest(comparison) }
  return {
    ...scoreDifference(facts),
    added: comparison.addedChars,
    removed: comparison.removedChars,
    linksAdded: comparison.addedLinks.length,
    linksRemoved: comparison.removedLinks.length,
    facts,
    lines: linesOf(comparison),
  }
}

/**
 * Columns of a difference derived from its description. `lines` is null where there is nothing to choose; `places`: the
 * changed positions, which the judgement of later rounds compares.
 */
export function describedColumns({ lines, facts }: Pick<DescribedDiff, 'lines' | 'facts'>) {
  const [first] = lines
  return {
    excerpt: first?.text ?? null,
    excerpt_runs: first?.runs ?? null,
    lines: lines.length > 1 ? lines : null,
    places: facts.change === 'changed' ? placedEditsOf(facts.digest) : null,
  }
}
