import type { Digest } from './digest.ts'

export type DiffKind = 'added' | 'changed' | 'removed' | 'link_only'
/** Why a score is what it is: a short code, and a number or text with it. Words for the codes live in the web. */
export type Reason = { code: string; value?: number | string }
/** What a score is made of; storable as JSON. */
export type DiffFacts = {
  digest: Digest
  /** The whole page is new or gone; else a page differs from its last good version. */
  change: 'added' | 'changed' | 'removed'
  url: string
  isHome: boolean
  /** Effective status before and after, where they are of different kind (ok ↔ error). */
  statusFlip?: { from: number; to: number } | undefined
  /** Where the page leads now, when a redirect leaves for another address. */
  redirectedTo?: string | undefined
  quality: 'good' | 'low' | 'bad'
  /** The page's text is one it had before the previous version (A → B → A). */
  isFlipBack?: boolean | undefined
  /** New hits of sensitive words by level 1, 2, 3. */
  wordHits: [number, number, number]
  /** Newly mentioned organisations and persons. */
  mentions: number
}
export type Score = { score: number; kind: DiffKind; reasons: Reason[] }

/** Scores from here on are worth a person's time; the queue shows them first. */
export const worthATime = 20

export function scoreDifference(_facts: DiffFacts): Score {
  return { score: 0, kind: 'changed', reasons: [] }
}
