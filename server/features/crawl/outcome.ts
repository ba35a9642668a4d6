import type { FeedCounts } from '#contract/feed-counts.ts'
import type { Certainty } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { TextCounts } from '#contract/text-counts.ts'
import type { DescribedDiff } from '#server/features/diff/diff.service.ts'
import type { NameEvidence } from '#server/features/namesake/namesake.service.ts'
import { alonePriority, type RoundEntry } from '#server/features/site/site.service.ts'
import type { CrawlTarget } from './host.queries.ts'

/** Data of a new version in addition to its bytes. */
export type NewVersion = {
  raw: Buffer
  /** The page as the browser drew it (WebP), if the site keeps pictures; `failed` if it could not. */
  picture: Buffer | 'failed' | null
  /** Set if the page is not HTML. */
  text: string | null
  /** Set for PDF only: how much of it was read. */
  textCounts: TextCounts | null
  previousHash: string | null
  httpStatus: number | null
  effectiveStatus: number | null
  isGood: boolean
  qualityReasons: string[]
  textHash: string
  title: string | null
  language: string | null
  contentType: string | null
  charset: string | null
  headers: [string, string][]
  hops: { url: string; status: number; location: string }[]
  finalUrl: string
  etag: string | null
  lastModified: string | null
  /** Set if the page is a feed. */
  feed: FeedCounts | null
  /** Words found, by id; `fresh`: how many more than in the previous version. */
  hits: { id: number; level: number; count: number; fresh: number }[]
  mentions: {
    noun: PartyEntity
    id: number
    name: string
    count: number
    isNew: boolean
    certainty: Certainty
    evidence: NameEvidence
  }[]
  scanned: number
  /** Hashes of its texts that other pages of the site may have; null if it cannot be in the site's sample. */
  sharable: number[] | null
}

export type PageChange =
  /** The site answered with known content. */
  | { type: 'seen'; etag: string | null; lastModified: string | null }
  | { type: 'version'; version: NewVersion; diff: DescribedDiff | null }
  /** The site did not answer, or not with the page; `isGone`: it answered that the page does not exist. */
  | { type: 'trouble'; reason: string; isGone: boolean }
  /** Reported as gone so often that it is believed. */
  | { type: 'gone'; reason: string; diff: DescribedDiff | null }
  /** Rules forbid the page. */
  | { type: 'forbidden'; reason: string }

/**
 * The address to which a known page redirects for good since this fetch, or that it names as its canonical one: then it
 * has moved only if the text there is the same.
 */
type Moved = { movedTo?: string | undefined; isIfSameText?: boolean }

/** Outcome of one address; written in one transaction with others of its kind. */
export type CrawlOutcome = Moved & {
  target: CrawlTarget
  at: Date
  state: 'done' | 'failed' | 'refused' | 'waiting'
  reason: string | null
  /** Time at which a waiting address is tried again. */
  retryAt: Date | null
  bytes: number
  page: PageChange | null
  links: RoundEntry[]
  /** State of its host, with the time at which it may receive the next request. */
  host: { nextAt: Date; backOffMs: number; fails: number }
}

/** A page fetched alone belongs to the site's current version. */
export function roundOf({ round, new_version }: Pick<CrawlTarget, 'round' | 'new_version'>): number {
  return round === 0 ? new_version : round
}

/** Whether a user requested this single page: no round counts it. */
export function isAlone({ round, priority }: CrawlTarget): boolean {
  return round === 0 || priority > alonePriority
}
