import { joinClusters } from './cluster.ts'
import type { BlockMark, DigestHunk } from './digest.ts'
import { explainMark, findRepeats, isRepeatedEdit, type Repeats } from './judge-repeats.ts'
import { type DiffFacts, type Score, scoreDifference, worthATime } from './score.ts'
import { type HunkWeight, weighHunk } from './score-weight.ts'

/** A difference of a complete round, as kept in the database: its id and its facts. */
export type RoundDiff = { id: number; facts: DiffFacts }
/** `cluster`: equal for differences that are the same edit and are reviewed as one row; null where it stands alone. */
export type Judged = Score & { id: number; cluster: string | null }

/** The same edit on so many pages is the site's, not the page's; a page and its translation are two. */
const enoughPages = 3

/**
 * Looks at all differences of one complete round of one site together, by their facts alone: no state of former rounds
 * is needed. What repeats on many pages or merely moved between them is taken out of each page's own change; what is
 * left of a page gives its score, and pages of which nothing else is left are clusters of the same edit.
 */
export function judgeRound(diffs: RoundDiff[]): Judged[] {
  const repeats = findRepeats(diffs)
  const views = diffs.map((diff, index) =>
    diff.facts.change === 'changed' ? viewOf(diff.facts, index, repeats) : undefined,
  )
  const clusters = joinClusters(diffs.map(({ facts }, index) => (views[index] ? repeatedOf(facts, repeats) : [])))
  return diffs.map(({ id, facts }, index) => {
    const view = views[index]
    if (!view) return { ...scoreDifference(facts), id, cluster: null }
    const own = scoreDifference(facts, (_hunk, at) => view[at] as HunkWeight)
    const cluster = clusters[index] ?? null
    if (own.score >= worthATime || cluster === null) return { ...own, id, cluster: null }
    // Nothing of its own: the repeated edit is judged by itself, once for all pages that have it.
    const shared = scoreDifference(facts, (hunk, at) =>
      view[at]?.code === 'template_damped' ? weighHunk(hunk) : (view[at] as HunkWeight),
    )
    return { ...own, score: shared.score, id, cluster }
  })
}

function viewOf(facts: DiffFacts, index: number, repeats: Repeats): HunkWeight[] {
  const weights = facts.digest.hunks.map(hunk => weighInRound(hunk, index, repeats))
  return isListing(facts.digest.hunks, weights)
    ? weights.map((weight, at) =>
        isLeftOver(facts.digest.hunks[at] as DigestHunk) ? { share: 0, code: 'listing' } : weight,
      )
    : weights
}

function weighInRound(hunk: DigestHunk, index: number, repeats: Repeats): HunkWeight {
  const alone = weighHunk(hunk)
  if (alone.share === 0) return alone
  if (isRepeatedEdit(hunk, repeats, enoughPages)) return { share: 0, code: 'template_damped' }
  if (hunk.kind === 'link' || hunk.kind === 'heading') return alone
  const codes = new Map<string, number>()
  let chars = 0
  let explained = 0
  const explain = (marks: BlockMark[], side: 'before' | 'after') => {
    for (const mark of marks) {
      chars += mark[2]
      const code = explainMark(mark, index, side, repeats, enoughPages)
      if (!code) continue
      explained += mark[2]
      codes.set(code, (codes.get(code) ?? 0) + mark[2])
    }
  }
  explain(hunk.before, 'before')
  explain(hunk.after, 'after')
  if (chars === 0 || explained === 0) return alone
  const [code] = [...codes].sort((one, two) => two[1] - one[1])[0] as [string, number]
  return { share: 1 - explained / chars, code }
}

/** A list of other pages: most of what came and went is theirs. */
function isListing(hunks: DigestHunk[], weights: HunkWeight[]): boolean {
  let listed = 0
  let own = 0
  for (const [at, hunk] of hunks.entries()) {
    const weight = weights[at] as HunkWeight
    const chars = hunk.added + hunk.removed
    if (weight.code === 'listing') listed += chars * (1 - weight.share)
    if (!hunk.isFrame && weight.code !== 'template_damped') own += chars * weight.share
  }
  return listed > 0 && listed > own
}

function isLeftOver(hunk: DigestHunk): boolean {
  return !hunk.isFrame
}

function repeatedOf(facts: DiffFacts, repeats: Repeats): string[] {
  const { hunks } = facts.digest
  const inContent = hunks.filter(hunk => !hunk.isFrame && isRepeatedEdit(hunk, repeats, enoughPages))
  const told = inContent.length > 0 ? inContent : hunks.filter(hunk => isRepeatedEdit(hunk, repeats, enoughPages))
  return told.map(hunk => hunk.edit)
}
