import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EventBrief } from './event-view.ts'
import { ogReaders } from './role.ts'
import { QueryOffset } from './wire.ts'

/** The asker's zone, minutes east of UTC: it says which day is today. */
const Zone = z.strictObject({
  offset: z._default(QueryOffset, 0),
})

/** How many events overlap some days (both included): as many as the event list with this period. */
const EventCount = z.strictObject({ count: z.int(), from: z.string(), to: z.string() })

/** Each number is of records the asker may read, and leads to the list of exactly those. */
export const dashboardNumbers = endpoint({
  method: 'GET',
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
  path: '/v1/dashboard/event',
  roles: ogReaders,
  summary: 'Events of the coming and the past two weeks, nearest first, at most 20 each',
  query: Zone,
  reply: z.strictObject({ coming: z.array(EventBrief), past: z.array(EventBrief) }),
  errors: ['invalid'],
})
