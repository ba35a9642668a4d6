import type { FeedCounts } from '#contract/feed-counts.ts'

/** A piece of a page between two borders. `text`: visible, white space collapsed, NFC; `links`: absolute targets. */
export type PageBlock = {
  text: string
  links: string[]
  tag: string
  part: 'main' | 'frame'
  /** Addresses of pictures in the content, without query; absent if there are none. */
  pictures?: string[]
  /**
   * Hash of the position in the tree of elements: names and ordinals of the elements around the block. Equal for the
   * same part of pages with one template.
   */
  place?: number
  /** The subject of the block: the naming cell of a table row, the term of a definition, a label before a value. */
  label?: string
  /** Texts of the cells of a table row, '' for an empty one, so that the cells of a column have one index. */
  cells?: string[]
  /** The entry of a feed that the block belongs to; `at`: its date in milliseconds, null if unknown. */
  entry?: { id: string; at: number | null }
}
export type Extract = {
  title: string
  lang: string | null
  blocks: PageBlock[]
  /** All addresses to crawl: absolute, without fragment, each once. */
  links: string[]
  canonical: string | null
  noindex: boolean
  nofollow: boolean
  /**
   * Hash of the source outside the frame: a different one shows that the content was edited, even if nothing visible
   * differs.
   */
  source: string
  /** The target of a page that is nearly empty and redirects at once; absent for content. */
  movedTo?: string
  /** Set if a limit was reached: the blocks after it are missing. */
  isCut: boolean
  /** The page is a feed: its links lead to the site's newest pages. */
  isFeed?: true
  /** How much of the feed was read. */
  feed?: FeedCounts
}

/** Characters without width, which are removed. */
const widthless = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as such
const beyondAscii = /[^\u0000-\u007f]/
/** White space other than a single blank. */
const loose = /[^\S ]|\s\s/

/**
 * Collapses white space of any kind to one blank and removes characters without width. Most text is plain and takes a
 * short path.
 */
export function cleanText(text: string): string {
  const isPlain = !beyondAscii.test(text)
  const seen = isPlain ? text : text.replace(widthless, '')
  const clean = (loose.test(seen) ? seen.replace(/\s+/g, ' ') : seen).trim()
  return isPlain ? clean : clean.normalize('NFC')
}
