import type { DiffRow } from '#contract/diff.api.ts'
import type { Extract, textHash } from '#server/text/extract.ts'
import { frameShared, noShared, type SharedTexts } from '#server/text/shared-texts.ts'
import type { SiteFilter } from '#server/text/site-filter.ts'
import type { extractSource, PageSource } from '#server/text/source.ts'
import { compareExtracts, type TextComparison } from './compare.ts'
import type { Blocks } from './compare-block.ts'
import { inFeedWindow } from './feed-window.ts'
import { rowsOf, skipFar } from './view-rows.ts'

export type TakeTask = {
  before: PageSource | null
  after: PageSource | null
  filter?: SiteFilter | undefined
  /** Texts that belong to the frame of both sides. */
  shared?: SharedTexts | undefined
  /** Text hash of the known page: if the page after has the same hash, it is not compared. */
  known?: string | undefined
  /** The page after without the filter, and its hash, if it was already read; used in the main thread only. */
  read?: { whole: Extract; hash: string } | undefined
}
export type TakeResult<Page = Extract | null> = {
  /** The page after without the filter, and the hash of its text; the hash is empty if there is no page. */
  whole: Page
  hash: string
  /** The page after with the filter applied; the same object if there is no filter. */
  after: Page
  /** Whether the page is the known one; the comparison is then empty. */
  isKnown: boolean
  comparison: TextComparison
}
export type RowsTask = {
  before: PageSource | null
  after: PageSource | null
  filter?: SiteFilter | undefined
  shared?: SharedTexts | undefined
  around: number
  most: number
}
export type ComparedRows = {
  rows: DiffRow[]
  is_coarse: boolean
  added: number
  removed: number
  links_added: number
  links_removed: number
}
export type DiffTask = ({ kind: 'take' } & TakeTask) | ({ kind: 'rows' } & RowsTask)

/** Functions that read a page; injected, so that a thread loads nothing else. */
export type SourceReader = { extractSource: typeof extractSource; textHash: typeof textHash }

export function compareTaskOf(
  reader: SourceReader,
  { before, after, filter, shared, known, read }: TakeTask,
): TakeResult {
  const whole = after && (read?.whole ?? reader.extractSource(after))
  const hash = read?.hash ?? (whole ? reader.textHash(whole) : '')
  if (whole && hash === known)
    return { whole, hash, after: whole, isKnown: true, comparison: compareExtracts(null, null) }
  const filtered = after && filter ? reader.extractSource(after, filter) : whole
  const old = before && reader.extractSource(before, filter)
  const sides = inFeedWindow(framed(old, shared), framed(filtered, shared))
  return { whole, hash, after: filtered, isKnown: false, comparison: compareExtracts(...sides) }
}

export function rowsTask(reader: SourceReader, { before, after, filter, shared, ...bounds }: RowsTask): ComparedRows {
  const old = framed(before && reader.extractSource(before, filter), shared)
  const now = framed(after && reader.extractSource(after, filter), shared)
  const sides = inFeedWindow(old, now)
  return diffRowsOf(compareExtracts(...sides), ...sides, bounds)
}

const framed = (page: Extract | null, shared: SharedTexts = noShared): Extract | null =>
  page && shared.length > 0 ? { ...page, blocks: frameShared(page.blocks, shared) } : page

export function diffRowsOf(
  comparison: TextComparison,
  before: Blocks | null,
  after: Blocks | null,
  { around, most }: { around: number; most: number },
): ComparedRows {
  return {
    rows: skipFar(rowsOf(comparison, before, after), around).slice(0, most),
    is_coarse: comparison.isCoarse,
    added: comparison.addedChars,
    removed: comparison.removedChars,
    links_added: comparison.addedLinks.length,
    links_removed: comparison.removedLinks.length,
  }
}
