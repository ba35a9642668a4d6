import * as z from 'zod/mini'
import * as card from './card.ts'
import { endpoint } from './endpoint.ts'
import { eventCard, eventStatuses, Level } from './event-card.ts'
import { EventTime } from './event-time.ts'
import { History } from './history.ts'
import { partyNouns } from './noun.ts'
import { bulkOf, RegionFilter } from './record.ts'
import { editors, ogReaders } from './role.ts'
import {
  Day,
  Id,
  IdList,
  IdParams,
  Instant,
  listQuery,
  Nothing,
  PathId,
  pageOf,
  QueryBool,
  QueryInteger,
  QueryOffset,
  Ref,
  Repeated,
  Required,
  Rev,
  recordFields,
  Text,
} from './wire.ts'

export { type EventStatus, eventCard, eventLevels, eventStatuses } from './event-card.ts'

/** What links are called, where they stand beside the fields. */
export const eventLinkWords = {
  ogs: card.words('相关组织', 'Organisations'),
  persons: card.words('相关人物', 'Persons'),
} as const

const own = card.writeShape(eventCard)
/** Given, they replace what the writer can see of them; what the writer cannot see stays. */
const links = { ogs: IdList, persons: IdList }
const writable = { ...own, ...links }

/** The page version that an event rests on; told to who may read its page. */
const Evidence = z.strictObject({
  version_id: Id,
  page_id: Id,
  url: z.string(),
  title: z.nullable(z.string()),
  fetched_at: Instant,
})

/** An event as calendars, timelines and panels show it. */
export const EventBrief = z.strictObject({
  id: Id,
  title: z.string(),
  category: z.nullable(z.string()),
  level: z.int(),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  region: z.nullable(z.string()),
  address: z.nullable(z.string()),
  status: z.enum(eventStatuses),
  ogs: z.array(Ref),
  persons: z.array(Ref),
})
export type EventBrief = z.output<typeof EventBrief>

export const Event = z.strictObject({
  ...recordFields,
  ...card.readShape(eventCard),
  ogs: z.array(Ref),
  persons: z.array(Ref),
  evidence: z.optional(z.nullable(Evidence)),
})
export type Event = z.output<typeof Event>

/** Given, it is kept for as long as the event is; null lets it go. */
const page_version = z.optional(z.nullable(Id))

export const NewEvent = z.extend(z.partial(z.strictObject(writable)), {
  title: writable.title,
  page_version,
  /** The difference it was made of. */
  diff_id: z.optional(Id),
})
export type NewEvent = z.output<typeof NewEvent>
export const EventPatch = z.extend(z.partial(z.strictObject(writable)), { page_version, rev: Rev })
export type EventPatch = z.output<typeof EventPatch>

export const eventOwnFields = card.writtenOf(eventCard)
export type EventOwnField = keyof typeof own
export const eventFields = Object.keys(writable) as (keyof typeof writable)[]
export type EventField = keyof typeof writable

export const eventSortable = ['updated_at', 'created_at', 'start_time', 'title', 'level'] as const

const filter = {
  keyword: z.optional(Text(200)),
  id: z.optional(Repeated(PathId)),
  og: z.optional(Repeated(PathId)),
  person: z.optional(Repeated(PathId)),
  category: z.optional(Repeated(Text(60))),
  level: z.optional(
    Repeated(z.pipe(z.string().check(z.maxLength(1), z.regex(/^[1-5]$/)), z.pipe(z.transform(Number), Level))),
  ),
  status: z.optional(Repeated(z.enum(eventStatuses))),
  region: z.optional(Repeated(RegionFilter)),
  label: z.optional(Repeated(Required(60))),
  /** Events that overlap the time from the start of `from` to the end of `to`. */
  from: z.optional(EventTime),
  to: z.optional(EventTime),
  owner: z.optional(Repeated(PathId)),
  restricted: z.optional(QueryBool),
  trash: z.optional(QueryBool),
}
export const EventFilter = z.strictObject(filter)
export type EventFilter = z.output<typeof EventFilter>
export const EventQuery = z.strictObject({ ...listQuery(eventSortable), ...filter })
export type EventQuery = z.output<typeof EventQuery>

export const listEvents = endpoint({
  method: 'GET',
  path: '/v1/event',
  roles: ogReaders,
  summary: 'Events',
  query: EventQuery,
  reply: pageOf(Event),
  errors: ['invalid'],
})

export const getEvent = endpoint({
  method: 'GET',
  path: '/v1/event/{id}',
  roles: ogReaders,
  summary: 'One event',
  params: IdParams,
  reply: Event,
  errors: ['not_found'],
})

export const createEvent = endpoint({
  method: 'POST',
  path: '/v1/event',
  roles: editors,
  bound: 'write',
  summary: 'Create an event; its creator is its owner',
  body: NewEvent,
  reply: Event,
  errors: ['invalid'],
})

export const updateEvent = endpoint({
  method: 'PUT',
  path: '/v1/event/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change an event: absent keeps, null clears',
  params: IdParams,
  body: EventPatch,
  reply: Event,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const deleteEvent = endpoint({
  method: 'DELETE',
  path: '/v1/event/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Move an event to the trash',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})

export const restoreEvent = endpoint({
  method: 'POST',
  path: '/v1/event/{id}/restore',
  roles: editors,
  bound: 'write',
  summary: 'Bring an event back from the trash (30 days)',
  params: IdParams,
  reply: Event,
  errors: ['not_found', 'forbidden'],
})

export const listEventHistory = endpoint({
  method: 'GET',
  path: '/v1/event/{id}/history',
  roles: ogReaders,
  summary: 'Who changed which field when, newest first',
  params: IdParams,
  query: z.strictObject(listQuery(['at'])),
  reply: pageOf(History),
  errors: ['not_found', 'invalid'],
})

export const restoreEventValue = endpoint({
  method: 'POST',
  path: '/v1/event/{id}/history/{history_id}/restore',
  roles: editors,
  bound: 'write',
  summary: 'Give one field the value it had before the named change',
  params: z.strictObject({ id: PathId, history_id: PathId }),
  body: z.strictObject({ field: z.enum(eventFields as [EventField, ...EventField[]]), rev: Rev }),
  reply: Event,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const bulkEvent = endpoint({
  method: 'POST',
  path: '/v1/event/bulk',
  roles: editors,
  bound: 'bulk',
  summary: 'One act on many events: those named, or all that match a filter if still as many as expected',
  ...bulkOf(
    EventFilter,
    z.strictObject({
      status: own.status,
      category: own.category,
      level: own.level,
      region: own.region,
      read_user: own.read_user,
      write_user: own.write_user,
      add_labels: own.labels,
      remove_labels: own.labels,
    }),
  ),
  errors: ['invalid', 'count_changed'],
})

const FacetCount = z.strictObject({ value: z.string(), count: z.int() })
export const listEventFacets = endpoint({
  method: 'GET',
  path: '/v1/event/facet',
  roles: ogReaders,
  summary: 'Categories and labels in use on events that the asker may read, most used first',
  reply: z.strictObject({ categories: z.array(FacetCount), labels: z.array(FacetCount) }),
})

/** Filter of the views over time and space; they need no order and no pages. */
const { trash: _trash, from: _from, to: _to, ...viewFilter } = filter

export const calendarEvents = endpoint({
  method: 'GET',
  path: '/v1/event/calendar',
  roles: ogReaders,
  summary:
    'Events of some days (at most 62), gravest first where there are more than `limit`, with the count of each day',
  query: z.strictObject({
    ...viewFilter,
    /** Days `2026-11-01`, both included, read in the asker's zone: `offset` is minutes east of UTC. */
    from: Day,
    to: Day,
    offset: z._default(QueryOffset, 0),
    limit: z._default(QueryInteger.check(z.minimum(1), z.maximum(2000)), 300),
  }),
  reply: z.strictObject({
    items: z.array(EventBrief),
    days: z.array(z.strictObject({ day: z.string(), count: z.int() })),
    total: z.int(),
    is_cut: z.boolean(),
  }),
  errors: ['invalid'],
})

/** A timeline's row: an organisation, a person, or null for events without one. */
const Lane = z.strictObject({ id: z.nullable(Id), name: z.nullable(z.string()) })

export const timelineEvents = endpoint({
  method: 'GET',
  path: '/v1/event/timeline',
  roles: ogReaders,
  summary: 'Events between two instants, singly where they are few, counted by spans of time where they are many',
  query: z.strictObject({
    ...viewFilter,
    /** The window; absent: from the first event to the last. */
    from: z.optional(Instant),
    to: z.optional(Instant),
    by: z._default(z.enum(['none', ...partyNouns]), 'none'),
    limit: z._default(QueryInteger.check(z.minimum(1), z.maximum(1000)), 300),
  }),
  reply: z.strictObject({
    from: z.nullable(Instant),
    to: z.nullable(Instant),
    /** First and last instant of all that the filter finds, whatever the window. */
    first: z.nullable(Instant),
    last: z.nullable(Instant),
    total: z.int(),
    lanes: z.array(Lane),
    /** Single events, each with the index of its lane; the gravest `limit` where there are more. */
    items: z.array(z.strictObject({ lane: z.int(), event: EventBrief, start_at: Instant, end_at: Instant })),
    /** Counts where events are more than `limit`: half-open spans. */
    spans: z.array(z.strictObject({ lane: z.int(), from: Instant, to: Instant, count: z.int() })),
  }),
  errors: ['invalid'],
})

export const mapEvents = endpoint({
  method: 'GET',
  path: '/v1/event/map',
  roles: ogReaders,
  summary: 'Events by country, and those with a place as points, near ones together',
  query: z.strictObject({ ...viewFilter, from: z.optional(EventTime), to: z.optional(EventTime) }),
  reply: z.strictObject({
    total: z.int(),
    regions: z.array(z.strictObject({ region: z.nullable(z.string()), count: z.int() })),
    points: z.array(
      z.strictObject({
        lat: z.number(),
        lng: z.number(),
        count: z.int(),
        /** The only event, or the gravest of them. */
        event_id: Id,
        title: z.string(),
        level: z.int(),
      }),
    ),
  }),
  errors: ['invalid'],
})

export const icalEvents = endpoint({
  method: 'GET',
  path: '/v1/event/ical',
  roles: ogReaders,
  summary: 'What a filter finds as an iCalendar file (at most 5,000, the latest)',
  query: z.strictObject({ ...viewFilter, from: z.optional(EventTime), to: z.optional(EventTime) }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['invalid'],
})
