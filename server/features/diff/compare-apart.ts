import { openThreads, ThreadLost } from '#server/platform/process/threads.ts'
import { type Extract, textHash } from '#server/text/extract.ts'
import type { ThreadLimitsOfExtraction } from '#server/text/extract-apart.ts'
import { charsOf, extractSource, type PageSource, readerFile, roughExtract, toSend } from '#server/text/source.ts'
import { compareCoarse } from './compare-coarse.ts'
import {
  type ComparedRows,
  compareTaskOf,
  type DiffTask,
  diffRowsOf,
  type RowsTask,
  rowsTask,
  type TakeResult,
  type TakeTask,
} from './compare-tasks.ts'

/**
 * If both sides together have at most this many characters, they are compared in the main thread: a worker thread would
 * cost more.
 */
const spotChars = 400_000
const reader = { extractSource, textHash }
const threads = openThreads<DiffTask, unknown>(new URL('./compare-thread.ts', import.meta.url), {
  most: 2,
  timeoutMs: 20_000,
  heapMb: 1_024,
  data: readerFile,
})

/** Whether two pages are compared in a worker thread. */
export function isInThread(
  before: PageSource | null,
  after: PageSource | null,
  limits: ThreadLimitsOfExtraction = {},
): boolean {
  return charsOf(before) + charsOf(after) > (limits.spotChars ?? spotChars)
}

/**
 * Reads two versions of a page and compares them. A comparison that exceeds its time or memory is replaced by a rough
 * one: whole blocks, without links and without the filter, `isCoarse`.
 */
export function compareInThread(
  task: TakeTask & { after: PageSource },
  limits?: ThreadLimitsOfExtraction,
): Promise<TakeResult<Extract>>
export function compareInThread(task: TakeTask, limits?: ThreadLimitsOfExtraction): Promise<TakeResult>
export async function compareInThread(
  { read, ...task }: TakeTask,
  limits: ThreadLimitsOfExtraction = {},
): Promise<TakeResult> {
  const { before, after } = task
  if (!isInThread(before, after, limits)) return compareTaskOf(reader, { ...task, read })
  const taken = await runComparison<TakeResult>({ kind: 'take', ...task }, limits)
  if (taken) return taken
  const [old, now] = [before && roughExtract(before), after && roughExtract(after)]
  return {
    whole: now,
    hash: now ? textHash(now) : '',
    after: now,
    isKnown: false,
    comparison: compareCoarse(old, now),
  }
}

/** Compares two versions of a page row by row, with the same limits. */
export async function diffRowsInThread(
  before: PageSource | null,
  after: PageSource | null,
  { filter, shared }: Pick<RowsTask, 'filter' | 'shared'>,
  bounds: { around: number; most: number },
  limits: ThreadLimitsOfExtraction = {},
): Promise<ComparedRows> {
  const task: RowsTask = { before, after, filter, shared, ...bounds }
  if (!isInThread(before, after, limits)) return rowsTask(reader, task)
  const rows = await runComparison<ComparedRows>({ kind: 'rows', ...task }, limits)
  if (rows) return rows
  const [old, now] = [before && roughExtract(before), after && roughExtract(after)]
  return diffRowsOf(compareCoarse(old, now), old, now, bounds)
}

/** Undefined if the thread was lost. */
async function runComparison<Result>(
  task: DiffTask,
  { timeoutMs }: ThreadLimitsOfExtraction,
): Promise<Result | undefined> {
  const sides = { before: task.before && toSend(task.before), after: task.after && toSend(task.after) }
  try {
    return (await threads.run({ ...task, ...sides }, timeoutMs)) as Result
  } catch (error) {
    if (error instanceof ThreadLost) return undefined
    throw error
  }
}
