/** What a comparison needs to know of a piece of a page; an extract's blocks are such. */
export type Block = { text: string; links: string[]; tag: string; part: 'main' | 'frame'; pictures?: string[] }
/** `source`: hash of the source outside the frame, where it is known; `movedTo`: where a page leads that is no content. */
export type Blocks = { blocks: Block[]; source?: string; movedTo?: string }

/** 1 to 6 for headings, 0 for all else. */
export function headingLevel(block: Block): number {
  return /^h[1-6]$/.test(block.tag) ? Number(block.tag[1]) : 0
}
