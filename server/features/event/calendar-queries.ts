import { sql } from 'kysely'
import type { EventFilter } from '#contract/event.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { allOf, partsOf } from '#server/platform/record-parts.ts'
import { eventTable } from './queries.ts'

/** Days from `from` on, read `offset` minutes east of UTC. */
type Days = { from: string; dayCount: number; offset: number; limit: number }

/** How many begin on each day of the window and how many end on it, by the day's place; those outside at its edges. */
type Calendar = { ids: number[]; begins: Record<string, number>; ends: Record<string, number>; total: number }

/**
 * Days without an hour are the same days in every zone; instants are moved to the asker's. An event that ends at
 * midnight does not reach into the next day.
 */
export async function findCalendar(ctx: Ctx, filter: EventFilter, days: Days): Promise<Calendar> {
  const { from, dayCount, offset, limit } = days
  const parts = partsOf(ctx, eventTable, filter)
  if (parts.length === 0) return { ids: [], begins: {}, ends: {}, total: 0 }
  const isTimed = (column: string) => sql`strpos(${sql.ref(`event.${column}`)}, 'T') > 0`
  const shift = sql`interval '1 minute' * ${offset}::int`
  // The span's end is the start's own where an event that ends at an hour begins with whole days that last longer.
  const endsTimed = sql`case when event.end_time is null then ${isTimed('start_time')}
    else ${isTimed('end_time')} and (${isTimed('start_time')} or upper(event.span) <> time_to(event.start_time)) end`
  const dayOf = (at: ReturnType<typeof sql>, timed: ReturnType<typeof sql>) =>
    sql`(${at} at time zone 'UTC' + case when ${timed} then ${shift} else interval '0' end)::date - ${from}::date`
  const found = parts.map(
    where => sql`select event.id, event.level, event.start_at,
        ${dayOf(sql`lower(event.span)`, isTimed('start_time'))} as first_day,
        ${dayOf(sql`(upper(event.span) - interval '1 ms')`, endsTimed)} as last_day
      from event where ${where} and event.span && tstzrange(
        (${from}::date - 1)::timestamp at time zone 'UTC',
        (${from}::date + ${dayCount}::int + 1)::timestamp at time zone 'UTC')`,
  )
  const { rows } = await sql<Calendar>`
    with inside as materialized (
      select * from (${allOf(found)}) as found where first_day < ${dayCount}::int and last_day >= 0
    )
    select
      (select coalesce(json_agg(id), '[]') from (
        select id from inside order by level desc, start_at, id limit ${limit}::int) as gravest) as ids,
      (select coalesce(json_object_agg(day, count), '{}') from (
        select greatest(first_day, 0) as day, count(*) from inside group by 1) as counts) as begins,
      (select coalesce(json_object_agg(day, count), '{}') from (
        select least(last_day, ${dayCount}::int - 1) as day, count(*) from inside group by 1) as counts) as ends,
      (select count(*) from inside) as total`.execute(ctx.db)
  return rows[0] ?? { ids: [], begins: {}, ends: {}, total: 0 }
}
