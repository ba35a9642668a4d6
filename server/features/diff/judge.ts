import { joinClusters } from './cluster.ts'
import type { BlockMark, DigestHunk } from './digest.ts'
import { explainMark, findRepeats, isListEntry, isRepeatedEdit, isShiftedLink, type Repeats } from './judge-repeats.ts'
import { type DiffFacts, type Score, scoreDifference, worthATime } from './score.ts'
import { type HunkWeight, weighHunk } from './score-weight.ts'

/** A difference of a complete round, as kept in the database: its id and its facts. */
export type RoundDiff = { id: number; facts: DiffFacts }
/** What is known of the site beside the round: how many pages it has. */
export type KnownSite = { pages?: number }
/** `cluster`: equal for differences that are the same edit and are reviewed as one row; null where it stands alone. */
export type Judged = Score & { id: number; cluster: string | null }

/**
 * Looks at all differences of one complete round of one site together, by their facts alone: no state of former rounds
 * is needed. What repeats on many pages or merely moved between them is taken out of each page's own change; what is
 * left of a page gives its score, and pages of which nothing else is left are clusters of the same edit.
 */
export function judgeRound(diffs: RoundDiff[], known: KnownSite = {}): Judged[] {
  const repeats = findRepeats(diffs, enoughOf(known))
  const views = diffs.map((diff, index) =>
    diff.facts.change === 'changed' ? viewOf(diff.facts, index, repeats) : undefined,
  )
  const clusters = joinClusters(diffs.map(({ facts }, index) => (views[index] ? repeatedOf(facts, repeats) : [])))
  const touched = touchedAlone(diffs)
  return diffs.map(({ id, facts }, index) => {
    const view = views[index]
    if (!view) return { ...scoreDifference(facts), id, cluster: null }
    const own = scoreDifference(facts, (_hunk, at) => view[at] as HunkWeight)
    const cluster = clusters[index] ?? null
    if (own.score >= worthATime || cluster === null) return { ...own, id, cluster: null }
    if (touched.has(index)) {
      const reasons = [...own.reasons, { code: 'source_only' }]
      return { ...own, score: worthATime, reasons, id, cluster: null }
    }
    // Nothing of its own: the repeated edit is judged by itself, once for all pages that have it.
    const shared = scoreDifference(facts, (hunk, at) =>
      view[at]?.code === 'template_damped' ? weighHunk(hunk) : (view[at] as HunkWeight),
    )
    return { ...own, score: shared.score, id, cluster }
  })
}

const mostPages = 8
const fewestPages = 3

/** The same edit on so many pages is the site's. A page and its translation, or a few pages corrected by hand, are not. */
function enoughOf({ pages }: KnownSite): number {
  return pages === undefined ? mostPages : Math.min(mostPages, Math.max(fewestPages, Math.ceil(pages * 0.3)))
}

function viewOf(facts: DiffFacts, index: number, repeats: Repeats): HunkWeight[] {
  const { hunks } = facts.digest
  const weights = hunks.map(hunk => weighInRound(hunk, index, repeats))
  if (!isListing(hunks, weights)) return weights
  return weights.map((weight, at) =>
    isLeftOver(hunks[at] as DigestHunk, index, repeats) ? { share: 0, code: 'listing' } : weight,
  )
}

function weighInRound(hunk: DigestHunk, index: number, repeats: Repeats): HunkWeight {
  const alone = weighHunk(hunk)
  if (alone.share === 0) return alone
  if (isRepeatedEdit(hunk, repeats)) return { share: 0, code: 'template_damped' }
  if (isListEntry(hunk, repeats)) return { share: 0, code: 'listing' }
  if (hunk.kind === 'link' || hunk.kind === 'heading') return alone
  const codes = new Map<string, number>()
  let chars = 0
  let explained = 0
  const explain = (marks: BlockMark[], side: 'before' | 'after') => {
    for (const mark of marks) {
      chars += mark[2]
      const code = explainMark(mark, index, side, repeats)
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

/** A list of other pages: most of what came to it is theirs. What fell off its end needs no explanation. */
function isListing(hunks: DigestHunk[], weights: HunkWeight[]): boolean {
  let listed = 0
  let own = 0
  for (const [at, hunk] of hunks.entries()) {
    const weight = weights[at] as HunkWeight
    if (weight.code === 'listing') listed += (hunk.added + hunk.removed) * (1 - weight.share)
    if (!hunk.isFrame) own += hunk.added * weight.share
  }
  return listed > 0 && listed > own
}

const shortChars = 80

/** What a list loses or renumbers beside its entries: older entries, the links of those that moved, dates. */
function isLeftOver(hunk: DigestHunk, index: number, repeats: Repeats): boolean {
  if (hunk.isFrame) return false
  if (hunk.kind === 'link') return isShiftedLink(hunk, index, repeats)
  if (hunk.kind === 'removed') return hunk.was.length > 0 || hunk.removed < shortChars
  return hunk.added < shortChars && hunk.to.every(() => isShiftedLink(hunk, index, repeats))
}

/**
 * Pages whose content's source was written anew in a round that otherwise shows changes of the frame only. It says
 * something where few pages have it; on sites that write every page anew at each visit it says nothing.
 */
function touchedAlone(diffs: RoundDiff[]): Set<number> {
  const framed = diffs
    .map(({ facts }, index) => ({ facts, index }))
    .filter(({ facts }) => facts.change === 'changed' && facts.digest.hunks.every(hunk => hunk.isFrame))
  const touched = framed.filter(({ facts }) => facts.digest.isSourceChanged)
  return new Set(touched.length <= framed.length * 0.25 ? touched.map(({ index }) => index) : [])
}

function repeatedOf(facts: DiffFacts, repeats: Repeats): string[] {
  const repeated = facts.digest.hunks.filter(hunk => isRepeatedEdit(hunk, repeats))
  const inContent = repeated.filter(hunk => !hunk.isFrame)
  return (inContent.length > 0 ? inContent : repeated).map(hunk => hunk.edit)
}
