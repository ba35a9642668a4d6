import type { DiffKind } from '#contract/diff.ts'
import type { Certainty } from '#contract/mention.ts'
import type { PartyNoun } from '#contract/noun.ts'
import type { TextCounts } from '#contract/text-counts.ts'
import type { DiffFacts, Reason } from '#server/features/diff/diff.ts'
import type { Evidence } from '#server/features/namesake/namesake.ts'
import { alonePriority, type Entry } from '#server/features/site/site.ts'
import type { Target } from './host-queries.ts'

/** What a new version brings beside its bytes. */
export type NewVersion = {
  raw: Buffer
  /** Of what is no HTML. */
  text: string | null
  /** Of a PDF: how much of it was read. */
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
  /** Words found, by id; `fresh`: more than its predecessor had. */
  hits: { id: number; level: number; count: number; fresh: number }[]
  mentions: {
    noun: PartyNoun
    id: number
    name: string
    count: number
    isNew: boolean
    certainty: Certainty
    evidence: Evidence
  }[]
  scanned: number
}

export type NewDiff = {
  kind: DiffKind
  added: number
  removed: number
  linksAdded: number
  linksRemoved: number
  score: number
  reasons: Reason[]
  facts: DiffFacts
  excerpt: string | null
}

export type PageChange =
  /** The site answered with what is known. */
  | { type: 'seen'; etag: string | null; lastModified: string | null }
  | { type: 'version'; version: NewVersion; diff: NewDiff | null }
  /** It did not answer, or not with the page; `isGone`: it said that there is no such page. */
  | { type: 'trouble'; reason: string; isGone: boolean }
  /** So often said that it is believed. */
  | { type: 'gone'; reason: string; diff: NewDiff | null }
  /** Rules keep us from it. */
  | { type: 'forbidden'; reason: string }

/** What became of one address: written in one go with others of its kind. */
export type Outcome = {
  target: Target
  at: Date
  state: 'done' | 'failed' | 'refused' | 'waiting'
  reason: string | null
  /** When a waiting address is tried again. */
  retryAt: Date | null
  bytes: number
  page: PageChange | null
  links: Entry[]
  /** When its host may be asked again. */
  host: { nextAt: Date; backOffMs: number; fails: number }
}

/** One page that a person asked for: no round counts it. */
export function isAlone({ round, priority }: Target): boolean {
  return round === 0 || priority > alonePriority
}
