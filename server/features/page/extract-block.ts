/** A piece of a page between two borders. `text`: visible, white space collapsed, NFC; `links`: absolute targets. */
export type Block = {
  text: string
  links: string[]
  tag: string
  part: 'main' | 'frame'
  /** Pictures of the content: their addresses without query; absent where there are none. */
  pictures?: string[]
}
export type Extract = {
  title: string
  lang: string | null
  blocks: Block[]
  /** All addresses to crawl: absolute, without fragment, each once. */
  links: string[]
  canonical: string | null
  noindex: boolean
  nofollow: boolean
  /** Hash of the source outside the frame: another one says that somebody wrote here, though nothing visible may differ. */
  source: string
  /** Set where a bound was reached: blocks after it are missing. */
  isCut: boolean
}

/** White space of any kind is one blank; characters without width are nothing. */
export function cleanText(text: string): string {
  const collapsed = text
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return collapsed.normalize('NFC')
}
