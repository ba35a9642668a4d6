import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../db/db.ts'
import { type LogPosition, timelineOf } from './log-position.ts'

const inDigits = (lsn: string) => `lpad(to_hex((${lsn} - '0/0')::bigint), 14, '0')`

/**
 * The primary's log position, as a text of `place.ts`; null if the server is itself a copy. Everything that a snapshot
 * shows was flushed before, unless the server acknowledges commits without flushing: then the written position is used.
 */
export const primaryLogPosition = sql.raw(`case when not pg_is_in_recovery() then (
  select lower(substr(pg_walfile_name(lsn), 1, 8)) || '-' || ${inDigits('lsn')}
  from (select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as lsn) as here) end`) as RawBuilder<LogPosition | null>

export async function readPrimaryLogPosition(db: Db): Promise<LogPosition | undefined> {
  const { rows } = await sql<{ place: LogPosition | null }>`select ${primaryLogPosition} as place`.execute(db)
  return rows[0]?.place ?? undefined
}

/** The identity of the database cluster, and the timeline on which it continues. */
export type DatabaseTimeline = { system: string; timeline: string }

/**
 * Writes the primary's timeline into the database itself, so that a copy shows whether it follows that timeline.
 * Undefined if the queried server is not on it.
 */
export async function writeLine(db: Db, place: LogPosition): Promise<DatabaseTimeline | undefined> {
  const timeline = timelineOf(place)
  const { rows } = await sql<{ system: string }>`
    with here as (
      select system_identifier::text as system, ${timeline}::text as timeline from pg_control_system()
      where not pg_is_in_recovery() and lower(substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)) = ${timeline}
    ), written as (
      insert into wal_timeline (system, timeline) select system, timeline from here on conflict do nothing
    )
    select system from here`.execute(db)
  return rows[0] && { system: rows[0].system, timeline }
}

/**
 * The state of a copy: the byte that it has replayed (`place.ts`), whether it is a copy, and whether it follows the
 * timeline.
 */
export type ReplicaState = { byte: string; is_copy: boolean; has_line: boolean }

// Both values consist of digits only, so they can be part of the text: a text without placeholders can be sent in one
// message together with the statement that opens the transaction.
const replicaStateSql = ({ system, timeline }: DatabaseTimeline) => `
  select ${inDigits(`coalesce(pg_last_wal_replay_lsn(), '0/0')`)} as byte, pg_is_in_recovery() as is_copy,
    exists (select from wal_timeline where system = '${system}' and timeline = '${timeline}') as has_line`

export async function readReplicaState(client: pg.PoolClient, line: DatabaseTimeline): Promise<ReplicaState> {
  const { rows } = await client.query<ReplicaState>(replicaStateSql(line))
  return rows[0] as ReplicaState
}

/**
 * Begins a read-only transaction, and returns the state of its server. Statements of the transaction see at least that
 * much: each takes its own snapshot later.
 */
export async function beginReading(client: pg.PoolClient, line: DatabaseTimeline): Promise<ReplicaState> {
  return lastRow(await client.query(`start transaction read only; ${replicaStateSql(line)}`))
}

/** Ends it, and returns an upper bound of what was visible in it. */
export async function endReading(client: pg.PoolClient, line: DatabaseTimeline): Promise<ReplicaState> {
  return lastRow(await client.query(`rollback; ${replicaStateSql(line)}`))
}

/** Several statements in one message have several results. */
function lastRow(results: unknown): ReplicaState {
  return (results as pg.QueryResult<ReplicaState>[]).at(-1)?.rows[0] as ReplicaState
}

/**
 * The log positions that a server has received and replayed, in bytes of `place.ts`; `received` is null before it has
 * received anything.
 */
export type CaughtUp = { byte: string; received: string | null; is_copy: boolean; system: string }

const caughtUpSql = `select ${inDigits(`coalesce(pg_last_wal_replay_lsn(), '0/0')`)} as byte, pg_is_in_recovery() as is_copy,
  ${inDigits('pg_last_wal_receive_lsn()')} as received, system_identifier::text as system from pg_control_system()`

/** Begins a read-only transaction, and returns the log positions of its server. */
export async function beginCaughtUpCheck(client: pg.PoolClient): Promise<CaughtUp> {
  const results = (await client.query(
    `start transaction read only; ${caughtUpSql}`,
  )) as unknown as pg.QueryResult<CaughtUp>[]
  return results.at(-1)?.rows[0] as CaughtUp
}

export async function readCaughtUpCheck(client: pg.PoolClient): Promise<CaughtUp> {
  return (await client.query<CaughtUp>(caughtUpSql)).rows[0] as CaughtUp
}
