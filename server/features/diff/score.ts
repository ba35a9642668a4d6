import { type DiffReasonCode, reviewThreshold } from '#contract/diff.api.ts'
import { lazyRequire } from '#server/platform/process/lazy-require.ts'
import type { Digest, DigestHunk } from './digest.ts'
import { type HunkWeight, weighHunk } from './score-weight.ts'

const domains = lazyRequire<typeof import('tldts')>('tldts')
const getDomain = (url: string) => domains().getDomain(url)

type DiffKind = 'added' | 'changed' | 'removed' | 'link_only'
/** A reason of a score: a code, with a number or text. */
export type ScoreReason = { code: DiffReasonCode; value?: number | string }
/** Input of a score; storable as JSON. */
export type DiffFacts = {
  digest: Digest
  /** `added` or `removed`: the whole page is new or gone; `changed`: it differs from its last good version. */
  change: 'added' | 'changed' | 'removed'
  url: string
  isHome: boolean
  /** Effective status before and after, if one is good and the other an error. */
  statusFlip?: { from: number; to: number } | undefined
  /** New redirect target of the page, if it differs from the previous one. */
  redirectedTo?: string | undefined
  quality: 'good' | 'low' | 'bad'
  /** The page returned to the text that it had before the previous version (A → B → A). */
  isFlipBack?: boolean | undefined
  /** Hash of the text after, without link targets; absent for short texts, which may be equal by chance. */
  afterText?: string | undefined
  /** A removed page: the address of a new page that has most of its text. */
  likelyAt?: string | undefined
  /** New hits of sensitive words by level 1, 2, 3. */
  wordHits: [number, number, number]
  /** Newly mentioned organisations and persons. */
  mentions: number
  /** The site’s filter changed after the difference was found, and removes all of it. */
  isFiltered?: boolean | undefined
}
export type Score = { score: number; kind: DiffKind; reasons: ScoreReason[] }

/** Weights that judging a round gives to the hunks of this difference. */
type HunkView = (hunk: DigestHunk, index: number) => HunkWeight

export function scoreDifference(facts: DiffFacts, view: HunkView = weighHunk): Score {
  const { digest } = facts
  const reasons: ScoreReason[] = []
  const kind = kindOf(facts)
  if (facts.isFiltered) return { score: 0, kind, reasons: [{ code: 'filtered' }] }
  const { moved } = digest
  if (moved && facts.change !== 'removed') return scoreMoved(facts, moved)
  const sum = sumHunks(digest, view)
  let score = 0
  if (facts.change === 'added' || facts.change === 'removed') {
    score = 40 + 20 * logShare(sum.chars, 20_000)
    reasons.push({ code: facts.change === 'added' ? 'page_added' : 'page_removed', value: digest.totalChars })
    if (facts.change === 'removed' && facts.likelyAt !== undefined) {
      score = Math.min(score, movedScore)
      reasons.unshift({ code: 'likely_moved', value: facts.likelyAt })
    }
  } else if (sum.chars > 0 || sum.links > 0 || sum.headings > 0 || sum.pictures > 0) {
    const share = sum.chars / Math.max(1, 2 * digest.totalChars)
    score =
      reviewThreshold +
      2 +
      65 * 0.6 * logShare(share, 1, 1000) +
      15 * logShare(sum.largest, 5000) +
      30 * 0.3 * logShare(sum.links, 100) +
      (sum.isProse ? proseBonus : 0)
    if (sum.chars > 0) reasons.push({ code: 'share_of_text', value: Math.round(share * 1000) / 10 })
    if (sum.largest > 0) reasons.push({ code: 'largest_change', value: Math.round(sum.largest) })
    if (sum.links > sum.anchors) reasons.push({ code: 'links', value: Math.round(sum.links - sum.anchors) })
    if (sum.anchors > 0) reasons.push({ code: 'anchors', value: Math.round(sum.anchors) })
    if (sum.pictures > 0) reasons.push({ code: 'pictures', value: Math.round(sum.pictures) })
    if (sum.headings > 0) reasons.push({ code: 'headings', value: sum.headings })
  }
  // An added or removed page has a menu too, which is not part of the change.
  const damped = facts.change === 'changed' ? sum.dampedBy : []
  if (score < reviewThreshold && sum.damped > 0)
    score = Math.max(score, Math.min(reviewThreshold - 1, 2 + 12 * logShare(sum.damped, 2000)))
  reasons.push(...damped)
  if (facts.change === 'changed' && digest.hunks.length === 0) reasons.push({ code: 'moved' })
  const isPicturesOnly = sum.pictures > 0 && sum.chars + sum.links + sum.headings === 0
  if (isPicturesOnly && facts.change === 'changed') score = Math.min(score, reviewThreshold)
  if (facts.change === 'changed' && sum.chars > 0 && sum.isFiguresOnly) {
    score = Math.min(score, reviewThreshold + 2)
    reasons.push({ code: 'figures_only' })
  }
  if (kind === 'link_only') {
    score = Math.min(score, reviewThreshold + 2 + proseBonus)
    reasons.push({ code: 'links_only' })
  }
  if (facts.isHome && facts.change === 'changed') {
    score = score >= reviewThreshold ? Math.max(reviewThreshold, score * 0.85) : score * 0.85
    reasons.push({ code: 'home_damped' })
  }
  // A removed page answers 404; that adds nothing if its text is at another address.
  score += raiseScore(facts.likelyAt === undefined ? facts : { ...facts, statusFlip: undefined }, reasons)
  if (digest.isCoarse) reasons.push({ code: 'coarse' })
  if (facts.isFlipBack) {
    // Text that returned is significant as well; pictures often rotate automatically.
    const least = score >= reviewThreshold && !isPicturesOnly ? reviewThreshold : 0
    score = Math.max(least, score * 0.7)
    reasons.push({ code: 'flip_back' })
  }
  if (facts.quality !== 'good') {
    score = Math.min(score, facts.quality === 'low' ? reviewThreshold - 1 : 0)
    reasons.push({ code: 'low_quality' })
  }
  return { score: Math.max(0, Math.min(100, Math.round(score))), kind, reasons }
}

/** Score of a page that is at another address. */
const movedScore = reviewThreshold + 10

/** A page that redirects has no content: neither its remaining text nor its previous text is reported. */
function scoreMoved(facts: DiffFacts, { to, isNew }: { to: string; isNew: boolean }): Score {
  const reasons: ScoreReason[] = [{ code: isNew ? 'moved_page' : 'still_moved', value: to }]
  if (facts.change === 'changed' && !isNew) return { score: 2, kind: 'changed', reasons }
  const score = movedScore + raiseScore({ ...facts, redirectedTo: to }, reasons)
  return { score: Math.min(100, score), kind: facts.change, reasons }
}

type Sum = {
  chars: number
  largest: number
  links: number
  /** Number of `links` that lead within the page. */
  anchors: number
  headings: number
  pictures: number
  damped: number
  /** Reasons why places do not count, the largest first, with their number. */
  dampedBy: { code: DiffReasonCode; value: number }[]
  /** All changes that count are amounts, shares and the like. */
  isFiguresOnly: boolean
  isProse: boolean
}

/** A changed sentence, or one with a new link target, is more significant than an entry or a label. */
const proseBonus = 6
const proseChars = 60

function sumHunks(digest: Digest, view: HunkView): Sum {
  const sum: Sum = {
    chars: 0,
    largest: 0,
    links: 0,
    anchors: 0,
    headings: 0,
    pictures: 0,
    damped: 0,
    dampedBy: [],
    isFiguresOnly: true,
    isProse: false,
  }
  const codes = new Map<DiffReasonCode, { rest: number; places: number }>()
  for (const [index, hunk] of digest.hunks.entries()) {
    const weight = view(hunk, index)
    sum.chars += (hunk.added + hunk.removed) * weight.share
    if (weight.share > 0 && hunk.only !== 'figures') sum.isFiguresOnly = false
    if (weight.share > 0.5 && [...hunk.before, ...hunk.after].some(([, , length]) => length >= proseChars))
      sum.isProse = true
    sum.largest = Math.max(sum.largest, hunk.added * weight.share, hunk.removed * weight.share)
    if (weight.share > 0 && (hunk.kind === 'link' || hunk.links > 0))
      sum.links += Math.max(1, hunk.links * weight.share)
    sum.anchors += (hunk.anchors ?? 0) * weight.share
    sum.pictures += hunk.pictures * weight.share
    if (weight.share > 0 && hunk.kind === 'heading') sum.headings += 1
    if (weight.share < 1) {
      const rest = Math.max(hunk.added + hunk.removed, hunk.links * 10, 1) * (1 - weight.share)
      sum.damped += rest
      if (weight.code) {
        const known = codes.get(weight.code) ?? { rest: 0, places: 0 }
        codes.set(weight.code, { rest: known.rest + rest, places: known.places + 1 })
      }
    }
  }
  sum.chars += digest.omittedChars
  sum.dampedBy = [...codes]
    .sort(([, one], [, two]) => two.rest - one.rest)
    .map(([code, { places }]) => ({ code, value: places }))
  return sum
}

/** Points for word hits, mentions, status flips and foreign domains, added to the score of the text. */
function raiseScore(facts: DiffFacts, reasons: ScoreReason[]): number {
  let more = 0
  const [low, middle, high] = facts.wordHits
  const hits = low + middle + high
  if (hits > 0) {
    more += Math.min(40, 5 * Math.min(low, 3) + 10 * Math.min(middle, 3) + 20 * Math.min(high, 2))
    reasons.push({ code: 'word_hits', value: hits })
  }
  if (facts.mentions > 0) {
    more += Math.min(20, 5 * facts.mentions)
    reasons.push({ code: 'mentions', value: facts.mentions })
  }
  if (facts.statusFlip) {
    more += reviewThreshold + 15
    reasons.push({ code: 'status_flip', value: `${facts.statusFlip.from} → ${facts.statusFlip.to}` })
  }
  if (facts.redirectedTo && getDomain(facts.redirectedTo) !== getDomain(facts.url)) {
    more += reviewThreshold + 20
    reasons.push({ code: 'domain_change', value: getDomain(facts.redirectedTo) ?? facts.redirectedTo })
  }
  return more
}

function kindOf(facts: DiffFacts): DiffKind {
  if (facts.change !== 'changed') return facts.change
  const { hunks } = facts.digest
  return hunks.length > 0 && hunks.every(hunk => hunk.kind === 'link') ? 'link_only' : 'changed'
}

/** 0 to 1, rising with the logarithm of a part of a whole. */
function logShare(part: number, whole: number, scale = whole): number {
  return Math.min(1, Math.log1p((part / whole) * scale) / Math.log1p(scale))
}
