import type { Jobs } from '#server/platform/jobs.ts'
import { type RescanKit, rescanPortion } from './rescan.ts'
import { queueRescan, rescanCron, sliceMs } from './rescan-job.ts'

/** The store may be away: pages that were not tried yet wait so long. */
const storePauseMs = 60_000

export const wordJobs = (kit: RescanKit): Jobs => ({
  /** Killed and begun again, it goes on where it was. */
  rescan_pages: async (ctx, _payload, { signal }) => {
    const until = performance.now() + sliceMs
    for (;;) {
      const outcome = await rescanPortion(ctx, kit)
      if (outcome === 'done') return
      if (outcome === 'unreadable') return await queueRescan(ctx, 'rescan_pages', storePauseMs)
      signal?.throwIfAborted()
      if (performance.now() > until) return await queueRescan(ctx, 'rescan_pages')
    }
  },
})

/** Texts that were stored meanwhile with an older dictionary are found by the clock. */
export const wordCrontab = [rescanCron('rescan_pages')]
