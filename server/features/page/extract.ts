import type { SiteFilter } from './site-filter.ts'

/** A piece of a page between two block borders. `text`: visible, white space collapsed, NFC; `links`: absolute targets inside. */
export type Block = { text: string; links: string[]; tag: string; part: 'main' | 'frame' }
export type Extract = {
  title: string
  lang: string | null
  blocks: Block[]
  /** All addresses to crawl: absolute, without fragment, each once. */
  links: string[]
  canonical: string | null
  noindex: boolean
  nofollow: boolean
  /** Set where a bound was reached: blocks after it are missing. */
  isCut: boolean
}

export const extractorVersion = 1

export function extractHtml(_html: string, _url: string, _filter?: SiteFilter): Extract {
  return {
    title: '',
    lang: null,
    blocks: [],
    links: [],
    canonical: null,
    noindex: false,
    nofollow: false,
    isCut: false,
  }
}

export function extractText(_text: string, _url: string): Extract {
  return {
    title: '',
    lang: null,
    blocks: [],
    links: [],
    canonical: null,
    noindex: false,
    nofollow: false,
    isCut: false,
  }
}

export function textHash(_extract: Extract): string {
  return ''
}
