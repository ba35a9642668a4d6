import { breathe } from '#server/platform/breathe.ts'
import { AppError } from '#server/platform/errors.ts'
import { openThreads, ThreadLost } from '#server/platform/threads.ts'
import { type Block, type CompareTask, compareReports } from './compare.ts'

/** Both sides together up to this many characters are compared on the spot: a thread would cost more. */
const spotChars = 20_000
const threads = openThreads<CompareTask, Block[]>(new URL('./compare-thread.ts', import.meta.url), {
  most: 1,
  timeoutMs: 30_000,
  heapMb: 512,
})

/** As `compareReports`; long texts in a thread: comparing them takes seconds. */
export async function compareApart(task: CompareTask, limits: { spotChars?: number } = {}): Promise<Block[]> {
  const { before, after } = task
  // Both texts as they are kept say how long they are, near enough.
  if (before.length + after.length <= (limits.spotChars ?? spotChars)) return compareReports(before, after)
  try {
    // Reading the texts, sending them, and what is done with the result: each is a piece of work of its own.
    await breathe()
    const blocks = await threads.run({ before: sideOf(before), after: sideOf(after) })
    await breathe()
    return blocks
  } catch (error) {
    if (error instanceof ThreadLost) throw new AppError('too_large')
    throw error
  }
}

/** What is compared, and nothing else of the row: it is copied. */
function sideOf({ title, summary, body, length }: CompareTask['before']): CompareTask['before'] {
  return { title, summary, body, length }
}
