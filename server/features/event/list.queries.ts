import { sql } from 'kysely'
import type { EventFilter } from '#contract/event.api.ts'
import { whereOf } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { eventTable } from './event.queries.ts'

/** All events that match the filter and that this reader may read, as a query. */
export function filterEvents(ctx: Ctx, filter: EventFilter) {
  return ctx.db.selectFrom('event').where(whereOf(ctx, eventTable, filter))
}

const summaryColumns = [
  'event.id',
  'event.title',
  'event.category',
  'event.level',
  'event.start_time',
  'event.end_time',
  'event.region',
  'event.address',
  'event.status',
] as const

/** Readable events with these ids as panels show them, without links, in the order of the ids. */
export async function findEventSummaries(ctx: Ctx, ids: readonly number[]) {
  const rows = await filterEvents(ctx, {})
    .select(summaryColumns)
    .where('event.id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** One page of a person's or an organisation's events, by time. */
export async function findEventPage(
  ctx: Ctx,
  filter: EventFilter,
  { current, pageSize, isAscending }: { current: number; pageSize: number; isAscending: boolean },
) {
  const direction = isAscending ? 'asc' : 'desc'
  const [items, count] = await Promise.all([
    filterEvents(ctx, filter)
      .select(summaryColumns)
      .orderBy('event.start_at', direction)
      .orderBy('event.id', direction)
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    filterEvents(ctx, filter)
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total: count.total, current, pageSize }
}

/** Categories and labels in use, most used first. */
export async function countFacets(ctx: Ctx) {
  const [categories, labels] = await Promise.all([
    filterEvents(ctx, {})
      .select(['event.category as value', eb => eb.fn.countAll<number>().as('count')])
      .where('event.category', 'is not', null)
      .groupBy('event.category')
      .orderBy('count', 'desc')
      .orderBy('event.category')
      .limit(100)
      .$narrowType<{ value: string }>()
      .execute(),
    filterEvents(ctx, {})
      .where(sql<boolean>`event.labels <> '{}'`)
      .select([sql<string>`unnest(event.labels)`.as('value'), eb => eb.fn.countAll<number>().as('count')])
      .groupBy('value')
      .orderBy('count', 'desc')
      .orderBy('value')
      .limit(100)
      .execute(),
  ])
  return { categories, labels }
}
