import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { type BackgroundWorker, startBackgroundWorker } from '#server/platform/jobs/background-worker.ts'
import { hasNamesWaiting, raiseForNames } from './dictionary.queries.ts'
import { buildMs } from './dictionary.ts'
import { rescanSoon } from './rescan-job.ts'

const pollMs = 1_000
const shortestMs = 2_000
const longestMs = 60_000

/** Changes within this time make one version; it is longer if a version takes each process long to build. */
const gatherMs = () => Math.min(longestMs, Math.max(shortestMs, buildMs() * 20))

/**
 * Puts changed names that have waited for `waitedMs` into a new version of the dictionary, and queues the search of all
 * texts with it.
 */
export async function adoptChangedNames(ctx: Ctx, waitedMs = gatherMs()): Promise<boolean> {
  if (!(await hasNamesWaiting(ctx, waitedMs))) return false
  return await inTransaction(ctx, async ctx => {
    if (!(await raiseForNames(ctx))) return false
    await rescanSoon(ctx, 0)
    return true
  })
}

/**
 * A background worker that queues a new search of stored texts once names of records have changed. The search itself is
 * a job.
 */
export function startDictionaryWorker(ctx: Ctx): BackgroundWorker {
  const work = async (ctx: Ctx) => {
    await adoptChangedNames(ctx)
    return false
  }
  return startBackgroundWorker(ctx, { what: 'changes of names', work, pauseMs: pollMs })
}
