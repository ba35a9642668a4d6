import type { DiffRow } from '#contract/diff.ts'
import type { Extract, extractSource, SiteFilter, Source, textHash } from '#server/features/page/page.ts'
import { type Comparison, compareExtracts } from './compare.ts'
import type { Blocks } from './compare-block.ts'
import { rowsOf, skipFar } from './view-rows.ts'

/** `known`: text hash with which the page after is the one known already, and is not compared. */
export type TakeTask = { before: Source | null; after: Source | null; filter?: SiteFilter | undefined; known?: string }
export type Taken = {
  /** The page after without the filter, and the hash of its text. */
  whole: Extract | null
  hash: string | null
  /** As the filter leaves it; the same object where there is none. */
  after: Extract | null
  /** Null where the page is the one known. */
  comparison: Comparison | null
}
export type RowsTask = {
  before: Source | null
  after: Source | null
  filter?: SiteFilter | undefined
  around: number
  most: number
}
export type Rows = {
  rows: DiffRow[]
  is_coarse: boolean
  added: number
  removed: number
  links_added: number
  links_removed: number
}
export type CompareTask = ({ kind: 'take' } & TakeTask) | ({ kind: 'rows' } & RowsTask)

/** How a page is read; given from outside, so that a thread loads no more than this. */
export type Reader = { extractSource: typeof extractSource; textHash: typeof textHash }

export function takeTask(reader: Reader, { before, after, filter, known }: TakeTask): Taken {
  const whole = after && reader.extractSource(after)
  const hash = whole && reader.textHash(whole)
  if (hash !== null && hash === known) return { whole, hash, after: whole, comparison: null }
  const filtered = after && filter ? reader.extractSource(after, filter) : whole
  const old = before && reader.extractSource(before, filter)
  return { whole, hash, after: filtered, comparison: compareExtracts(old, filtered) }
}

export function rowsTask(reader: Reader, { before, after, filter, ...bounds }: RowsTask): Rows {
  const old = before && reader.extractSource(before, filter)
  const now = after && reader.extractSource(after, filter)
  return tellRows(compareExtracts(old, now), old, now, bounds)
}

export function tellRows(
  comparison: Comparison,
  before: Blocks | null,
  after: Blocks | null,
  { around, most }: { around: number; most: number },
): Rows {
  return {
    rows: skipFar(rowsOf(comparison, before, after), around).slice(0, most),
    is_coarse: comparison.isCoarse,
    added: comparison.addedChars,
    removed: comparison.removedChars,
    links_added: comparison.addedLinks.length,
    links_removed: comparison.removedLinks.length,
  }
}
