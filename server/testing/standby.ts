import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { openPool } from '#server/platform/db/db.ts'
import { type Postgres, startPostgres } from '#server/platform/db/postgres.ts'

const run = promisify(execFile)

const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '60' }

/** A PostgreSQL primary with a hot standby. */
export type StandbyPair = {
  primary: Postgres
  standby: Postgres
  onPrimary: pg.Pool
  onStandby: pg.Pool
  /** Delays the replay of commits on the standby. */
  lag(seconds: number): Promise<void>
  /** Stops the standby at once, like a power failure. */
  killStandby(): Promise<void>
  startStandby(): Promise<void>
  stop(): Promise<void>
}

export async function startPair(prepare: (pool: pg.Pool) => Promise<unknown>): Promise<StandbyPair> {
  const folders = await Promise.all(['primary', 'standby'].map(name => mkdtemp(join(tmpdir(), `og-${name}-`))))
  const [first = '', second = ''] = folders
  const primary = await startPostgres(first, settings)
  const onPrimary = openPool(primary.url, { size: 4 })
  await prepare(onPrimary)
  await copyWhileRunning(onPrimary, first, second)
  const conninfo = new URL(primary.url)
  const start = () =>
    startPostgres(second, {
      ...settings,
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=og password=${conninfo.password}`,
      max_standby_streaming_delay: '0',
      hot_standby_feedback: 'on',
    })
  const pair: StandbyPair = {
    primary,
    standby: await start(),
    onPrimary,
    onStandby: onPrimary,
    async lag(seconds) {
      await pair.onStandby.query(`alter system set recovery_min_apply_delay = '${seconds}s'`)
      await pair.onStandby.query('select pg_reload_conf()')
    },
    async killStandby() {
      await pair.onStandby.end()
      process.kill(pair.standby.pid, 'SIGKILL')
      while (pair.standby.isAlive()) await new Promise(setImmediate)
    },
    async startStandby() {
      pair.standby = await start()
      pair.onStandby = openPool(pair.standby.url, { size: 2 })
    },
    async stop() {
      await Promise.all([onPrimary.end(), pair.onStandby.end()])
      await pair.standby.stop()
      await primary.stop()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
  pair.onStandby = openPool(pair.standby.url, { size: 2 })
  return pair
}

/** The embedded package lacks pg_basebackup, so its work is done by hand. */
async function copyWhileRunning(pool: pg.Pool, from: string, to: string): Promise<void> {
  const client = await pool.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  await cp(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: path => !/(postmaster\.(pid|opts)|postgres\.log|\/port)$/.test(path),
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  client.release()
  await writeFile(join(to, 'data', 'backup_label'), rows[0]?.labelfile ?? '')
  await writeFile(join(to, 'data', 'standby.signal'), '')
  // PostgreSQL does not run as root, so the copy gets the owner of the original folder.
  await run('chown', ['-R', '--reference', join(from, 'data'), to])
  await run('chmod', ['-R', 'go-rwx', join(to, 'data')])
}
