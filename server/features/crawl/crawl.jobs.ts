import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { checkFeeds } from './feed-check.ts'

export const crawlJobs: Jobs = {
  check_feeds: (ctx, _payload, { signal }) => checkFeeds(ctx, signal),
}

export const crawlCrontab = ['*/10 * * * * check_feeds ?jobKey=check_feeds&priority=10']
