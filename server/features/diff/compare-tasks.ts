import type { DiffRow } from '#contract/diff.ts'
import type { Extract, textHash } from '#server/text/extract.ts'
import type { SiteFilter } from '#server/text/site-filter.ts'
import type { extractSource, Source } from '#server/text/source.ts'
import { type Comparison, compareExtracts } from './compare.ts'
import type { Blocks } from './compare-block.ts'
import { rowsOf, skipFar } from './view-rows.ts'

export type TakeTask = {
  before: Source | null
  after: Source | null
  filter?: SiteFilter | undefined
  /** Text hash with which the page after is the one known already, and is not compared. */
  known?: string | undefined
  /** The page after without the filter, and its hash, where it was read already: used on the spot only. */
  read?: { whole: Extract; hash: string } | undefined
}
export type Taken<Page = Extract | null> = {
  /** The page after without the filter, and the hash of its text: empty where there is no page. */
  whole: Page
  hash: string
  /** As the filter leaves it; the same object where there is none. */
  after: Page
  /** Whether it is the known one; the comparison then is one of nothing. */
  isKnown: boolean
  comparison: Comparison
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

export function takeTask(reader: Reader, { before, after, filter, known, read }: TakeTask): Taken {
  const whole = after && (read?.whole ?? reader.extractSource(after))
  const hash = read?.hash ?? (whole ? reader.textHash(whole) : '')
  if (whole && hash === known)
    return { whole, hash, after: whole, isKnown: true, comparison: compareExtracts(null, null) }
  const filtered = after && filter ? reader.extractSource(after, filter) : whole
  const old = before && reader.extractSource(before, filter)
  return { whole, hash, after: filtered, isKnown: false, comparison: compareExtracts(old, filtered) }
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
