import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { fetchAssets } from './asset/fetch-assets.ts'
import { dropUnusedAssets } from './asset/unused-assets.ts'
import { checkFeeds } from './feed-check.ts'

export const crawlJobs: Jobs = {
  check_feeds: (ctx, _payload, { signal }) => checkFeeds(ctx, signal),
  fetch_page_assets: (ctx, _payload, { signal }) => fetchAssets(ctx, signal),
  remove_unused_assets: (ctx, _payload, { signal }) => dropUnusedAssets(ctx, signal),
}

export const crawlCrontab = [
  '*/10 * * * * check_feeds ?jobKey=check_feeds&priority=10',
  '*/10 * * * * fetch_page_assets ?queue=fetch_page_assets&jobKey=fetch_page_assets&jobKeyMode=preserve_run_at&priority=5',
  '47 3 * * * remove_unused_assets',
]
