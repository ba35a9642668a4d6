import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { rereadPages } from './archive/reread.ts'

export const pageJobs: Jobs = {
  reread_pages: (ctx, _payload, { signal }) => rereadPages(ctx, signal),
}

export const pageCrontab = ['*/10 * * * * reread_pages ?jobKey=reread_pages&priority=10']
