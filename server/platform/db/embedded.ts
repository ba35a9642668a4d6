// The embedded PostgreSQL of a data folder, shared by the console and by commands that run at the same time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { databaseAddress } from './database-address.ts'
import { reachableDataDir, startPostgres } from './postgres.ts'

/**
 * Every user of the server holds this lock in shared mode: a user that can get it exclusively is the last one, and
 * stops the server.
 */
const usersLock = 727_002

/** Opens a connection that marks the server as in use; `onLost` is called if the connection breaks. */
export async function useServer(url: string, onLost: () => void = () => {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_advisory_lock_shared($1)', [usersLock])
  client.once('end', onLost)
  return client
}

/** Stops the server unless another process uses it. */
export async function leaveServer(client: pg.Client, stop: () => Promise<void>): Promise<void> {
  client.removeAllListeners('end')
  const isLast = await client
    .query('select pg_advisory_unlock_shared($1)', [usersLock])
    .then(() => client.query('select pg_try_advisory_lock($1) as is_mine', [usersLock]))
    .then(
      ({ rows }) => rows[0].is_mine as boolean,
      // A server that does not answer is used by no one.
      () => true,
    )
  // The lock is held until the server has been stopped: no new user can start in between.
  if (isLast) await stop()
  await client.end().catch(() => {})
}

/**
 * The database of a command: the one of DATABASE_URL, or the embedded one, which is started if no console runs. The
 * configuration's `dataDir` is the data folder. `leave` stops what this call started, and nothing that others use.
 * `isNew`: the folder may be empty.
 */
export async function useDatabase(
  config: Config,
  { isNew = false } = {},
): Promise<{ url: string; leave: () => Promise<void> }> {
  const address = databaseAddress(config)
  if (address) return { url: address.directUrl, leave: async () => {} }
  config.dataDir = await reachableDataDir(config.dataDir, config.isDataDirChosen)
  if (!isNew && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(`There is no database in ${config.dataDir}. Set OG_DATA_DIR (or DATABASE_URL) as for the console.`)
  const postgres = await startPostgres(join(config.dataDir, 'postgres'))
  const client = await useServer(postgres.url)
  return { url: postgres.url, leave: () => leaveServer(client, postgres.stop) }
}
