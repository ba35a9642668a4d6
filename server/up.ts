// Everything for one machine: database, migrations, client, API and worker, by one command.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startApi } from './api.ts'
import { ensureFirstAdmin } from './features/user/first-admin.ts'
import { readConfig } from './platform/config.ts'
import { openDb, openPool } from './platform/db.ts'
import { migrate } from './platform/migrate.ts'
import { reachableDataDir, startPostgres } from './platform/postgres.ts'
import { failAtStart, stopOnSignal } from './platform/process.ts'

/** One console per data folder: held by the process that runs it, freed by its end however it ends. */
const consoleLock = 727_002
/** Pages come and go quickly: a small nursery keeps the collector’s memory a quarter lower at the same speed. */
const workerFlags = ['--max-semi-space-size=4']
const say = (line: string) => console.log(`  ${line}`)

try {
  const config = readConfig()
  const stops: (() => Promise<void>)[] = []
  if (!config.databaseUrl) {
    const folder = await reachableDataDir(config.dataDir, config.isDataDirChosen)
    if (folder !== config.dataDir) say(`PostgreSQL’s user cannot reach ${config.dataDir}; the data is in ${folder}`)
    config.dataDir = folder
    say('Starting PostgreSQL')
    const postgres = await startPostgres(join(config.dataDir, 'postgres'), {}, say)
    config.databaseUrl = postgres.url
    const lock = await takeLock(postgres.url, config.dataDir)
    stops.push(async () => {
      await lock.end()
      await postgres.stop()
    })
  }
  const databaseUrl = config.databaseUrl
  const admin = await prepare(databaseUrl, config.adminPassword)
  const api = await startApi(config, databaseUrl)
  const worker = keepWorker({ ...process.env, DATABASE_URL: databaseUrl, OG_DATA_DIR: config.dataDir })
  stopOnSignal(async () => {
    await Promise.all([api.stop(), worker.stop()])
    for (const stop of stops) await stop()
  })
  console.log(`\n  Og Group is ready: ${api.address}`)
  if (admin.made)
    console.log(
      `  First administrator: admin${admin.password ? `, password ${admin.password} (shown only now)` : ', with the password of OG_ADMIN_PASSWORD'}`,
    )
  console.log('  Ctrl+C stops it.\n')
} catch (error) {
  failAtStart(error)
}

async function takeLock(url: string, folder: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_mine', [consoleLock])
  if (!rows[0].is_mine) {
    await client.end()
    throw new Error(`Og Group already runs on ${folder}. Stop it first, or choose another folder with OG_DATA_DIR.`)
  }
  return client
}

async function prepare(url: string, adminPassword: string | undefined) {
  const pool = openPool(url, { size: 3 })
  try {
    await migrate(pool, name => say(`Migrating the database: ${name}`))
    return await ensureFirstAdmin(openDb(pool), adminPassword)
  } finally {
    await pool.end()
  }
}

/** The worker in its own process, started again (a second later, then slower) whenever it ends unasked. */
function keepWorker(environment: NodeJS.ProcessEnv) {
  let child: ChildProcess
  let isStopping = false
  let failures = 0
  const path = fileURLToPath(new URL('worker.ts', import.meta.url))
  const start = () => {
    const startedAt = Date.now()
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...workerFlags, path], {
      env: environment,
      stdio: 'inherit',
    })
    child.once('exit', () => {
      if (isStopping) return
      failures = Date.now() - startedAt > 60_000 ? 0 : failures + 1
      console.error('The worker ended; it is started again.')
      setTimeout(start, Math.min(1000 * 2 ** failures, 60_000))
    })
  }
  start()
  return {
    stop: async () => {
      isStopping = true
      const ended = new Promise(resolve => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    },
  }
}
