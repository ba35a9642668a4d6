import { pino } from 'pino'
import { type CollectorOptions, startCollector } from '#server/features/crawl/collector.ts'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { openFetcher } from '#server/platform/fetcher/fetch.ts'
import { openGuard } from '#server/platform/fetcher/guard.ts'

// A collector in a separate process, for tests that kill it. Arguments: database, folder, and options as JSON.
const [url, folder, options] = process.argv.slice(2) as [string, string, string]
const pool = openPool(url, { size: 4 })
const fetcher = openFetcher(openGuard({ allow: ['127.0.0.0/8'] }), { agentName: 'OgGroupTest/1' })
const ctx = {
  db: openDb(pool),
  actor: systemActor,
  now: systemClock,
  log: pino({ level: process.env.OG_LOG_LEVEL ?? 'info' }),
  blobs: openFileBlobs(folder),
  locale: 'en-US' as const,
  reqId: 'collector',
  address: '',
}
const collector = await startCollector(
  ctx,
  { fetcher, agentName: 'OgGroupTest/1' },
  { version: 'test', ...(JSON.parse(options) as Partial<CollectorOptions>) },
)
process.stdout.write('{"msg":"started"}\n')
process.on('SIGTERM', async () => {
  await collector.stop()
  await fetcher.close()
  await pool.end()
  process.exit(0)
})
