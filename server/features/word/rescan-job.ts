import type { Ctx } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs.ts'

const pauseMs = 5_000
/** How long one job searches before it leaves its place to others that wait. */
export const sliceMs = 15_000

export const rescanJobNames = ['rescan_pages', 'rescan_uploads'] as const
export type RescanJob = (typeof rescanJobNames)[number]

/** One at a time and behind what else waits, so that files that come in are read meanwhile. */
const behind = { queue: 'rescan', priority: 10 }
export const rescanCron = (name: RescanJob) =>
  `* * * * * ${name} ?jobKey=${name}&queue=${behind.queue}&priority=${behind.priority}`

/** Queues one search of kept texts; a later call does not put off what an earlier one has queued. */
export async function queueRescan(ctx: Ctx, name: RescanJob, afterMs = 0): Promise<void> {
  const runAt = new Date(ctx.now().getTime() + afterMs)
  await addJob(ctx.db, name, {}, { key: name, runAt, keepsRunAt: true, ...behind })
}

/** Queues the search of all kept texts with the changed dictionary; several changes in a row make one. */
export async function rescanSoon(ctx: Ctx, afterMs = pauseMs): Promise<void> {
  for (const name of rescanJobNames) await queueRescan(ctx, name, afterMs)
}
