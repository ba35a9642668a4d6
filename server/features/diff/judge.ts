import { type ClusterKind, type DiffReasonCode, reviewThreshold } from '#contract/diff.api.ts'
import { type BlockMark, type DigestHunk, hashAddress } from './digest.ts'
import { chooseLine } from './judge-line.ts'
import { alignParts } from './judge-parts.ts'
import {
  explainMark,
  findRepeats,
  isKnownFrame,
  isListEntry,
  isRepeatedEdit,
  isReportedEntry,
  isShiftedLink,
  type Repeats,
} from './judge-repeats.ts'
import { findSeries } from './judge-series.ts'
import { findVolatile, noHistory, type PlaceDecision, type PlaceHistory, type VolatilePlace } from './judge-volatile.ts'
import type { DiffLine } from './line.ts'
import type { RoundDiff } from './round-diff.ts'
import { type DiffFacts, type Score, scoreDifference } from './score.ts'
import { type HunkWeight, weighHunk } from './score-weight.ts'

/**
 * Reasons by which a round explains a change: it is reported with other pages. Every other change is the page's own,
 * however low its score.
 */
const explainedReasons = new Set<DiffReasonCode>(['template_damped', 'listing', 'volatile', 'same_place'])
/** Changes that a reader of the page does not see. */
const unread = new Set<DiffReasonCode>(['layout', 'wordless_links', 'hosts_only'])

/** Whether the page has a change that no other page has: then it is no member of a cluster. */
function hasOwn({ digest }: DiffFacts, view: HunkWeight[], index: number, repeats: Repeats): boolean {
  if (digest.omittedChars > 0) return true
  return digest.hunks.some((hunk, at) => isOwn(hunk, view[at] as HunkWeight, index, repeats))
}

function isOwn(hunk: DigestHunk, { share, code }: HunkWeight, index: number, repeats: Repeats): boolean {
  if (isRepeatedEdit(hunk, repeats) || (code && unread.has(code))) return false
  if (code === 'volatile' || code === 'same_place') return false
  if (hunk.isFrame) return hunk.added + hunk.removed > 0 && !isKnownFrame(hunk, index, repeats)
  return share > 0 || !code || !explainedReasons.has(code)
}

export type { RoundDiff } from './round-diff.ts'

/** Known data of the site apart from the round: the number of its pages, the rounds before, decisions of users. */
type KnownSite = { pages?: number; history?: PlaceHistory; decisions?: readonly PlaceDecision[] }
export type JudgedRound = { diffs: JudgedDiff[]; volatile: VolatilePlace[] }
/**
 * `cluster`: equal for differences that are reviewed as one row, `cluster_kind`: the reason for it; both null for a
 * single difference.
 */
export type JudgedDiff = Judgement & {
  /** The line that lists show; null keeps the present one. */
  line: DiffLine | null
}
type Judgement = Score & { id: number; cluster: string | null; cluster_kind: ClusterKind | null }

/**
 * Judges all differences of one complete round of one site together, by their facts alone and the positions that changed
 * in the rounds before. Changes that repeat on many pages, or merely moved between pages, are removed from each page's own change.
 * The rest of a page gives its score; pages without a rest form clusters of the same edit. A page with any change of
 * its own never belongs to a cluster, otherwise one review would clear that change unseen.
 */
export function judgeRound(found: RoundDiff[], known: KnownSite = {}): JudgedRound {
  const diffs = alignParts(found)
  const repeats = findRepeats(diffs, enoughOf(known), known.history)
  const { pages = diffs.length, history = noHistory, decisions = [] } = known
  const volatile = findVolatile(diffs, { pages, history, decisions })
  const views = diffs.map((diff, index) =>
    diff.facts.change === 'changed' ? viewOf(diff, index, repeats, volatile) : undefined,
  )
  const edits = diffs.map(({ facts }, index) => {
    const view = views[index]
    return view ? clusterEdits(facts, view, repeats) : []
  })
  const clusters = joinClusters(edits)
  const series = findSeries(diffs, views)
  const touched = touchedAlone(diffs)
  const twins = findTwins(diffs)
  const first = diffs.map(({ id, facts }, index): Judgement & { hasOwn: boolean; isDone: boolean } => {
    const view = views[index]
    const own = scoreDifference(facts, view && ((_hunk, at) => view[at] as HunkWeight))
    if (facts.digest.moved?.isNew) {
      const place = repeats.movedTo.get(facts.digest.moved.to)
      const isMany = place !== undefined && place.size >= repeats.enough
      const cluster = isMany ? `moved ${hashAddress(facts.digest.moved.to)}` : null
      return { ...own, id, cluster, cluster_kind: isMany ? 'same_edit' : null, hasOwn: true, isDone: true }
    }
    const archive = series.get(index)
    if (archive !== undefined)
      return { ...own, id, cluster: archive, cluster_kind: 'series', hasOwn: true, isDone: true }
    const cluster = clusters[index] ?? null
    const twin = twins.get(index) ?? null
    const twin_kind = twin === null ? null : ('same_edit' as const)
    const alone = { ...own, id, cluster: twin, cluster_kind: twin_kind, hasOwn: true, isDone: true }
    if (!view || cluster === null || own.score >= reviewThreshold) return alone
    if (touched.has(index))
      return { ...alone, score: reviewThreshold, reasons: [...own.reasons, { code: 'source_only' }] }
    const kind = (edits[index] as string[]).every(isPlaceKey) ? 'same_place' : 'same_edit'
    return { ...alone, cluster, cluster_kind: kind, hasOwn: hasOwn(facts, view, index, repeats), isDone: false }
  })
  // If every page has its own stamp or counter besides the repeated edit, no page would be left to report the edit:
  // then the pages stay in one cluster.
  const reported = new Set(first.filter(one => !one.hasOwn).map(one => one.cluster))
  const judged = first.map(({ hasOwn, isDone, ...one }, index): Judgement => {
    if (isDone) return one
    if (hasOwn && reported.has(one.cluster)) return { ...one, cluster: null, cluster_kind: null }
    const view = views[index] as HunkWeight[]
    // The repeated edit is scored once for all pages that have it.
    const shared = scoreDifference((diffs[index] as RoundDiff).facts, (hunk, at) =>
      sharedReasons.has(view[at]?.code) ? weighHunk(hunk) : (view[at] as HunkWeight),
    )
    return { ...one, ...shared }
  })
  const lines = addClusterSizes(judged).map((one, index) => ({
    ...one,
    line: chooseLine(diffs[index] as RoundDiff, views[index], repeats, one.cluster_kind),
  }))
  return { diffs: lines, volatile: volatile.learned() }
}

/** Reasons of changes that a cluster is reviewed for. */
const sharedReasons = new Set<DiffReasonCode | undefined>(['template_damped', 'same_place'])

/** The number of pages is the first reason of a row; a cluster of one page is dissolved. */
function addClusterSizes(judged: Judgement[]): Judgement[] {
  const clusters = Map.groupBy(
    judged.filter(({ cluster }) => cluster !== null),
    ({ cluster }) => cluster,
  )
  return judged.map(one => {
    const members = one.cluster === null ? [] : (clusters.get(one.cluster) ?? [])
    if (members.length < 2 || one.cluster_kind === null) return { ...one, cluster: null, cluster_kind: null }
    // Pages that share an edit as well as a changing place are reviewed for the edit.
    const hasEdit = one.cluster_kind === 'same_place' && members.some(each => each.cluster_kind === 'same_edit')
    const cluster_kind = hasEdit ? 'same_edit' : one.cluster_kind
    return { ...one, cluster_kind, reasons: [{ code: cluster_kind, value: members.length }, ...one.reasons] }
  })
}

const mostPages = 8
const fewestPages = 3

/**
 * The same edit on at least this many pages belongs to the site. A page and its translation, or a few pages corrected
 * by hand, are below it.
 */
function enoughOf({ pages }: KnownSite): number {
  return pages === undefined ? mostPages : Math.min(mostPages, Math.max(fewestPages, Math.ceil(pages * 0.3)))
}

function viewOf(
  diff: RoundDiff,
  index: number,
  repeats: Repeats,
  { isVolatile, isCommon }: ReturnType<typeof findVolatile>,
): HunkWeight[] {
  const { hunks } = diff.facts.digest
  const weights = hunks.map((hunk, at): HunkWeight => {
    if (isVolatile(hunk, diff, at)) return { share: 0, code: 'volatile' }
    const weight = weighInRound(hunk, index, repeats)
    return weight.share > 0 && isCommon(hunk) ? { share: 0, code: 'same_place' } : weight
  })
  if (!isListing(hunks, weights)) return weights
  return weights.map((weight, at) =>
    isLeftOver(hunks[at] as DigestHunk, index, repeats) ? { share: 0, code: 'listing' } : weight,
  )
}

function weighInRound(hunk: DigestHunk, index: number, repeats: Repeats): HunkWeight {
  const alone = weighHunk(hunk)
  if (alone.share === 0) return alone
  // The titles of a feed are in menus and lists as well: only a page of its own reports an entry.
  if (hunk.isEntry)
    return isListEntry(hunk, repeats) || isReportedEntry(hunk, index, repeats) ? { share: 0, code: 'listing' } : alone
  if (isRepeatedEdit(hunk, repeats)) return { share: 0, code: 'template_damped' }
  if (isListEntry(hunk, repeats)) return { share: 0, code: 'listing' }
  if (hunk.kind === 'link' || hunk.kind === 'heading') return alone
  const codes = new Map<DiffReasonCode, number>()
  let chars = 0
  let explained = 0
  const explain = (marks: BlockMark[], side: 'before' | 'after') => {
    for (const mark of marks) {
      chars += mark[2]
      const code = explainMark(mark, hunk, index, side, repeats)
      if (!code) continue
      explained += mark[2]
      codes.set(code, (codes.get(code) ?? 0) + mark[2])
    }
  }
  explain(hunk.before, 'before')
  explain(hunk.after, 'after')
  if (chars === 0 || explained === 0) return alone
  const [code] = [...codes].sort((one, two) => two[1] - one[1])[0] as [DiffReasonCode, number]
  return { share: 1 - explained / chars, code }
}

/**
 * A list of other pages: most of the added text belongs to those pages. Entries removed at its end need no explanation.
 */
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

/** Changes of a list besides its entries: removed older entries, the links of moved entries, dates. */
function isLeftOver(hunk: DigestHunk, index: number, repeats: Repeats): boolean {
  if (hunk.isFrame) return false
  // A feed is compared only within its length: an entry that it lost was removed, and a changed one was edited.
  if (hunk.isEntry && hunk.kind !== 'link') return false
  if (hunk.kind === 'link') return isShiftedLink(hunk, index, repeats)
  if (hunk.kind === 'removed') return hunk.was.length > 0 || hunk.removed < shortChars
  // A changed text that leads nowhere is no entry: only its page reports it.
  if (hunk.kind === 'changed' && hunk.to.length === 0 && hunk.was.length === 0) return false
  return hunk.added < shortChars && hunk.to.every(() => isShiftedLink(hunk, index, repeats))
}

/**
 * Pages with the same text and exactly the same edits, such as a page at two addresses: one row reports them, because a
 * review of one is a review of the other. Their relative links lead to different addresses, so targets are only counted.
 */
function findTwins(diffs: readonly RoundDiff[]): Map<number, string> {
  const byEdits = Map.groupBy(diffs.keys(), index => twinKey((diffs[index] as RoundDiff).facts))
  const twins = new Map<number, string>()
  for (const [key, members] of byEdits)
    if (key && members.length > 1) for (const index of members) twins.set(index, `twin ${hashAddress(key)}`)
  return twins
}

function twinKey({ change, afterText, digest }: DiffFacts): string | undefined {
  if (afterText === undefined) return
  const { hunks, addedChars, removedChars, addedLinks, removedLinks, omittedChars } = digest
  const edits = hunks.map(({ kind, before, after, links, pictures }) => [kind, before, after, links, pictures])
  return JSON.stringify([change, afterText, addedChars, removedChars, addedLinks, removedLinks, omittedChars, edits])
}

/**
 * Pages whose content changed in the source only, in a round that otherwise changed only frames. This is significant if
 * few pages have it; on sites that regenerate every page at each visit it is not.
 */
function touchedAlone(diffs: RoundDiff[]): Set<number> {
  const framed = diffs
    .map(({ facts }, index) => ({ facts, index }))
    .filter(({ facts }) => facts.change === 'changed' && facts.digest.hunks.every(hunk => hunk.isFrame))
  const touched = framed.filter(({ facts }) => facts.digest.isSourceChanged)
  return new Set(touched.length <= framed.length * 0.25 ? touched.map(({ index }) => index) : [])
}

/**
 * Joins differences that share a repeated edit, directly or through a third one, into one cluster. Its key is the
 * alphabetically first edit hash, so that it does not depend on the order of pages.
 */
function joinClusters(edits: string[][]): (string | null)[] {
  const parents = new Map<string, string>()
  for (const list of edits) {
    const [first] = list
    for (const edit of list) join(parents, edit, first as string)
  }
  return edits.map(([first]) => (first === undefined ? null : rootOf(parents, first)))
}

/**
 * Repeated edits that assign a page to a cluster: those in its content, or those in its frame if its content has none.
 */
function clusterEdits({ digest }: DiffFacts, view: readonly HunkWeight[], repeats: Repeats): string[] {
  const isVolatile = (at: number) => view[at]?.code === 'volatile'
  const repeated = digest.hunks.filter((hunk, at) => !isVolatile(at) && isRepeatedEdit(hunk, repeats))
  const inContent = repeated.filter(hunk => !hunk.isFrame)
  const places = digest.hunks.filter((_, at) => view[at]?.code === 'same_place').map(({ place }) => `@${place}`)
  return [...(inContent.length > 0 ? inContent : repeated).map(keyOf), ...places]
}

const isPlaceKey = (key: string): boolean => key.startsWith('@')

/** The same edit counts as two if it is in the content of some pages and in the frame of others. */
function keyOf({ edit, isFrame }: DigestHunk): string {
  return isFrame ? `~${edit}` : edit
}

function join(parents: Map<string, string>, one: string, two: string): void {
  const [rootOne, rootTwo] = [rootOf(parents, one), rootOf(parents, two)]
  if (rootOne === rootTwo) return
  const [low, high] = rootOne < rootTwo ? [rootOne, rootTwo] : [rootTwo, rootOne]
  parents.set(high, low)
}

function rootOf(parents: Map<string, string>, edit: string): string {
  let at = edit
  for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up
  return at
}
