import { Logger, run } from 'graphile-worker'
import { crontab, taskList } from './jobs.ts'
import { openBlobs } from './platform/blobs.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { openDb, openPool } from './platform/db.ts'
import { openLog } from './platform/log.ts'

/** A worker process: takes jobs from the database until it is stopped; what it leaves undone another goes on with. */
export async function startWorker(config: Config, databaseUrl: string) {
  const log = openLog(config, 'worker')
  const pool = openPool(databaseUrl, { size: 6, statementTimeoutMs: 300_000 })
  const runner = await run({
    pgPool: pool,
    taskList: taskList({ db: openDb(pool), blobs: openBlobs(config), now: systemClock, log }),
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new Logger(
      () => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
    ),
  })
  return {
    stop: async () => {
      await runner.stop()
      await pool.end()
    },
  }
}
