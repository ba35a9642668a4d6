import * as z from 'zod/mini'
import { provenanceFields } from './claim.api.ts'
import { endpoint } from './endpoint.ts'
import { eventSchema, eventStatuses, Level } from './entities/event.schema.ts'
import { EventTime } from './event-time.ts'
import * as field from './field.ts'
import { CustomFieldName, CustomFilter, RegionFilter } from './record.ts'
import { bulkEndpoint, recordEndpoints, restoreValueEndpoint } from './record-endpoints.ts'
import { editors, ogReaders } from './role.ts'
import {
  Id,
  IdList,
  IdParams,
  Instant,
  listQuery,
  OgRef,
  PathId,
  pageOf,
  QueryBool,
  Ref,
  Repeated,
  Required,
  Rev,
  recordFields,
  Text,
} from './wire.ts'

export { type EventStatus, eventLevels, eventSchema, eventStatuses } from './entities/event.schema.ts'

/** Labels of the links, shown next to those of the fields. */
export const eventLinkWords = {
  ogs: field.bilingual('相关组织', 'Organisations'),
  persons: field.bilingual('相关人物', 'Persons'),
} as const

const eventWriteFields = field.writeShape(eventSchema)
/** A given list replaces the links that the writer can see; links that the writer cannot see stay. */
const links = { ogs: IdList, persons: IdList }
const writable = { ...eventWriteFields, ...links }

/** The page version that an event is based on; shown only to users who may read its page. */
const Evidence = z.strictObject({
  version_id: Id,
  page_id: Id,
  url: z.string(),
  title: z.nullable(z.string()),
  fetched_at: Instant,
})

export const Event = z.strictObject({
  ...recordFields,
  ...field.readShape(eventSchema),
  ogs: z.array(OgRef),
  persons: z.array(Ref),
  evidence: z.optional(z.nullable(Evidence)),
})
export type Event = z.output<typeof Event>

/** A given version is retained as long as the event exists; null releases it. */
const page_version = z.optional(z.nullable(Id))

export const NewEvent = z.extend(z.partial(z.strictObject(writable)), {
  title: writable.title,
  page_version,
  /** The difference from which it was created. */
  diff_id: z.optional(Id),
})
export type NewEvent = z.output<typeof NewEvent>
export const EventPatch = z.extend(z.partial(z.strictObject(writable)), { page_version, rev: Rev })
export type EventPatch = z.output<typeof EventPatch>

/** The same with the source of the values. */
export const NewEventWithProvenance = z.extend(NewEvent, provenanceFields)
export const EventPatchWithProvenance = z.extend(EventPatch, provenanceFields)

export const eventOwnFields = field.writtenOf(eventSchema)
export type EventOwnField = keyof typeof eventWriteFields
export const eventFields = Object.keys(writable) as (keyof typeof writable)[]
export type EventField = keyof typeof writable

export const eventSortable = ['updated_at', 'created_at', 'start_time', 'title', 'level'] as const

/** The filter's fields, for lists and views. */
export const eventFilterShape = {
  keyword: z.optional(Text(200)),
  id: z.optional(Repeated(PathId)),
  og: z.optional(Repeated(PathId)),
  person: z.optional(Repeated(PathId)),
  category: z.optional(Repeated(Text(60))),
  /** `none`: events without a level. */
  level: z.optional(
    Repeated(
      z.pipe(
        z.string().check(z.maxLength(4), z.regex(/^(?:[1-5]|none)$/)),
        z.pipe(
          z.transform((text: string) => (text === 'none' ? null : Number(text))),
          z.nullable(Level),
        ),
      ),
    ),
  ),
  /** False: drafts without a level; true: all others. */
  assessed: z.optional(QueryBool),
  status: z.optional(Repeated(z.enum(eventStatuses))),
  region: z.optional(Repeated(RegionFilter)),
  label: z.optional(Repeated(Required(60))),
  /** Events that overlap the time from the start of `from` to the end of `to`. */
  from: z.optional(EventTime),
  to: z.optional(EventTime),
  owner: z.optional(Repeated(PathId)),
  custom: z.optional(CustomFilter),
  restricted: z.optional(QueryBool),
  trash: z.optional(QueryBool),
}
export const EventFilter = z.strictObject(eventFilterShape)
export type EventFilter = z.output<typeof EventFilter>
export const EventQuery = z.strictObject({ ...listQuery(eventSortable), ...eventFilterShape })
export type EventQuery = z.output<typeof EventQuery>

export const listEvents = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/event',
  roles: ogReaders,
  summary: 'Events',
  query: EventQuery,
  reply: pageOf(Event),
  errors: ['invalid'],
})

const names = { path: '/v1/event', one: 'an event', many: 'events' }
const roles = { read: ogReaders, write: editors }

export const {
  get: getEvent,
  remove: deleteEvent,
  restore: restoreEvent,
  history: listEventHistory,
} = recordEndpoints(names, roles, Event)

export const createEvent = endpoint({
  method: 'POST',
  path: '/v1/event',
  roles: editors,
  bound: 'write',
  summary: 'Create an event; its creator is its owner',
  body: NewEventWithProvenance,
  reply: Event,
  errors: ['invalid'],
})

export const updateEvent = endpoint({
  method: 'PUT',
  path: '/v1/event/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change an event; absent fields do not change, null clears',
  params: IdParams,
  body: EventPatchWithProvenance,
  reply: Event,
  errors: ['invalid', 'not_found', 'forbidden', 'stale', 'struck'],
})

export const restoreEventValue = restoreValueEndpoint(
  names,
  roles,
  z.union([z.enum(eventFields as [EventField, ...EventField[]]), CustomFieldName]),
  Event,
)

export const bulkEvent = bulkEndpoint(
  names,
  roles,
  EventFilter,
  z.strictObject({
    status: eventWriteFields.status,
    category: eventWriteFields.category,
    level: eventWriteFields.level,
    region: eventWriteFields.region,
    read_user: eventWriteFields.read_user,
    write_user: eventWriteFields.write_user,
    read_group: eventWriteFields.read_group,
    write_group: eventWriteFields.write_group,
    add_labels: eventWriteFields.labels,
    remove_labels: eventWriteFields.labels,
  }),
)
