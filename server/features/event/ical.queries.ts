import type { EventFilter } from '#contract/event.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { filterEvents } from './list.queries.ts'

/** Events that have a time, the latest first. */
export function findDated(ctx: Ctx, filter: EventFilter, limit: number) {
  return filterEvents(ctx, filter)
    .select([
      'event.id',
      'event.title',
      'event.desc',
      'event.category',
      'event.level',
      'event.start_time',
      'event.end_time',
      'event.address',
      'event.lat',
      'event.lng',
      'event.labels',
      'event.source_url',
      'event.status',
      'event.created_at',
      'event.updated_at',
    ])
    .where('event.start_time', 'is not', null)
    .$narrowType<{ start_time: string }>()
    .orderBy('event.start_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(limit)
    .execute()
}
