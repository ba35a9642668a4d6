import { cutUnits } from '#contract/text.ts'
import { extractHtml, extractText } from './extract.ts'
import { cleanText, type Extract } from './extract-block.ts'
import { extractFeed } from './extract-feed.ts'
import { feedKindOf } from './feed-kind.ts'
import { roughPieces } from './rough-text.ts'
import type { SiteFilter } from './site-filter.ts'

/** The input from which a page's blocks are read: its HTML, or the lines of other text. */
export type PageSource = { html: string | null; text: string; url: string }

export function isFeed({ html, text }: PageSource): boolean {
  return feedKindOf(html ?? text) !== null
}

export function charsOf(source: PageSource | null): number {
  return source === null ? 0 : (source.html ?? source.text).length
}

export function extractSource({ html, text, url }: PageSource, filter?: SiteFilter): Extract {
  const feed = feedKindOf(html ?? text)
  if (feed) return extractFeed(html ?? text, url, feed, filter)
  return html === null ? extractText(text, url, filter) : extractHtml(html, url, filter)
}

/** Only one form of the text: HTML and its text are the same long string, which would be copied twice. */
export function toSend(source: PageSource): PageSource {
  return source.html === null ? source : { ...source, text: '' }
}

const mostTags = 300_000
const mostChars = 3_000_000
const mostBlocks = 50_000

/**
 * Rough blocks of a page that exceeded the limits, in a tenth of a second: texts between tags, without links and
 * without the site's filter, flagged as cut.
 */
export function roughExtract({ html, text }: PageSource): Extract {
  const blocks: Extract['blocks'] = []
  let chars = 0
  for (const piece of html === null ? cutUnits(text, mostChars).split(/[\r\n\f]+/) : roughPieces(html, mostTags)) {
    const clean = cleanText(cutUnits(piece, mostChars - chars))
    if (clean !== '') blocks.push({ text: clean, links: [], tag: 'p', part: 'main' })
    chars += piece.length
    if (chars >= mostChars || blocks.length >= mostBlocks) break
  }
  return {
    title: '',
    lang: null,
    blocks,
    links: [],
    canonical: null,
    noindex: false,
    nofollow: false,
    source: '',
    isCut: true,
  }
}

/** A module with only `extractSource` and `textHash`, which threads load at their start. */
export const readerFile = new URL('./reader.ts', import.meta.url).href
