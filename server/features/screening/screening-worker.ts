import type { Ctx } from '#server/platform/ctx.ts'
import { type BackgroundWorker, startBackgroundWorker } from '#server/platform/jobs/background-worker.ts'
import { screenQueued } from './screen-queue.ts'

/** Longest time until a saved record is compared. */
const pauseMs = 2_000

/**
 * Starts the background worker that compares changed records with all lists. It is separate from the job that compares
 * new versions of lists, which may take minutes. It polls, because a notification for every saved record would wake it
 * too often.
 */
export function startScreeningWorker(ctx: Ctx): BackgroundWorker {
  return startBackgroundWorker(ctx, { what: 'screening records', work: screenQueued, pauseMs })
}
