import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { columnsOf, type RecordRow, type RecordTable, type SortColumns, whereOf } from './table.ts'

/** Following more changes than this costs more than a complete new search. */
const followedAtMost = 1_000

type Filtering = { trash?: boolean | undefined }

/** A list: the queried table, its filter, and its order, in which the id comes last. */
export type CachedRequest<Row extends RecordRow, Filter extends Filtering> = {
  table: RecordTable<Row, Filter>
  filter: Filter
  columns: SortColumns
  isDown: boolean
}
/** A record with its sort values. */
export type SortedRecord = { id: number; place: readonly unknown[] }

/** The state of a reading: the snapshot of transactions, and the identity of the server since its last start. */
export type ReadMoment = { snapshot: string; server: string; isStandby: boolean }

/**
 * After a crash, PostgreSQL reuses numbers of transactions that were never visible. Each crash recovery ends with a
 * checkpoint, so the checkpoint is part of the server's identity.
 */
const moment = sql`pg_current_snapshot()::text as snapshot, pg_is_in_recovery() as "isStandby",
  pg_postmaster_start_time()::text || (select checkpoint_lsn::text from pg_control_checkpoint()) as server`

/** All matches in one query: the ids, and the first `most` in order. Undefined if there are more than `limit`. */
export async function findEverything<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  request: CachedRequest<Row, Filter>,
  { limit, most }: { limit: number; most: number },
): Promise<{ moment: ReadMoment; ids: number[]; first: SortedRecord[] } | undefined> {
  const { table, filter } = request
  const { rows } = await sql<ReadMoment & { total: number; ids: string | null; first: SortedRecord[] | null }>`
    with matched as materialized (
      select ${valuesOf(request, table.name)} from ${sql.table(table.name)} where ${whereOf(ctx, table, filter)}
      limit ${sql.lit(limit + 1)}
    ), first as (select * from matched order by ${orderOf(request, 'matched')} limit ${sql.lit(most)})
    select ${moment}, (select count(*)::int from matched) as total,
      (select string_agg(id::text, ',') from matched having count(*) <= ${sql.lit(limit)}) as ids,
      (select json_agg(${positionJson(request, 'first')} order by ${orderOf(request, 'first')}) from first) as first`.execute(
    ctx.db,
  )
  const { total, ids, first, ...read } = rows[0]!
  if (total > limit) return undefined
  return { moment: read, ids: ids ? ids.split(',').map(Number) : [], first: first ?? [] }
}

/** A written record: whether it matches now, and whether its position is within the limit. */
type ChangedMatch = { id: number; isFound: boolean; isNear: boolean }

/**
 * Records written by transactions that the former state does not include and this statement does. Undefined if that can
 * no longer be determined, or there are too many. `bound` is a position in the order; without one every position is
 * within it.
 */
export async function findChanged<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  request: CachedRequest<Row, Filter>,
  before: ReadMoment,
  bound: SortedRecord['place'] | undefined,
): Promise<{ moment: ReadMoment; changed: ChangedMatch[] } | undefined> {
  const { table, filter } = request
  const snapshot = sql`${before.snapshot}::text::pg_snapshot`
  const id = sql.ref(`${table.name}.id`)
  const ofTable = sql`select record_id from record_change where noun = ${table.name}::text`
  const some = sql`limit ${sql.lit(followedAtMost + 1)}`
  const { rows } = await sql<
    ReadMoment & { isKnown: boolean; changed: [number | null, boolean, boolean | null][] | null }
  >`
    with written as (
      (${ofTable} and xid >= pg_snapshot_xmax(${snapshot}) ${some})
      union (${ofTable} and xid = any(array(select pg_snapshot_xip(${snapshot}))) ${some})
    )
    select ${moment}, pg_snapshot_xmin(${snapshot}) >= (select kept_from from record_change_term) as "isKnown",
      (select json_agg(json_build_array(written.record_id, ${id} is not null, ${isWithin(request, bound)}))
        from written left join ${sql.table(table.name)} on ${id} = written.record_id and ${whereOf(ctx, table, filter)}) as changed`.execute(
    ctx.db,
  )
  const { isKnown, changed, ...read } = rows[0]!
  // A snapshot taken on a standby does not list active transactions, even if the server has been promoted since.
  if (!isKnown || read.isStandby || before.isStandby || read.server !== before.server) return undefined
  const all = changed ?? []
  if (all.length > followedAtMost) return undefined
  if (all.some(([id, isFound, isNear]) => id === null || (isFound && isNear === null))) return undefined
  return {
    moment: read,
    changed: all.map(([id, isFound, isNear]) => ({ id: Number(id), isFound, isNear: isFound && isNear === true })),
  }
}

/** Those of these records that match now and are within the limit, in order. */
export async function findNear<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  request: CachedRequest<Row, Filter>,
  ids: readonly number[],
  bound: SortedRecord['place'] | undefined,
): Promise<SortedRecord[]> {
  const { name } = request.table
  const { rows } = await sql<{
    near: SortedRecord
  }>`select ${positionJson(request, name)} as near from ${sql.table(name)}
    where ${sql.ref(`${name}.id`)} = any(${ids}::bigint[]) and ${whereOf(ctx, request.table, request.filter)}
      and ${isWithin(request, bound)} order by ${orderOf(request, name)}`.execute(ctx.db)
  return rows.map(row => row.near)
}

/** Those of these records that match now, in order. */
export async function findRecordRows<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  request: CachedRequest<Row, Filter>,
  ids: readonly number[],
): Promise<Row[]> {
  const { table, filter } = request
  const { rows } = await sql<Row>`select ${columnsOf(table)} from ${sql.table(table.name)}
    where ${sql.ref(`${table.name}.id`)} = any(${ids}::bigint[]) and ${whereOf(ctx, table, filter)}
    order by ${orderOf(request, table.name)}`.execute(ctx.db)
  return rows
}

type SortOrder = { columns: SortColumns; isDown: boolean }

const valuesOf = ({ columns }: SortOrder, alias: string) =>
  sql.join(columns.map(({ column }) => sql.ref(`${alias}.${column}`)))

const positionJson = (order: SortOrder, alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'place', json_build_array(${valuesOf(order, alias)}))`

function orderOf({ columns, isDown }: SortOrder, alias: string): RawBuilder<unknown> {
  const direction = isDown ? sql`desc` : sql`asc`
  return sql.join(columns.map(({ column }) => sql`${sql.ref(`${alias}.${column}`)} ${direction}`))
}

/** Null if a sort value is null, because then the position cannot be compared. */
function isWithin(
  request: SortOrder & { table: { name: string } },
  bound: SortedRecord['place'] | undefined,
): RawBuilder<unknown> {
  if (!bound) return sql`true`
  const values = request.columns.map(({ type }, n) => sql`${bound[n]}::${sql.raw(type)}`)
  return sql`(${valuesOf(request, request.table.name)}) ${request.isDown ? sql`>=` : sql`<=`} (${sql.join(values)})`
}
