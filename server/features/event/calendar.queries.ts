import { type RawBuilder, sql } from 'kysely'
import type { EventFilter } from '#contract/event.api.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { readable } from '#server/core/access.ts'
import { ogRef } from '#server/core/link.queries.ts'
import { allOf, partsOf } from '#server/core/parts.ts'
import { policies } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { eventTable } from './event.queries.ts'

/** Days from `from` on, in a time zone `offset` minutes east of UTC. */
type Days = { from: string; dayCount: number; offset: number; limit: number }

/**
 * The number of events that begin and end on each day of the window, by the day's index; events outside it count at its
 * edges.
 */
type Calendar = { items: EventSummary[]; begins: Record<string, number>; ends: Record<string, number> }

/**
 * Returns the events of a calendar. Days without a time are the same days in every zone; instants are converted to the
 * requester's zone. An event that ends at midnight does not reach into the next day. It is one statement, so that
 * events, their links and the counts agree.
 */
export async function findCalendar(ctx: Ctx, filter: EventFilter, days: Days): Promise<Calendar> {
  const { from, dayCount, offset, limit } = days
  const found = eventsNear(ctx, filter, days)
  if (found.length === 0) return { items: [], begins: {}, ends: {} }
  const isTimed = (column: string) => sql`strpos(${sql.ref(column)}, 'T') > 0`
  const shift = sql`interval '1 minute' * ${offset}::int`
  // If an event begins with whole days and ends at a time of day before those days are over, the end of its span is the
  // end of those days.
  const endsTimed = sql`case when end_time is null then ${isTimed('start_time')}
    else ${isTimed('end_time')} and (${isTimed('start_time')} or upper(span) <> time_to(start_time)) end`
  const dayOf = (at: RawBuilder<unknown>, timed: RawBuilder<unknown>) =>
    sql`(${at} at time zone 'UTC' + case when ${timed} then ${shift} else interval '0' end)::date - ${from}::date`
  // The text must not begin with a line break, so that the statement is prepared.
  const { rows } = await sql<Calendar>`with placed as materialized (
      select id, level, start_at,
        ${dayOf(sql`lower(span)`, isTimed('start_time'))} as first_day,
        ${dayOf(sql`(upper(span) - interval '1 ms')`, endsTimed)} as last_day
      from (${allOf(found)}) as found
    ), inside as materialized (
      select * from placed where first_day < ${dayCount}::int and last_day >= 0
    ), told as materialized (
      select id, level, start_at from inside order by level desc nulls last, start_at, id limit ${limit}::int
    )
    select
      (select coalesce(json_agg(brief), '[]') from (${briefs(ctx)}) as brief) as items,
      (select coalesce(json_object_agg(day, count), '{}') from (
        select greatest(first_day, 0) as day, count(*) from inside group by 1) as counts) as begins,
      (select coalesce(json_object_agg(day, count), '{}') from (
        select least(last_day, ${dayCount}::int - 1) as day, count(*) from inside group by 1) as counts) as ends`.execute(
    ctx.db,
  )
  return rows[0] ?? { items: [], begins: {}, ends: {} }
}

/** Events of the window and a day around it, as subqueries; without a filter they use only indexes. */
function eventsNear(ctx: Ctx, filter: EventFilter, { from, dayCount }: Days): RawBuilder<unknown>[] {
  const columns = sql`select event.id, event.level, event.start_at, event.span, event.start_time, event.end_time from event`
  const first = sql`(${from}::date - 1)::timestamp at time zone 'UTC'`
  const last = sql`(${from}::date + ${dayCount}::int + 1)::timestamp at time zone 'UTC'`
  if (Object.values(filter).some(value => value !== undefined))
    return partsOf(ctx, eventTable, filter).map(
      where => sql`${columns} where ${where} and event.span && tstzrange(${first}, ${last})`,
    )
  return [
    ...partsOf(ctx, eventTable, filter, { isCounted: true }).map(
      where => sql`${columns} where ${where} and event.start_at >= ${first} and event.start_at < ${last}`,
    ),
    ...partsOf(ctx, eventTable, filter).map(
      where => sql`${columns} where ${where} and event.start_at < ${first} and event.span @> ${first}`,
    ),
  ]
}

/** Details of the events in `told`, with their readable links sorted by name. */
function briefs(ctx: Ctx): RawBuilder<unknown> {
  const links = (kind: PartyEntity) => {
    const [id, name] = [sql.ref(`${kind}.id`), sql.ref(`${kind}.name`)]
    return sql`(select coalesce(json_agg(${kind === 'og' ? ogRef(kind) : sql`json_build_object('id', ${id}, 'name', ${name})`} order by ${name}, ${id}), '[]')
      from ${sql.table(`event_${kind}`)} as link join ${sql.table(kind)} on ${id} = ${sql.ref(`link.${kind}_id`)}
      where link.event_id = event.id and ${sql.ref(`${kind}.deleted_at`)} is null and ${readable(policies[kind], ctx, kind)})`
  }
  return sql`select event.id, event.title, event.category, event.level, event.start_time, event.end_time, event.region,
      event.address, event.status, ${links('og')} as ogs, ${links('person')} as persons
    from told join event on event.id = told.id order by told.level desc nulls last, told.start_at, told.id`
}
