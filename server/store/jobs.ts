import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { tidyBlobs } from './tidy.ts'

/** On Sundays all contents are checked, on other days those that lost a version. */
const allOn = 0

export const blobJobs: Jobs = {
  tidy_captures: async (ctx, _payload, { signal }) => {
    const isLooseOnly = ctx.now().getUTCDay() !== allOn
    const tidied = await tidyBlobs(ctx, signal, { isLooseOnly })
    if (tidied.contents + tidied.packsRemoved + tidied.packsRewritten > 0)
      ctx.log.info(tidied, 'store: garbage collection completed')
  },
}

export const blobCrontab = ['52 3 * * * tidy_captures']
