import type { FeedCounts } from '#contract/feed-counts.ts'
import { unitsOf } from './units.ts'

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
  /** A note that the text refers to, such as a source. */
  isNote?: boolean
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

/** Characters that stay as they are, in any order: visible, and neither composed with others nor replaced by NFC. */
const settled =
  /[!-~\u00a1-\u00ac\u00ae-\u02ff\u0388-\u03ff\u0400-\u0482\u048a-\u052f\u0620-\u064a\u2010-\u2027\u2030-\u205e\u3001-\u3029\u3030-\u3098\u309b-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uffee]/
const isSettled = 0
const isBlank = 1
const isOther = 2
const kinds = Uint8Array.from({ length: 65_536 }, (_, unit) =>
  unit === 0x20 ? isBlank : settled.test(String.fromCharCode(unit)) ? isSettled : isOther,
)

/**
 * Collapses white space of any kind to one blank, removes characters without width, and composes accents (NFC). Most
 * texts need nothing of this, which one pass finds out.
 */
export function cleanText(text: string): string {
  return isClean(text) ? text : clean(text)
}

function isClean(text: string): boolean {
  const units = unitsOf(text)
  let all = 0
  let last = isBlank
  for (let at = 0; at < text.length; at += 1) {
    const kind = kinds[units[at] as number] as number
    // Two blanks in sequence count as another character.
    all |= kind | ((kind & last) << 1)
    last = kind
  }
  return all < isOther && (last !== isBlank || text === '')
}

function clean(text: string): string {
  const isPlain = !beyondAscii.test(text)
  const seen = isPlain ? text : text.replace(widthless, '')
  const clean = (loose.test(seen) ? seen.replace(/\s+/g, ' ') : seen).trim()
  return isPlain ? clean : clean.normalize('NFC')
}
