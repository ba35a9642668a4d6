import type { Jobs } from '#server/platform/jobs.ts'
import { type RescanKit, rescanPortion } from './rescan.ts'

export const wordJobs = (kit: RescanKit): Jobs => ({
  /** Killed and begun again, it goes on where it was; several at once share the work. */
  rescan_pages: async (ctx, _payload, { signal }) => {
    while (await rescanPortion(ctx, kit)) signal?.throwIfAborted()
  },
})

/** What a collector has stored meanwhile with an older dictionary is found by the clock. */
export const wordCrontab = ['*/10 * * * * rescan_pages']
