import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EventTime } from './event-time.ts'
import { editors, ogReaders } from './role.ts'
import { Id, IdParams, Instant, Nothing, PathId, Repeated, Required, Rev } from './wire.ts'

/** A note pinned to a time on the timeline of an organisation or a person, visible to all who may read that record. */
export const TimelineNote = z.strictObject({
  id: Id,
  rev: z.int(),
  og_id: z.nullable(Id),
  person_id: z.nullable(Id),
  at: z.string(),
  text: z.string(),
  owner: z.nullable(Id),
  owner_name: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
  can: z.array(z.enum(['update', 'delete'])),
})
export type TimelineNote = z.output<typeof TimelineNote>

export const listTimelineNotes = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/event/note',
  roles: ogReaders,
  summary: 'Timeline notes of these organisations and persons; without either, one’s own notes on the general timeline',
  query: z.strictObject({ og: z.optional(Repeated(PathId)), person: z.optional(Repeated(PathId)) }),
  reply: z.strictObject({ items: z.array(TimelineNote) }),
  errors: ['invalid'],
})

export const createTimelineNote = endpoint({
  method: 'POST',
  path: '/v1/event/note',
  roles: editors,
  bound: 'write',
  summary: 'Add a note at a point in time; a note without a record is private',
  body: z.strictObject({
    og_id: z.optional(z.nullable(Id)),
    person_id: z.optional(z.nullable(Id)),
    at: EventTime,
    text: Required(1000),
  }),
  reply: TimelineNote,
  errors: ['invalid', 'not_found'],
})

export const updateTimelineNote = endpoint({
  method: 'PUT',
  path: '/v1/event/note/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change one’s own note',
  params: IdParams,
  body: z.strictObject({ at: z.optional(EventTime), text: z.optional(Required(1000)), rev: Rev }),
  reply: TimelineNote,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const deleteTimelineNote = endpoint({
  method: 'DELETE',
  path: '/v1/event/note/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Remove one’s own note; administrators can remove any',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})
