/** The properties of a block that a comparison needs; blocks of an extract have this shape. */
export type ComparedBlock = {
  text: string
  links: string[]
  tag: string
  part: 'main' | 'frame'
  pictures?: string[]
  place?: number
  label?: string
  isNote?: boolean
  entry?: { id: string; at: number | null }
}
/**
 * `source`: hash of the source outside the frame, if known; `movedTo`: target of a page that only redirects and has no
 * content.
 */
export type Blocks = { blocks: ComparedBlock[]; source?: string; movedTo?: string; isFeed?: true; isCut?: boolean }

/** 1 to 6 for headings, 0 for everything else. */
export function headingLevel(block: ComparedBlock): number {
  return /^h[1-6]$/.test(block.tag) ? Number(block.tag[1]) : 0
}

const typography = /[\u2018\u2019\u201a\u201b\u2032\u201c-\u201f\u2033\u2010-\u2015\u2212\u2026]/g
const plainSigns: Record<string, string> = { '…': '...', '“': '"', '”': '"', '„': '"', '‟': '"', '″': '"' }
const quotes = /[‘’‚‛′]/

/** A text with typewriter quotes, dashes and dots: the form of these is no change for a reader. */
export function plainSignsOf(text: string): string {
  return text.replace(typography, sign => plainSigns[sign] ?? (quotes.test(sign) ? "'" : '-'))
}

/** A text with more links is a list, and is not searched for each. */
const mostStated = 50

/** Link targets that the text does not state. Systems that publish a page turn written addresses into links. */
export function unstatedLinks({ links, text }: ComparedBlock): string[] {
  return links.length === 0 || links.length > mostStated
    ? links
    : links.filter(link => !text.includes(writtenForm(link)))
}

function writtenForm(link: string): string {
  return link.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:)/, '').replace(/\/$/, '')
}
