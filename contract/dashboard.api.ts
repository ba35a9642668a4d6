import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EventSummary } from './event-view.api.ts'
import { editors, ogReaders } from './role.ts'
import { Id, Instant, Nothing, QueryOffset } from './wire.ts'

/** The caller's time zone in minutes east of UTC; it determines the current day. */
const Zone = z.strictObject({
  offset: z._default(QueryOffset, 0),
})

/** Number of events that overlap some days (both inclusive). It equals the number in the event list for this period. */
const EventCount = z.strictObject({ count: z.int(), from: z.string(), to: z.string() })

/** Each number counts the records that the caller may read, and links to the list of exactly those. */
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
    /** Events that overlap the seven days starting today, and those that overlap the seven days before. */
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
  summary:
    'Events of the next and the past two weeks, nearest first, at most 20 each; without drafts that no record is linked with',
  query: Zone,
  reply: z.strictObject({ coming: z.array(EventSummary), past: z.array(EventSummary) }),
  errors: ['invalid'],
})

/** The digest of the day, except differences and notifications, which have separate endpoints. */
export const dashboardBrief = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/dashboard/brief',
  roles: ogReaders,
  summary: 'The digest: its period, the time of the last crawl, and upcoming events of followed records',
  query: Zone,
  reply: z.strictObject({
    /** The caller’s sign-in before the present one; null at the first. */
    since: z.nullable(Instant),
    /** When a round of a readable site last ended; null if there was none or the role reads no pages. */
    looked_at: z.nullable(Instant),
    /**
     * Events that begin today or tomorrow, that the caller follows or that name a followed record, and that are not
     * cleared; at most 100.
     */
    events: z.array(EventSummary),
  }),
  errors: ['invalid'],
})

export const clearBriefEvent = endpoint({
  method: 'PUT',
  path: '/v1/dashboard/brief',
  roles: ogReaders,
  bound: 'write',
  summary: 'Dismiss an upcoming event from one’s own digest, or undo that',
  body: z.strictObject({ event_id: Id, is_done: z._default(z.boolean(), true) }),
  reply: Nothing,
  errors: ['invalid', 'not_found'],
})

/** The first work in a new console: records, a watched site, a screening list. */
export const firstStepNames = ['record', 'site', 'list'] as const

export const firstSteps = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/dashboard/first_step',
  roles: editors,
  summary: 'The first steps that are not done yet and that the caller’s role can do',
  reply: z.strictObject({ open: z.array(z.enum(firstStepNames)) }),
})
