import type { FeedCounts } from '#contract/feed-counts.ts'

/**
 * An entry as its feed states it: texts without markup, the address absolute; '' for missing parts. `content`: the
 * paragraphs of its whole text, if the feed has more than a summary.
 */
export type FeedEntry = { id: string; title: string; link: string; date: string; summary: string; content?: string[] }
export type Feed = {
  title: string
  description: string
  lang: string | null
  entries: FeedEntry[]
  counts: FeedCounts
  /** The feed ends before its end, or has more entries than are read. */
  isCut: boolean
}
/** A feed before its entries are compared. `broken`: values in the place of an entry that are none. */
export type RawFeed = Omit<Feed, 'counts'> & { broken: number; isOver: boolean }

export const mostEntries = 20_000

/** An address of the web, absolute; '' if it is none. */
export function feedAddress(raw: string, base: string): string {
  const text = raw.trim()
  if (text === '' || text.length > 4_000) return ''
  const url = URL.parse(text, base)
  return url && /^https?:$/.test(url.protocol) ? url.href : ''
}
