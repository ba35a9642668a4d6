import { AppError } from '#server/platform/http/errors.ts'
import { openThreads, ThreadLost } from '#server/platform/process/threads.ts'
import type { AssetRef } from './asset-url.ts'
import type { Extract } from './extract.ts'
import {
  doExtractTask,
  type ExtractResult,
  type ExtractTask,
  type FilterPreview,
  type PagePreview,
  type PageView,
  type StoredFiles,
} from './extract-tasks.ts'
import type { SiteFilter } from './site-filter.ts'
import { charsOf, type PageSource, roughExtract, toSend } from './source.ts'

/** `spotChars`: pages up to this size are read on the main thread, which is faster than sending them. */
export type ThreadLimitsOfExtraction = { spotChars?: number; timeoutMs?: number }

const spotChars = 1_000_000
/** Smaller, because two pages are made harmless and compared. */
const renderSpotChars = 60_000
const threads = openThreads<ExtractTask, unknown>(new URL('./extract-thread.ts', import.meta.url), {
  most: 2,
  timeoutMs: 20_000,
  heapMb: 768,
})

/**
 * The blocks of a page; a large page is read in a thread. A page that takes too long is read roughly and flagged as
 * cut.
 */
export async function extractInThread(
  source: PageSource,
  filter?: SiteFilter,
  limits?: ThreadLimitsOfExtraction,
): Promise<Extract> {
  return (await runTask({ kind: 'extract', source, filter }, limits)) ?? roughExtract(source)
}

/** A page to display; only its rough text if it takes too long. */
export async function showInThread(
  source: PageSource,
  mostBlocks: number,
  limits?: ThreadLimitsOfExtraction,
): Promise<PagePreview> {
  const shown = await runTask({ kind: 'show', source, mostBlocks }, limits)
  if (shown) return shown
  const { blocks } = roughExtract(source)
  return { blocks: blocks.slice(0, mostBlocks), cut: Math.max(0, blocks.length - mostBlocks), html: null }
}

/**
 * A view of the page with the changes since another version marked, in its own styles if files are stored with it; null
 * if it takes too long.
 */
export async function renderInThread(
  source: PageSource,
  before: PageSource | null,
  stored: StoredFiles | null,
): Promise<PageView | null> {
  // Stylesheets are long, so a page with files is always rendered in a thread.
  const spotChars = stored ? 0 : renderSpotChars
  return (await runTask({ kind: 'look', source, before: before && toSend(before), stored }, { spotChars })) ?? null
}

/** Files that a page, or a stylesheet without HTML, shows; none if it takes too long. */
export async function assetsInThread(source: PageSource): Promise<AssetRef[]> {
  return (await runTask({ kind: 'assets', source }, { spotChars: renderSpotChars })) ?? []
}

/** The effect of a filter on a page; a page that takes too long is reported as too large for it. */
export async function runInThread(
  source: PageSource,
  filter: SiteFilter,
  mostBlocks: number,
  limits?: ThreadLimitsOfExtraction,
): Promise<FilterPreview> {
  const tried = await runTask({ kind: 'try', source, filter, mostBlocks }, limits)
  if (!tried) throw new AppError('too_large')
  return tried
}

/** Undefined if the thread failed. */
async function runTask<Task extends ExtractTask>(
  task: Task,
  limits: ThreadLimitsOfExtraction = {},
): Promise<ExtractResult<Task> | undefined> {
  if (charsOf(task.source) + ('before' in task ? charsOf(task.before) : 0) <= (limits.spotChars ?? spotChars))
    return doExtractTask(task)
  try {
    return (await threads.run({ ...task, source: toSend(task.source) }, limits.timeoutMs)) as ExtractResult<Task>
  } catch (error) {
    if (error instanceof ThreadLost) return undefined
    throw error
  }
}
