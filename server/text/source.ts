import { cutUnits } from '#contract/text.ts'
import { extractHtml, extractText } from './extract.ts'
import { cleanText, type Extract } from './extract-block.ts'
import { roughPieces } from './rough-text.ts'
import type { SiteFilter } from './site-filter.ts'

/** What a page's blocks are read from: its HTML, or the lines of what is none. */
export type Source = { html: string | null; text: string; url: string }

export function charsOf(source: Source | null): number {
  return source === null ? 0 : (source.html ?? source.text).length
}

export function extractSource({ html, text, url }: Source, filter?: SiteFilter): Extract {
  return html === null ? extractText(text, url, filter) : extractHtml(html, url, filter)
}

/** The text of one form only: HTML and its text are the same long string, which would be copied twice. */
export function toSend(source: Source): Source {
  return source.html === null ? source : { ...source, text: '' }
}

const mostTags = 300_000
const mostChars = 3_000_000
const mostBlocks = 50_000

/**
 * A page that could not be read within the bounds, in a tenth of a second: texts between tags, without links and
 * without the site's filter, said to be cut.
 */
export function roughExtract({ html, text }: Source): Extract {
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

/** A module with `extractSource` and `textHash` alone, for threads, which load it at their start. */
export const readerFile = new URL('./reader.ts', import.meta.url).href
