/** The properties of a block that a comparison needs; blocks of an extract have this shape. */
export type ComparedBlock = {
  text: string
  links: string[]
  tag: string
  part: 'main' | 'frame'
  pictures?: string[]
  place?: number
  label?: string
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
