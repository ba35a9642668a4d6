import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EventBrief } from './event-view.ts'
import { ogReaders } from './role.ts'
import { Id, Instant, Nothing, QueryOffset } from './wire.ts'

/** The asker's zone, minutes east of UTC: it says which day is today. */
const Zone = z.strictObject({
  offset: z._default(QueryOffset, 0),
})

/** How many events overlap some days (both included): as many as the event list with this period. */
const EventCount = z.strictObject({ count: z.int(), from: z.string(), to: z.string() })

/** Each number is of records the asker may read, and leads to the list of exactly those. */
export const dashboardNumbers = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/dashboard',
  roles: ogReaders,
  summary: 'The numbers of the dashboard',
  query: Zone,
  reply: z.strictObject({
    ogs: z.int(),
    sanctioned_ogs: z.int(),
    persons: z.int(),
    focus_persons: z.int(),
    /** Events that overlap the seven days from today on, and the seven before it. */
    events_coming: EventCount,
    events_past: EventCount,
  }),
  errors: ['invalid'],
})

export const dashboardEvents = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/dashboard/event',
  roles: ogReaders,
  summary: 'Events of the coming and the past two weeks, nearest first, at most 20 each',
  query: Zone,
  reply: z.strictObject({ coming: z.array(EventBrief), past: z.array(EventBrief) }),
  errors: ['invalid'],
})

/** What the morning brief says beside differences and news, which are asked for by themselves. */
export const dashboardBrief = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/dashboard/brief',
  roles: ogReaders,
  summary: 'Since when it is told, when sites were last looked at, coming events of what the asker follows',
  query: Zone,
  reply: z.strictObject({
    /** The asker’s sign-in before the present one; null at the first. */
    since: z.nullable(Instant),
    /** When a round of a readable site last ended; null where there was none or the role reads no pages. */
    looked_at: z.nullable(Instant),
    /** Begin today or tomorrow, are or name what the asker follows, and are not cleared; at most 100. */
    events: z.array(EventBrief),
  }),
  errors: ['invalid'],
})

export const clearBriefEvent = endpoint({
  method: 'PUT',
  path: '/v1/dashboard/brief',
  roles: ogReaders,
  bound: 'write',
  summary: 'Clear a coming event from one’s own brief, or take that back',
  body: z.strictObject({ event_id: Id, is_done: z._default(z.boolean(), true) }),
  reply: Nothing,
  errors: ['invalid', 'not_found'],
})
