import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/db.ts'
import type { DB } from '../db/db-types.ts'
import { withDeadline } from '../process/deadline.ts'
import type { ReadRequirement } from './log-position.ts'

/** The total time that the statements of one read wait for a replica when the primary can answer instead. */
const longestWaitMs = 50

/** PostgreSQL's code for a statement that exceeded its time limit: not a fault of the server. */
const timeIsOver = '57014'
const emptyResult = { command: 'SELECT' as const, rowCount: 0, rows: [] }

/** A connection with an open read transaction. */
export type ReadConnection = {
  client: pg.PoolClient
  /**
   * Releases the connection. Resolves to an upper bound of the log position that was visible, or undefined if it is
   * unknown.
   */
  leave(): Promise<string | undefined>
  /** Reports a failed statement: a server that is unavailable is then not used for a while. */
  failed(error: unknown): void
}

/** One read request: its statements go to a replica as long as the replica has the data that they must see. */
type ReadSession = {
  db: Db
  /** The database that ran its statements; undefined: it ran none. */
  from(): 'replica' | 'primary' | undefined
  /** The error of the replica; undefined: none. */
  fault(): unknown
}

const ofOneRead = new WeakSet<Db>()
/** Whether this database handle serves a single request: a result cached for later reads must not come from it. */
export const isOfOneRead = (db: Db): boolean => ofOneRead.has(db)

type ReadOptions = {
  /** A connection that sees everything up to the minimum position; undefined: not available within `ms`. */
  take: (floor: ReadRequirement, ms: number) => Promise<ReadConnection | undefined>
  primary: pg.Pool
  floor: ReadRequirement
  /** The total time that all statements wait for `take`. */
  waitMs?: number
}

/**
 * Neither database is contacted before the first statement. Once a statement went to the primary, all later ones do. No
 * statement sees less than those that ended before it began, whichever server it uses.
 */
export function openReading({ take: from, primary, floor, waitMs = longestWaitMs }: ReadOptions): ReadSession {
  let least = floor
  let waitedMs = 0
  let isOnPrimary = false
  let isUsed = false
  let fault: unknown
  const leaving = new Set<Promise<string | undefined>>()

  const left = () => waitMs - waitedMs
  /** The next statement must see whatever the ended statements may have seen. */
  const raise = async () => {
    const ends = await withDeadline(Promise.all(leaving), left())
    if (!ends || ends.includes(undefined)) isOnPrimary = true
    else for (const byte of ends) if (byte && byte > least.byte) least = { ...least, byte }
    if (ends) leaving.clear()
  }
  const take = async (): Promise<ReadConnection | undefined> => {
    if (leaving.size > 0) await raise()
    return isOnPrimary || left() <= 0 ? undefined : await from(least, left())
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    const began = performance.now()
    const reader = isOnPrimary ? undefined : await take()
    waitedMs += performance.now() - began
    isUsed = true
    if (reader) return clientOf(reader)
    isOnPrimary = true
    return (await primary.connect()) as PostgresPoolClient
  }
  const clientOf = ({ client, leave, failed }: ReadConnection): PostgresPoolClient => {
    const query = async (text: string, values: readonly unknown[]) => {
      // The connection is already in a read transaction while it is held; releasing it ends the transaction.
      if (/^(begin|commit|rollback)$/i.test(text)) return emptyResult
      try {
        if (/^(begin|start transaction)/i.test(text)) throw new Error('a read on a replica cannot open a transaction')
        return await client.query(text, [...values])
      } catch (error) {
        if ((error as { code?: unknown }).code === timeIsOver) throw error
        fault ??= error
        failed(error)
        throw error
      }
    }
    return {
      // No code opens a cursor through this client.
      query: query as unknown as PostgresPoolClient['query'],
      release: () => void leaving.add(leave()),
    }
  }
  const db: Db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } }) })
  ofOneRead.add(db)
  return {
    db,
    from: () => (isOnPrimary ? 'primary' : isUsed ? 'replica' : undefined),
    fault: () => fault,
  }
}
