// `npm run search:rebuild`: makes all that can be found anew from the records. The console may run; until it is done
// it finds only what is written again.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rebuildSearch } from '#server/features/search/search.ts'
import { openBlobs } from '#server/platform/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db.ts'
import { openLog } from '#server/platform/log.ts'
import { reachableDataDir, startPostgres } from '#server/platform/postgres.ts'
import { failAtStart } from '#server/platform/process.ts'

/** Held by a running console (server/up.ts): then its PostgreSQL is not ours to stop. */
const consoleLock = 727_002

try {
  const config = readConfig()
  let stop = async () => {}
  if (!config.databaseUrl) {
    config.dataDir = await reachableDataDir(config.dataDir, config.isDataDirChosen)
    if (!existsSync(join(config.dataDir, 'postgres'))) throw new Error(`There is no database in ${config.dataDir}.`)
    const postgres = await startPostgres(join(config.dataDir, 'postgres'))
    config.databaseUrl = postgres.url
    stop = postgres.stop
  }
  const pool = openPool(config.databaseUrl, { size: 3, statementTimeoutMs: 600_000 })
  const { rows } = await pool.query('select pg_try_advisory_lock($1) as is_free', [consoleLock])
  await rebuildSearch(
    {
      db: openDb(pool),
      actor: systemActor,
      now: systemClock,
      log: openLog(config, 'search'),
      blobs: openBlobs(config),
      locale: 'en-US',
      reqId: 'searchrebuildsea',
      address: '',
    },
    left => console.error(`  ${left} waiting`),
  )
  const { rows: counted } = await pool.query('select noun, count(*) from search_entry group by noun order by noun')
  await pool.end()
  if (rows[0].is_free) await stop()
  for (const { noun, count } of counted) console.log(`${count} of ${noun}`)
  process.exit(0)
} catch (error) {
  failAtStart(error)
}
