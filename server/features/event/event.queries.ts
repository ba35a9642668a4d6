import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Event, type EventFilter, eventOwnFields } from '#contract/event.api.ts'
import { coverOf } from '#contract/event-time.ts'
import { countriesOf } from '#contract/region.ts'
import { matchesCustom } from '#server/core/custom.queries.ts'
import { matchesKeyword } from '#server/core/keyword.ts'
import { isLinkedTo, isThere } from '#server/core/link.queries.ts'
import { anyOf, columnsIn, type RecordTable } from '#server/core/table.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { eventPolicy } from './event.policy.ts'

/** The columns of one row; links and `can` are added for its reader. */
export type EventRow = Omit<Event, 'can' | 'ogs' | 'persons' | 'evidence'>
export type EventValues = Partial<Omit<EventRow, 'id' | 'rev' | 'created_at' | 'updated_at'>>

/** The table definition that every list, form, import and export of events uses. */
export const eventTable: RecordTable<EventRow, EventFilter> = {
  name: 'event',
  policy: eventPolicy,
  fields: eventOwnFields,
  json: ['custom'],
  columns: columnsIn('event', Event, ['can', 'ogs', 'persons', 'evidence']),
  title: 'title',
  sorts: {
    updated_at: [{ column: 'updated_at', type: 'timestamptz' }],
    created_at: [{ column: 'created_at', type: 'timestamptz' }],
    start_time: [{ column: 'start_at', type: 'timestamptz' }],
    title: [{ column: 'title', type: 'text' }],
    level: [{ column: 'severity', type: 'smallint' }],
  },
  defaultSort: '-start_time',
  conditions: (ctx, filter) => [
    filter.keyword && matchesKeyword('event', filter.keyword),
    filter.id && sql<SqlBool>`event.id = any(${filter.id})`,
    // A filter by a record that the reader may not read finds nothing.
    filter.og && isLinkedTo(ctx, 'event', entities.og, filter.og),
    filter.person && isLinkedTo(ctx, 'event', entities.person, filter.person),
    filter.category && anyOf('event.category', 'text', filter.category),
    // The severity of an event without a level is 0.
    filter.level &&
      anyOf(
        'event.severity',
        'smallint',
        filter.level.map(level => level ?? 0),
      ),
    filter.assessed !== undefined &&
      sql<SqlBool>`(event.status <> 'draft' or event.level is not null) = ${filter.assessed}`,
    filter.status && anyOf('event.status', 'event_status', filter.status),
    filter.region && anyOf('event.region', 'text', filter.region.flatMap(countriesOf)),
    filter.label && sql<SqlBool>`event.labels && ${filter.label}::text[]`,
    (filter.from || filter.to) && isDuring(filter),
    filter.owner && anyOf('event.owner', 'bigint', filter.owner),
    filter.custom && matchesCustom('event', filter.custom),
    filter.restricted !== undefined &&
      sql<SqlBool>`(event.read_user <> '{}' or event.write_user <> '{}') = ${filter.restricted}`,
  ],
}

/** Whether the event overlaps the time from the start of `from` to the end of `to`. */
function isDuring({ from, to }: EventFilter): RawBuilder<SqlBool> {
  if (from && to && coverOf(to).to < coverOf(from).from) throw fieldError('to', 'time_order')
  return sql<SqlBool>`event.span && tstzrange(time_from(${from ?? null}::text), upper(span_of(${to ?? null}::text, null)), '[)')`
}

/** Whether the event is confirmed, or linked with an organisation or person that this reader may read. */
export function isConfirmedOrLinked(ctx: Ctx): RawBuilder<SqlBool> {
  return sql<SqlBool>`(event.status = 'confirmed'
    or exists (select from event_og as link join og on og.id = link.og_id
      where link.event_id = event.id and ${isThere(ctx, entities.og)})
    or exists (select from event_person as link join person on person.id = link.person_id
      where link.event_id = event.id and ${isThere(ctx, entities.person)}))`
}
