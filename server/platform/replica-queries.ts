import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Db } from './db.ts'
import { type Place, timelineOf } from './place.ts'

const inDigits = (lsn: string) => `lpad(to_hex((${lsn} - '0/0')::bigint), 14, '0')`

/**
 * The primary's place, as text of `place.ts`; null where the server is itself a copy. Whatever a snapshot shows was flushed before, unless the
 * server acknowledges without flushing: then it is what was written.
 */
export const primaryPlace = sql.raw(`case when not pg_is_in_recovery() then (
  select lower(substr(pg_walfile_name(lsn), 1, 8)) || '-' || ${inDigits('lsn')}
  from (select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as lsn) as here) end`) as RawBuilder<Place | null>

export async function readPrimaryPlace(db: Db): Promise<Place | undefined> {
  const { rows } = await sql<{ place: Place | null }>`select ${primaryPlace} as place`.execute(db)
  return rows[0]?.place ?? undefined
}

/** Which database goes on, and on which of its timelines. */
export type Line = { system: string; timeline: string }

/**
 * Writes the primary's timeline into the database itself, so that a copy shows whether it follows it; undefined where the server asked is
 * not on this timeline.
 */
export async function writeLine(db: Db, place: Place): Promise<Line | undefined> {
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

/** How far a copy is: the byte it has replayed (`place.ts`), whether it is one, and whether it follows the line. */
export type Standing = { byte: string; is_copy: boolean; has_line: boolean }

// Both are digits by their form; a text without places goes through in one message together with what opens the transaction.
const standing = ({ system, timeline }: Line) => `
  select ${inDigits(`coalesce(pg_last_wal_replay_lsn(), '0/0')`)} as byte, pg_is_in_recovery() as is_copy,
    exists (select from wal_timeline where system = '${system}' and timeline = '${timeline}') as has_line`

export async function readStanding(client: pg.PoolClient, line: Line): Promise<Standing> {
  const { rows } = await client.query<Standing>(standing(line))
  return rows[0] as Standing
}

/**
 * Begins a transaction that only reads, and tells how far its server is. Statements of the transaction see at least that much: each takes its
 * own snapshot, later.
 */
export async function beginReading(client: pg.PoolClient, line: Line): Promise<Standing> {
  return lastRow(await client.query(`start transaction read only; ${standing(line)}`))
}

/** Ends it, and tells how much may have been seen in it at most. */
export async function endReading(client: pg.PoolClient, line: Line): Promise<Standing> {
  return lastRow(await client.query(`rollback; ${standing(line)}`))
}

/** Of several statements in one message there are several results. */
function lastRow(results: unknown): Standing {
  return (results as pg.QueryResult<Standing>[]).at(-1)?.rows[0] as Standing
}

/** What a server has received and replayed, in bytes of `place.ts`; `received` is null before it has received anything. */
export type Whole = { byte: string; received: string | null; is_copy: boolean; system: string }

const whole = `select ${inDigits(`coalesce(pg_last_wal_replay_lsn(), '0/0')`)} as byte, pg_is_in_recovery() as is_copy,
  ${inDigits('pg_last_wal_receive_lsn()')} as received, system_identifier::text as system from pg_control_system()`

/** Begins a transaction that only reads, and tells how much its server has. */
export async function beginWhole(client: pg.PoolClient): Promise<Whole> {
  const results = (await client.query(`start transaction read only; ${whole}`)) as unknown as pg.QueryResult<Whole>[]
  return results.at(-1)?.rows[0] as Whole
}

export async function readWhole(client: pg.PoolClient): Promise<Whole> {
  return (await client.query<Whole>(whole)).rows[0] as Whole
}
