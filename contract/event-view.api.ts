import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { eventStatuses } from './entities/event.schema.ts'
import { eventFilterShape } from './event.api.ts'
import { EventTime } from './event-time.ts'
import { partyEntities } from './registry.ts'
import { ogReaders } from './role.ts'
import { Day, engName, Id, Instant, OgRef, QueryNumber, QueryOffset, Ref } from './wire.ts'

/** An event as calendars, timelines and panels show it. */
export const EventSummary = z.strictObject({
  id: Id,
  title: z.string(),
  category: z.nullable(z.string()),
  level: z.nullable(z.int()),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  region: z.nullable(z.string()),
  address: z.nullable(z.string()),
  status: z.enum(eventStatuses),
  ogs: z.array(OgRef),
  persons: z.array(Ref),
})
export type EventSummary = z.output<typeof EventSummary>

const FacetCount = z.strictObject({ value: z.string(), count: z.int() })
export const listEventFacets = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/event/facet',
  roles: ogReaders,
  summary: 'Categories and labels in use on events that the requester may read, most used first',
  reply: z.strictObject({ categories: z.array(FacetCount), labels: z.array(FacetCount) }),
})

/** Filter of the calendar, timeline and map views; they have no order and no pages. */
const { trash: _trash, from: _from, to: _to, ...viewFilter } = eventFilterShape

export const calendarEvents = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/event/calendar',
  roles: ogReaders,
  summary: 'Events of at most 62 days, most serious first if there are more than `limit`, with the count of each day',
  query: z.strictObject({
    ...viewFilter,
    /** Days such as `2026-11-01`, both inclusive, in the caller's zone: `offset` is minutes east of UTC. */
    from: Day,
    to: Day,
    offset: z._default(QueryOffset, 0),
    limit: z._default(QueryNumber(1, 2000), 300),
  }),
  reply: z.strictObject({
    items: z.array(EventSummary),
    days: z.array(z.strictObject({ day: z.string(), count: z.int() })),
    total: z.int(),
    is_cut: z.boolean(),
  }),
  errors: ['invalid'],
})

/** A timeline's row: an organisation, a person, or null for events without one. */
const Lane = z.strictObject({ id: z.nullable(Id), name: z.nullable(z.string()), ...engName })

export const timelineEvents = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/event/timeline',
  roles: ogReaders,
  summary: 'Events between two instants: single events if they are few, counts by time span if they are many',
  query: z.strictObject({
    ...viewFilter,
    /** The window; if absent, from the first event to the last. */
    from: z.optional(Instant),
    to: z.optional(Instant),
    by: z._default(z.enum(['none', ...partyEntities]), 'none'),
    limit: z._default(QueryNumber(1, 1000), 300),
  }),
  reply: z.strictObject({
    from: z.nullable(Instant),
    to: z.nullable(Instant),
    /** First and last instant of all events that match the filter, regardless of the window. */
    first: z.nullable(Instant),
    last: z.nullable(Instant),
    total: z.int(),
    lanes: z.array(Lane),
    /** Single events, each with the index of its lane; if there are more than `limit`, the most serious ones. */
    items: z.array(z.strictObject({ lane: z.int(), event: EventSummary, start_at: Instant, end_at: Instant })),
    /** Counts per half-open span, if there are more than `limit` events. */
    spans: z.array(z.strictObject({ lane: z.int(), from: Instant, to: Instant, count: z.int() })),
  }),
  errors: ['invalid'],
})

export const mapEvents = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/event/map',
  roles: ogReaders,
  summary: 'Events by country, and events with coordinates as points, clustered',
  query: z.strictObject({ ...viewFilter, from: z.optional(EventTime), to: z.optional(EventTime) }),
  reply: z.strictObject({
    total: z.int(),
    regions: z.array(z.strictObject({ region: z.nullable(z.string()), count: z.int() })),
    points: z.array(
      z.strictObject({
        lat: z.number(),
        lng: z.number(),
        count: z.int(),
        /** The only event, or the most serious of them. */
        event_id: Id,
        title: z.string(),
        level: z.nullable(z.int()),
      }),
    ),
  }),
  errors: ['invalid'],
})

export const icalEvents = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/event/ical',
  roles: ogReaders,
  summary: 'Events that match a filter as an iCalendar file (at most 5,000, the latest)',
  query: z.strictObject({ ...viewFilter, from: z.optional(EventTime), to: z.optional(EventTime) }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['invalid'],
})
