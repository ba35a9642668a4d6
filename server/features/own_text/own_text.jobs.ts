import { queueRescan, rescanCron, sliceMs } from '#server/features/word/word.service.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { searchPortion } from './search.ts'

export const ownTextJobs: Jobs = {
  /** A job that was killed continues where it was. */
  rescan_own_texts: async (ctx, _payload, { signal }) => {
    const until = performance.now() + sliceMs
    while (await searchPortion(ctx)) {
      signal?.throwIfAborted()
      if (performance.now() > until) return await queueRescan(ctx, 'rescan_own_texts')
    }
  },
}

/** The schedule finds texts that were written or changed meanwhile. */
export const ownTextCrontab = [rescanCron('rescan_own_texts')]
