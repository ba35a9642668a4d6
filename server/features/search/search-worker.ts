import type { Ctx } from '#server/platform/ctx.ts'
import { type BackgroundWorker, startBackgroundWorker } from '#server/platform/jobs/background-worker.ts'
import { indexQueuedRecords } from './index-records.ts'

/**
 * Polling interval of the queue, so that a change is found within a second, or two after ten idle minutes. Polling an
 * empty queue costs almost nothing.
 */
const pauseMs = 250

/**
 * Starts the background worker that keeps entries up to date; one process at a time does the work. `isHeld`: bulk
 * changes wait.
 */
export function startSearchWorker(ctx: Ctx, isHeld: (ctx: Ctx) => Promise<boolean>): BackgroundWorker {
  return startBackgroundWorker(ctx, {
    what: 'entries of the search',
    work: ctx => indexQueuedRecords(ctx, isHeld),
    pauseMs,
  })
}
