import type { Config } from '../config.ts'

/**
 * The addresses of the database. `url`: for statements and transactions, perhaps through a pooler in transaction mode
 * (`isPooled`). `directUrl`: for work that needs a session of its own, such as `listen`, session locks and long work.
 */
export type DatabaseAddress = { url: string; directUrl: string; isPooled: boolean }

/** The address of a configuration; undefined if it uses the embedded PostgreSQL. */
export function databaseAddress(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
): DatabaseAddress | undefined {
  const { databaseUrl: url, databaseDirectUrl: directUrl = url } = config
  if (url === undefined || directUrl === undefined) return undefined
  return { url, directUrl, isPooled: directUrl !== url }
}

/** The same for a process that does not start its own PostgreSQL. */
export function neededAddress(config: Config): DatabaseAddress {
  const address = databaseAddress(config)
  if (!address) throw new Error('DATABASE_URL is required here; npm start includes its own PostgreSQL.')
  return address
}
