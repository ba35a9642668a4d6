import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'
import type { DB } from './db-types.ts'
import type { Floor } from './place.ts'
import { within } from './within.ts'

/** What all statements of one read wait for a replica, together, where the primary can be asked instead. */
const longestWaitMs = 50

/** PostgreSQL's code where a statement took longer than its reader allowed: that is no fault of the server. */
const timeIsOver = '57014'
const nothing = { command: 'SELECT' as const, rowCount: 0, rows: [] }

/** A connection on which a transaction that reads has begun. */
export type Reader = {
  client: pg.PoolClient
  /** Gives the connection back; resolves to how much may have been seen at most, undefined where that is not known. */
  leave(): Promise<string | undefined>
  /** What a statement failed with: a server that is away is left alone. */
  failed(error: unknown): void
}

/** One request that reads: its statements go to a replica for as long as that has what they must see. */
export type Reading = {
  db: Db
  /** Which database its statements were asked of; undefined: it asked none. */
  from(): 'replica' | 'primary' | undefined
  /** What went wrong on the replica; undefined: nothing. */
  fault(): unknown
}

const ofOneRead = new WeakSet<Db>()
/** Whether it is there for one request: what would be kept for the next readings of it has none. */
export const isOfOneRead = (db: Db): boolean => ofOneRead.has(db)

type Given = {
  /** A connection on which all of the floor is seen; undefined: not within `ms`. */
  take: (floor: Floor, ms: number) => Promise<Reader | undefined>
  primary: pg.Pool
  floor: Floor
  /** What all statements wait for `take`, together. */
  waitMs?: number
}

/**
 * Nothing is asked of either database before the first statement. Once a statement went to the primary, all later ones do; and
 * none sees less than those that ended before it began, whichever server it meets.
 */
export function openReading({ take: from, primary, floor, waitMs = longestWaitMs }: Given): Reading {
  let least = floor
  let waitedMs = 0
  let isOnPrimary = false
  let isUsed = false
  let fault: unknown
  const leaving = new Set<Promise<string | undefined>>()

  const left = () => waitMs - waitedMs
  /** What statements that have ended may have seen, the next must. */
  const raise = async () => {
    const ends = await within(Promise.all(leaving), left())
    if (!ends || ends.includes(undefined)) isOnPrimary = true
    else for (const byte of ends) if (byte && byte > least.byte) least = { ...least, byte }
    if (ends) leaving.clear()
  }
  const take = async (): Promise<Reader | undefined> => {
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
  const clientOf = ({ client, leave, failed }: Reader): PostgresPoolClient => {
    const ask = async (text: string, values: readonly unknown[]) => {
      // It is in one already, for as long as the connection is held; giving it back ends that.
      if (/^(begin|commit|rollback)$/i.test(text)) return nothing
      try {
        if (/^(begin|start transaction)/i.test(text)) throw new Error('a read of a replica has no snapshot of its own')
        return await client.query(text, [...values])
      } catch (error) {
        if ((error as { code?: unknown }).code === timeIsOver) throw error
        fault ??= error
        failed(error)
        throw error
      }
    }
    return {
      // Nobody opens a cursor through this.
      query: ask as unknown as PostgresPoolClient['query'],
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
