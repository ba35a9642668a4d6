import { AppError } from '#server/platform/http/errors.ts'
import { openThreads, ThreadLost } from '#server/platform/process/threads.ts'
import { yieldToEventLoop } from '#server/platform/process/yield-to-event-loop.ts'
import { compareReports, type ReportCompareTask, type ReportDiffBlock } from './compare.ts'

/**
 * If both sides together have at most this many characters, they are compared in the main thread: a worker thread would
 * cost more.
 */
const spotChars = 20_000
const threads = openThreads<ReportCompareTask, ReportDiffBlock[]>(new URL('./compare-thread.ts', import.meta.url), {
  most: 1,
  timeoutMs: 30_000,
  heapMb: 512,
})

/** As `compareReports`, but compares long texts in a worker thread, because that takes seconds. */
export async function compareInThread(
  task: ReportCompareTask,
  limits: { spotChars?: number } = {},
): Promise<ReportDiffBlock[]> {
  const { before, after } = task
  // The stored lengths of both texts are accurate enough.
  if (before.length + after.length <= (limits.spotChars ?? spotChars)) return compareReports(before, after)
  try {
    // Reading the texts, sending them, and processing the result each block the event loop for a while, so this
    // function yields between them.
    await yieldToEventLoop()
    const blocks = await threads.run({ before: sideOf(before), after: sideOf(after) })
    await yieldToEventLoop()
    return blocks
  } catch (error) {
    if (error instanceof ThreadLost) throw new AppError('too_large')
    throw error
  }
}

/** Only the compared columns of the row, because they are copied to the thread. */
function sideOf({ title, summary, body, length }: ReportCompareTask['before']): ReportCompareTask['before'] {
  return { title, summary, body, length }
}
