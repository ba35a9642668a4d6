import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EventFilter } from '#contract/event.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { readable } from '#server/core/access.ts'
import { allOf, partsOf } from '#server/core/parts.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import { personPolicy } from '#server/features/person/person.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { eventTable } from './event.queries.ts'

export type TimeWindow = { from: string; to: string }
export type LaneKind = PartyEntity

/** The last instant that the API can represent; the year 9999 itself ends after it. */
const lastInstant = '9999-12-31T23:59:59.999Z'

const during = ({ from, to }: TimeWindow) =>
  sql<SqlBool>`event.span && tstzrange(${from}::timestamptz, ${to}::timestamptz, '[)')`

/**
 * First and last instant of all events that match the filter. Events without a time are stored at the start of the year
 * 1.
 */
export async function findExtent(ctx: Ctx, filter: EventFilter) {
  const parts = partsOf(ctx, eventTable, filter)
  if (parts.length === 0) return { first: null, last: null }
  const ends = parts.map(
    where => sql`select
      (select min(event.start_at) from event where ${where} and event.start_at > '0001-01-01') as first,
      (select case when max(upper(event.span)) > ${lastInstant}::timestamptz then ${lastInstant}::timestamptz
        else max(upper(event.span)) end from event where ${where}) as last`,
  )
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(first) as first, max(last) as last from (${allOf(ends)}) as ends`.execute(ctx.db)
  return rows[0]!
}

/** Ids of events in the window, the earliest first; undefined if there are more than the limit. */
export async function findFew(ctx: Ctx, filter: EventFilter, window: TimeWindow, limit: number) {
  const parts = partsOf(ctx, eventTable, filter).map(
    where =>
      sql`select event.id, event.start_at from event where ${where} and ${during(window)} limit ${sql.lit(limit + 1)}`,
  )
  if (parts.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from (${allOf(parts)}) as found
    order by start_at, id limit ${sql.lit(limit + 1)}`.execute(ctx.db)
  return rows.length > limit ? undefined : rows.map(row => row.id)
}

/** The most severe events of a window, by time. */
export async function findGravest(ctx: Ctx, filter: EventFilter, window: TimeWindow, limit: number): Promise<number[]> {
  const parts = partsOf(ctx, eventTable, filter).map(
    where => sql`select event.id, event.severity, event.start_at from event where ${where} and ${during(window)}
      order by event.severity desc, event.id desc limit ${sql.lit(limit)}`,
  )
  if (parts.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from (
      select id, start_at from (${allOf(parts)}) as found order by severity desc, id desc limit ${sql.lit(limit)}
    ) as gravest order by start_at, id`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** The start and end of each of these events. */
export async function findSpans(ctx: Ctx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; start_at: string; end_at: string }>`
    select id, lower(span) as start_at, least(upper(span), ${lastInstant}::timestamptz) as end_at from event where id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** An event counts at its start; one that began before the window, at the window's start. */
function eventsByStart(ctx: Ctx, filter: EventFilter, { from, to }: TimeWindow, spanMs: number): RawBuilder<unknown> {
  const columns = sql`select event.id, date_bin(${spanMs} * interval '1 ms', event.start_at, ${from}::timestamptz) as bin`
  const before = sql`select event.id, ${from}::timestamptz as bin`
  return allOf(
    partsOf(ctx, eventTable, filter).flatMap(where => [
      sql`${columns} from event where ${where}
        and event.start_at >= ${from}::timestamptz and event.start_at < ${to}::timestamptz`,
      sql`${before} from event where ${where}
        and event.span @> ${from}::timestamptz and event.start_at < ${from}::timestamptz`,
    ]),
  )
}

export type SpanCount = { bin: string; count: number; lane: number | null }

/** Counts per time span. */
export async function countSpans(
  ctx: Ctx,
  filter: EventFilter,
  window: TimeWindow,
  spanMs: number,
): Promise<SpanCount[]> {
  const { rows } = await sql<SpanCount>`select bin, count(*) as count, null::bigint as lane
    from (${eventsByStart(ctx, filter, window, spanMs)}) as found group by bin order by bin`.execute(ctx.db)
  return rows
}

const kinds = {
  og: { link: sql`event_og`, id: sql`link.og_id`, table: sql`og`, policy: ogPolicy },
  person: { link: sql`event_person`, id: sql`link.person_id`, table: sql`person`, policy: personPolicy },
}

/**
 * Counts per time span for each of the `most` readable lanes with most events; lane null is for events in none of them.
 */
export async function countLaneSpans(
  ctx: Ctx,
  filter: EventFilter,
  window: TimeWindow,
  spanMs: number,
  kind: LaneKind,
  most: number,
): Promise<SpanCount[]> {
  const { link, id, table, policy } = kinds[kind]
  const { rows } = await sql<SpanCount>`
    with found as materialized (${eventsByStart(ctx, filter, window, spanMs)}),
    linked as materialized (
      select ${id} as lane, found.bin, count(*) as count from found
      join ${link} as link on link.event_id = found.id
      join ${table} on ${table}.id = ${id} and ${table}.deleted_at is null and ${readable(policy, ctx, kind)}
      group by 1, 2
    ), top as materialized (
      select lane from linked group by lane order by sum(count) desc, lane limit ${sql.lit(most)}
    )
    select lane, bin, count from linked join top using (lane)
    union all
    select null, found.bin, count(*) from found
    where not exists (select from ${link} as link join top on top.lane = ${id} where link.event_id = found.id)
    group by found.bin
    order by bin`.execute(ctx.db)
  return rows
}

/** The names of readable lanes. */
export async function findLaneNames(ctx: Ctx, kind: LaneKind, ids: readonly number[]): Promise<Map<number, string>> {
  const { table, policy } = kinds[kind]
  const { rows } = await sql<{ id: number; name: string }>`select ${table}.id, ${table}.name from ${table}
    where ${table}.id = any(${ids}::bigint[]) and ${table}.deleted_at is null and ${readable(policy, ctx, kind)}`.execute(
    ctx.db,
  )
  return new Map(rows.map(row => [row.id, row.name]))
}
