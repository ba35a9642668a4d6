import { Readable } from 'node:stream'
import { bilingual } from '#contract/bilingual.ts'
import * as event from '#contract/event.api.ts'
import * as feed from '#contract/event-feed.api.ts'
import * as eventNote from '#contract/event-note.api.ts'
import * as view from '#contract/event-view.api.ts'
import { saveStated } from '#server/features/claim/claim.service.ts'
import { sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkEvent } from './bulk.ts'
import { readCalendar } from './calendar.ts'
import * as service from './event.service.ts'
import { createFeed, deleteFeed, listFeeds, readFeed } from './feed.ts'
import { exportIcal } from './ical.ts'
import { readMap } from './map.ts'
import { createNote, deleteNote, listNotes, updateNote } from './note.ts'
import { readTimeline } from './timeline.ts'

const icalType = 'text/calendar; charset=utf-8'

export function eventRoutes(bind: Bind, { publicUrl }: { publicUrl: string | undefined }): void {
  bind(view.calendarEvents, (ctx, { query }) => readCalendar(ctx, query))
  bind(view.icalEvents, async (ctx, { query }, { reply }) => {
    const name = bilingual('事件', 'Events')[ctx.locale]
    const text = await exportIcal(ctx, query, { name, publicUrl })
    return sendAttachment(reply, { name: 'events.ics', mediaType: icalType, content: Readable.from([text]) })
  })
  bind(feed.listEventFeeds, ctx => listFeeds(ctx))
  bind(feed.createEventFeed, (ctx, { body }) => createFeed(ctx, body))
  bind(feed.deleteEventFeed, (ctx, { params }) => deleteFeed(ctx, params.id))
  bind(feed.readEventFeed, async (ctx, { params }, { reply }) => {
    const text = await readFeed(ctx, params.token, publicUrl)
    return reply.header('cache-control', 'private, no-store').type(icalType).send(text)
  })
  bind(view.timelineEvents, (ctx, { query }) => readTimeline(ctx, query))
  bind(view.mapEvents, (ctx, { query }) => readMap(ctx, query))
  bind(eventNote.listTimelineNotes, (ctx, { query }) => listNotes(ctx, query))
  bind(eventNote.createTimelineNote, (ctx, { body }) => createNote(ctx, body))
  bind(eventNote.updateTimelineNote, (ctx, { params, body }) => updateNote(ctx, params.id, body))
  bind(eventNote.deleteTimelineNote, (ctx, { params }) => deleteNote(ctx, params.id))
  bind(event.listEvents, (ctx, { query }) => service.listEvents(ctx, query))
  bind(event.createEvent, (ctx, { body }) => saveStated(ctx, { noun: 'event' }, body, service.createEvent))
  bind(event.bulkEvent, (ctx, { body }) => bulkEvent(ctx, body))
  bind(view.listEventFacets, ctx => service.countFacets(ctx))
  bind(event.getEvent, (ctx, { params }) => service.getEvent(ctx, params.id))
  bind(event.updateEvent, (ctx, { params: { id }, body }) =>
    saveStated(ctx, { noun: 'event', id }, body, (ctx, values) => service.updateEvent(ctx, id, values)),
  )
  bind(event.deleteEvent, (ctx, { params }) => service.deleteEvent(ctx, params.id))
  bind(event.restoreEvent, (ctx, { params }) => service.restoreEvent(ctx, params.id))
  bind(event.listEventHistory, (ctx, { params, query }) => service.listEventHistory(ctx, params.id, query))
  bind(event.restoreEventValue, (ctx, { params, body }) => service.restoreEventValue(ctx, { params, body }))
}
