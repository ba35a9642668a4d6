import * as event from '#contract/event.ts'
import type { Bind } from '#server/platform/http.ts'
import { bulkEvent } from './bulk.ts'
import * as door from './event.ts'
import { readMap } from './map.ts'
import { createNote, deleteNote, listNotes, updateNote } from './note.ts'
import { readTimeline } from './timeline.ts'

export function eventRoutes(bind: Bind): void {
  bind(event.timelineEvents, (ctx, { query }) => readTimeline(ctx, query))
  bind(event.mapEvents, (ctx, { query }) => readMap(ctx, query))
  bind(event.listTimelineNotes, (ctx, { query }) => listNotes(ctx, query))
  bind(event.createTimelineNote, (ctx, { body }) => createNote(ctx, body))
  bind(event.updateTimelineNote, (ctx, { params, body }) => updateNote(ctx, params.id, body))
  bind(event.deleteTimelineNote, (ctx, { params }) => deleteNote(ctx, params.id))
  bind(event.listEvents, (ctx, { query }) => door.listEvents(ctx, query))
  bind(event.createEvent, (ctx, { body }) => door.createEvent(ctx, body))
  bind(event.bulkEvent, (ctx, { body }) => bulkEvent(ctx, body))
  bind(event.listEventFacets, ctx => door.countFacets(ctx))
  bind(event.getEvent, (ctx, { params }) => door.getEvent(ctx, params.id))
  bind(event.updateEvent, (ctx, { params, body }) => door.updateEvent(ctx, params.id, body))
  bind(event.deleteEvent, (ctx, { params }) => door.deleteEvent(ctx, params.id))
  bind(event.restoreEvent, (ctx, { params }) => door.restoreEvent(ctx, params.id))
  bind(event.listEventHistory, (ctx, { params, query }) => door.listEventHistory(ctx, params.id, query))
  bind(event.restoreEventValue, (ctx, { params, body }) => door.restoreEventValue(ctx, { params, body }))
}
