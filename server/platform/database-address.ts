import type { Config } from './config.ts'

/**
 * Where the database is. `url`: for statements and transactions, perhaps through a pooler in transaction mode
 * (`isPooled`). `directUrl`: for what needs a session of its own, such as `listen`, locks of a session and long work.
 */
export type DatabaseAddress = { url: string; directUrl: string; isPooled: boolean }

/** The address of a configuration; undefined where the embedded PostgreSQL is meant. */
export function databaseAddress(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
): DatabaseAddress | undefined {
  const { databaseUrl: url, databaseDirectUrl: directUrl = url } = config
  if (url === undefined || directUrl === undefined) return undefined
  return { url, directUrl, isPooled: directUrl !== url }
}

/** The same for a process that brings no PostgreSQL of its own. */
export function neededAddress(config: Config): DatabaseAddress {
  const address = databaseAddress(config)
  if (!address) throw new Error('DATABASE_URL is needed here; npm start brings its own PostgreSQL.')
  return address
}
