import { type ErasureAdapter, idsOf } from '#server/features/erasure/erasure.service.ts'
import { findEventsOf, readEventsOf, readNotesOf, removeEvents, unlinkPersonsFromEvents } from './erase.queries.ts'

/** The erasure of events: they lose the link to an erased person, or are deleted. */
export const eventErasure: ErasureAdapter = {
  name: 'event',
  choices: ['unlink', 'delete'],
  find: async (ctx, { ids }) => {
    const events = await findEventsOf(ctx, ids)
    return { count: events.length, items: events.slice(0, 100).map(event => ({ noun: 'event', ...event })) }
  },
  erase: async (ctx, { ids }, decision) => {
    const all = (await findEventsOf(ctx, ids)).map(event => event.id)
    const gone = idsOf(all, 'delete', decision)
    await removeEvents(ctx, gone)
    await unlinkPersonsFromEvents(ctx, all, ids)
    const counts = { event: gone.length, event_link: all.length - gone.length }
    return { counts, gone: { noun: 'event', ids: gone } }
  },
  held: async (ctx, { ids }) => ({ events: await readEventsOf(ctx, ids), timeline_notes: await readNotesOf(ctx, ids) }),
}
