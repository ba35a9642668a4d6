import { hash } from 'node:crypto'
import { cutText } from '#contract/text.ts'
import { cleanText, type Extract, type PageBlock } from './extract-block.ts'
import { readHtml } from './extract-html.ts'
import { ignoreTexts, type SiteFilter } from './site-filter.ts'
import { selectByFilter } from './site-filter-select.ts'

export type { Extract, PageBlock }

/**
 * Increment it whenever the same bytes would give different blocks; stored pages are then extracted again before a
 * comparison.
 */
export const extractorVersion = 8

export function extractHtml(html: string, url: string, filter?: SiteFilter): Extract {
  const extract = readHtml(html, url, filter && selectByFilter(html, filter))
  return filter ? { ...extract, blocks: ignoreTexts(extract.blocks, filter) } : extract
}

const maxTextBlocks = 200_000

/** Plain text, or the text of a PDF: one block per line, so that a changed word affects only its line. */
export function extractText(text: string, _url: string, filter?: SiteFilter): Extract {
  const blocks: PageBlock[] = []
  const lines = text.split(/[\r\n\f]+/)
  for (const line of lines.slice(0, maxTextBlocks)) {
    const clean = cleanText(line)
    if (clean !== '') blocks.push({ text: clean, links: [], tag: 'p', part: 'main' })
  }
  return {
    title: cutText(blocks[0]?.text ?? '', 200),
    lang: null,
    blocks: filter ? ignoreTexts(blocks, filter) : blocks,
    links: [],
    canonical: null,
    noindex: false,
    nofollow: false,
    source: '',
    isCut: lines.length > maxTextBlocks,
  }
}

/** Shorter texts may be equal by chance. */
const fewestChars = 300

/** A hash of the blocks' texts alone; undefined for a short text. */
export function wordsHash({ blocks }: Pick<Extract, 'blocks'>): string | undefined {
  const text = blocks.map(block => block.text).join('\n')
  return text.length < fewestChars ? undefined : hash('sha256', text, 'base64url').slice(0, 16)
}

/** SHA-256 of the blocks' texts, link targets and heading levels: equal if a reader finds the same page. */
export function textHash(extract: Extract): string {
  const parts: string[] = extract.movedTo ? [`\u0000${extract.movedTo}\n`] : []
  for (const block of extract.blocks) {
    const level = /^h[1-6]$/.test(block.tag) ? block.tag : ''
    parts.push(`${block.text}\u0000${block.links.join('\u0001')}\u0000${level}${block.pictures ?? ''}\n`)
  }
  return hash('sha256', parts.join(''), 'hex')
}
