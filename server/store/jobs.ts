import type { Jobs } from '#server/platform/jobs.ts'
import { tidyBlobs } from './tidy.ts'

export const blobJobs: Jobs = {
  tidy_captures: async (ctx, _payload, { signal }) => {
    const tidied = await tidyBlobs(ctx, signal)
    if (tidied.contents + tidied.packsRemoved + tidied.packsRewritten > 0) ctx.log.info(tidied, 'captures tidied')
  },
}

export const blobCrontab = ['52 3 * * * tidy_captures']
