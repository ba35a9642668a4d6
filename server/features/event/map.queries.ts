import { sql } from 'kysely'
import type { EventFilter } from '#contract/event.api.ts'
import { allOf, partsOf } from '#server/core/parts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { eventTable } from './event.queries.ts'

export async function countRegions(ctx: Ctx, filter: EventFilter) {
  const parts = partsOf(ctx, eventTable, filter).map(
    where => sql`select event.region, count(*) as count from event where ${where} group by 1`,
  )
  if (parts.length === 0) return []
  const { rows } = await sql<{ region: string | null; count: number }>`
    select region, sum(count)::bigint as count from (${allOf(parts)}) as part group by 1 order by 2 desc, 1`.execute(
    ctx.db,
  )
  return rows
}

type EventMapPoint = { lat: number; lng: number; count: number; event_id: number; title: string; level: number | null }

/** Level and id in one number, so that the most severe event of a cell has the greatest. Ids stay below 2^48. */
const gravest = sql`max((event.severity::bigint << 48) | event.id)`

/**
 * Events with a place, grouped in cells of a tenth of a degree; in cells of one degree if there are more than `most`,
 * and of six degrees (at most 1,800) if there are still more.
 */
export async function findPoints(ctx: Ctx, filter: EventFilter, most: number): Promise<EventMapPoint[]> {
  const parts = partsOf(ctx, eventTable, filter).map(
    where => sql`select floor(event.lat * 10) / 10 as y, floor(event.lng * 10) / 10 as x,
        sum(event.lat) as lat, sum(event.lng) as lng, count(*) as count, ${gravest} as top
      from event where ${where} and event.lat is not null group by 1, 2`,
  )
  if (parts.length === 0) return []
  const { rows } = await sql<EventMapPoint>`
    with cell as materialized (${allOf(parts)}),
    grid as (
      select case
        when (select count(*) from cell) <= ${most} then 0.1::float8
        when (select count(*) from (select distinct floor(y), floor(x) from cell) as one) <= ${most} then 1
        else 6 end as size
    ), point as (
      select sum(lat) / sum(count) as lat, sum(lng) / sum(count) as lng, sum(count)::bigint as count, max(top) as top
      from cell, grid group by floor(y / grid.size), floor(x / grid.size)
    )
    select point.lat, point.lng, point.count, event.id as event_id, event.title, event.level
    from point join event on event.id = point.top & ((1::bigint << 48) - 1)
    order by point.count, event.id`.execute(ctx.db)
  return rows
}
