import type { Block, Extract } from '#server/features/page/extract.ts'

export type HunkKind = 'added' | 'removed' | 'changed' | 'moved' | 'link'
/** One place of a page that differs; `at` and `from` are indexes into the blocks after and before. */
export type Hunk = {
  kind: HunkKind
  before: Block[]
  after: Block[]
  at: number
  from: number
  addedChars: number
  removedChars: number
}
export type Comparison = {
  hunks: Hunk[]
  addedChars: number
  removedChars: number
  /** Characters of the longer side. */
  totalChars: number
  addedLinks: string[]
  removedLinks: string[]
  /** A bound was reached: whole blocks only, and perhaps not the shortest list of them. */
  isCoarse: boolean
}
export type TokenRun = { op: 'same' | 'added' | 'removed'; text: string }

export function compareExtracts(_before: Extract | null, _after: Extract | null): Comparison {
  return { hunks: [], addedChars: 0, removedChars: 0, totalChars: 0, addedLinks: [], removedLinks: [], isCoarse: false }
}

export function compareTokens(before: string, after: string): TokenRun[] {
  return [
    { op: 'removed', text: before },
    { op: 'added', text: after },
  ]
}
