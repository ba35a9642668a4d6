import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/** Any number will do, as long as all processes use the same one. */
const migrationLock = 727_001

/** The table that records the applied migrations of a database. */
export const migrationTable = 'migration'

/** A schema that exists during a restore into the database, and after one that was killed. */
export const restoreMark = 'og_restore'

/** The names of all migrations of this version, in order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter(name => /^\d{4}-.+\.sql$/.test(name)).sort()
}

/** The last migration of this version of the console. */
export async function newestMigration(): Promise<string> {
  return (await migrationNames()).at(-1) ?? ''
}

/**
 * Migrates the database to the newest migration; several processes may call it at once. Returns the names that it
 * applied. `only`: these and no others, for a restore, which alone may touch a database that is being restored.
 */
export async function migrate(
  pool: pg.Pool,
  onApply: (name: string) => void = () => {},
  { only, isRestoring = false }: { only?: readonly string[]; isRestoring?: boolean } = {},
): Promise<string[]> {
  const names = await migrationNames()
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const mark = await client.query('select to_regnamespace($1) as found', [restoreMark])
    if (mark.rows[0].found !== null && !isRestoring)
      throw new Error(
        'A restore into this database is incomplete. Run npm run restore again, with the same or another file.',
      )
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = new Set((await client.query('select name from migration')).rows.map(row => row.name))
    const unknown = [...done].filter(name => !names.includes(name))
    if (unknown.length > 0)
      throw new Error(`The database is newer than this version of the console (it has ${unknown.join(', ')}).`)
    for (const name of names) {
      if (done.has(name) || (only && !only.includes(name))) continue
      onApply(name)
      await client.query('begin')
      await client.query(await readFile(new URL(name, folder), 'utf8'))
      await client.query('insert into migration (name) values ($1)', [name])
      await client.query('commit')
      applied.push(name)
    }
    const { runMigrations } = await import('graphile-worker')
    await runMigrations({ pgPool: pool })
    return applied
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    // The connection holds the lock and has no time limit: it is closed, not returned to the pool.
    client.release(true)
  }
}
