import type { Ctx } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'

const pauseMs = 5_000
/** How long one job searches before it yields to other waiting jobs. */
export const sliceMs = 15_000

const rescanJobNames = ['rescan_pages', 'rescan_uploads', 'rescan_own_texts'] as const
type RescanJob = (typeof rescanJobNames)[number]

/** The searches run one at a time and after other jobs, so that new files are read meanwhile. */
const behind = { queue: 'rescan', priority: 10 }
export const rescanCron = (name: RescanJob) =>
  `* * * * * ${name} ?jobKey=${name}&queue=${behind.queue}&priority=${behind.priority}`

/** Queues one search of stored texts; a later call does not postpone an earlier one. */
export async function queueRescan(ctx: Ctx, name: RescanJob, afterMs = 0): Promise<void> {
  const runAt = new Date(ctx.now().getTime() + afterMs)
  await addJob(ctx.db, name, {}, { key: name, runAt, keepsRunAt: true, ...behind })
}

/** Queues the search of all stored texts with the changed dictionary; several changes in a row cause one search. */
export async function rescanSoon(ctx: Ctx, afterMs = pauseMs): Promise<void> {
  for (const name of rescanJobNames) await queueRescan(ctx, name, afterMs)
}
