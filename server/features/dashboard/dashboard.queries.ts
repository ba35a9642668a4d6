import { sql } from 'kysely'
import { filterEvents, isConfirmedOrLinked } from '#server/features/event/event.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Days such as `2026-11-21`, both included. */
export type DayRange = { from: string; to: string }

/** The number of readable events that overlap the days: the same as in the list with this period. */
export async function countEvents(ctx: Ctx, days: DayRange): Promise<number> {
  const row = await filterEvents(ctx, days)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

/**
 * The sort key of upcoming events: an event known only to the month or year counts at the end of that time, not before
 * events with a day.
 */
export const comingAt = sql<string>`case when length(event.start_time) < 10
  then upper(span_of(event.start_time, null)) else event.start_at end`

/**
 * Ids of readable events that overlap the days, the nearest first. Drafts that no record is linked with are left out:
 * imported calendars have hundreds of them, and other events would not be among the first.
 */
export async function findEventsNear(
  ctx: Ctx,
  days: DayRange,
  direction: 'asc' | 'desc',
  limit: number,
): Promise<number[]> {
  // The offset prevents the planner from scanning all events in their order to reach the days.
  const found = filterEvents(ctx, days)
    .select('event.id')
    .where(isConfirmedOrLinked(ctx))
    .select((direction === 'asc' ? comingAt : sql<string>`event.start_at`).as('place'))
    .offset(sql.lit(0))
  const rows = await ctx.db
    .selectFrom(found.as('found'))
    .select('found.id')
    .orderBy('found.place', direction)
    .orderBy('found.id', direction)
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}
