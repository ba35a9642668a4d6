import type { Ctx } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs.ts'

const pauseMs = 5_000

/** Queues the search of what is stored with the changed dictionary; several changes in a row make one. */
export async function rescanSoon(ctx: Ctx): Promise<void> {
  await addJob(ctx.db, 'rescan_pages', {}, { key: 'rescan_pages', runAt: new Date(ctx.now().getTime() + pauseMs) })
}
