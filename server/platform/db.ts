import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './db-types.ts'

/** The database, or a transaction in it: queries take either. */
export type Db = Kysely<DB> | Transaction<DB>

const types = new pg.TypeOverrides()
// Ids and counts stay below 2^53; numbers are what JSON carries.
types.setTypeParser(20, Number)
types.setTypeParser(1016, text => parseBigintArray(text))
// Instants leave the database as ISO 8601 UTC, the form of the wire.
types.setTypeParser(1184, isoInstant)

function parseBigintArray(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
}

function isoInstant(text: string): string {
  // With the session in UTC: `2026-11-21 14:05:00[.123456]+00`.
  const fraction = text.length > 22 ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

/** A pool of connections in UTC, each statement bounded in time. */
export function openPool(url: string, options: { size?: number; statementTimeoutMs?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size ?? 10,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    idle_in_transaction_session_timeout: 60_000,
    options: '-c timezone=UTC -c jit=off',
    application_name: 'og-group',
    types,
  })
  // A connection that dies while idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

export function openDb(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** PostgreSQL's code of a unique violation, with the constraint's name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}
