import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { type RescanAdapter, rescanPortion } from './rescan.ts'
import { queueRescan, rescanCron, sliceMs } from './rescan-job.ts'

/** The pause when the blob store seems to be unavailable, for pages that were not tried yet. */
const storePauseMs = 60_000

export const wordJobs = (adapter: RescanAdapter): Jobs => ({
  /** A job that was killed continues where it was. */
  rescan_pages: async (ctx, _payload, { signal }) => {
    const until = performance.now() + sliceMs
    for (;;) {
      const outcome = await rescanPortion(ctx, adapter)
      if (outcome === 'done') return
      if (outcome === 'unreadable') return await queueRescan(ctx, 'rescan_pages', storePauseMs)
      signal?.throwIfAborted()
      if (performance.now() > until) return await queueRescan(ctx, 'rescan_pages')
    }
  },
})

/** The schedule finds texts that were stored meanwhile with an older dictionary. */
export const wordCrontab = [rescanCron('rescan_pages')]
