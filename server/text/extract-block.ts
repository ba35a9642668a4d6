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
  /** Where a page leads that is nearly empty and leads on at once; absent where it is content. */
  movedTo?: string
  /** Set where a bound was reached: blocks after it are missing. */
  isCut: boolean
}

/** Characters without width: they are nothing. */
const widthless = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as such
const beyondAscii = /[^\u0000-\u007f]/
/** White space that is not one blank. */
const loose = /[^\S ]|\s\s/

/** White space of any kind is one blank; characters without width are nothing. Most text is plain, and passes quickly. */
export function cleanText(text: string): string {
  const isPlain = !beyondAscii.test(text)
  const seen = isPlain ? text : text.replace(widthless, '')
  const clean = (loose.test(seen) ? seen.replace(/\s+/g, ' ') : seen).trim()
  return isPlain ? clean : clean.normalize('NFC')
}
