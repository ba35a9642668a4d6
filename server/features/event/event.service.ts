import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/event.api.ts'
import {
  type Event,
  type EventFilter,
  type EventPatch,
  type EventQuery,
  eventSchema,
  type NewEvent,
} from '#contract/event.api.ts'
import { coverOf, isWholeDay } from '#contract/event-time.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import { emptyOf } from '#contract/field.ts'
import type { ListPage } from '#contract/wire.ts'
import { allow } from '#server/core/access.ts'
import { replaceLinks, withLinks } from '#server/core/link.ts'
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecordHistory,
  listRecords,
  type RecordServiceOptions,
  restoreRecord,
  restoreRecordValue,
  updateRecord,
} from '#server/core/record.service.ts'
import { findRecord } from '#server/core/table.ts'
import { customAfter } from '#server/features/custom_field/custom_field.service.ts'
import { hideLinks } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { eventPolicy } from './event.policy.ts'
import { type EventRow, type EventValues, eventTable, isConfirmedOrLinked } from './event.queries.ts'
import { setEvidence, withEvidence } from './evidence.ts'
import { eventLinks } from './link.ts'
import { countFacets, filterEvents, findEventPage, findEventSummaries } from './list.queries.ts'
import { isNoteReadable } from './note.queries.ts'

const events: RecordServiceOptions<EventRow, EventFilter, Event, Event> = {
  table: eventTable,
  items: (ctx, rows) => withLinks(ctx, eventLinks, rows),
  full: async (ctx, rows) => withEvidence(ctx, await withLinks(ctx, eventLinks, rows)),
  columns,
  link: async (ctx, { id }, input: Partial<NewEvent>) => {
    await setEvidence(ctx, id, input)
    return await replaceLinks(ctx, eventLinks, id, input)
  },
  hide: hideLinks,
  empty: { ...emptyOf(eventSchema), ogs: [], persons: [] },
}

/**
 * Validates fields that depend on each other, with the values that the record will have: the end with the start,
 * latitude with longitude.
 */
async function columns(ctx: Ctx, input: Partial<NewEvent>, before: EventRow | undefined): Promise<EventValues> {
  const { ogs: _ogs, persons: _persons, page_version: _evidence, diff_id: _diff, ...given } = input
  const values = { ...given, ...(await customAfter(ctx, 'event', given.custom, before?.custom)) }
  const after = { ...before, ...values }
  checkTimes(after.start_time ?? null, after.end_time ?? null)
  if (((after.lat ?? null) === null) !== ((after.lng ?? null) === null)) {
    // Removing one of the two values removes the other; providing only one is a fault.
    if (values.lat === null || values.lng === null) return { ...values, lat: null, lng: null }
    throw fieldError(after.lat === null || after.lat === undefined ? 'lat' : 'lng', 'place')
  }
  return values
}

function checkTimes(start: string | null, end: string | null): void {
  if (end === null) return
  if (start === null) throw fieldError('start_time', 'required')
  const last = coverOf(end).to.getTime() - (isWholeDay(end) ? 1 : 0)
  if (last < coverOf(start).from.getTime()) throw fieldError('end_time', 'time_order')
}

export const listEvents = (ctx: Ctx, query: EventQuery) => listRecords(ctx, events, query)
export const getEvent = (ctx: Ctx, id: number) => getRecord(ctx, events, id)
export const createEvent = (ctx: Ctx, input: NewEvent) => createRecord(ctx, events, input)
export const deleteEvent = (ctx: Ctx, id: number) => deleteRecord(ctx, events, id)
export const restoreEvent = (ctx: Ctx, id: number) => restoreRecord(ctx, events, id)

export function updateEvent(ctx: Ctx, id: number, { rev, ...patch }: EventPatch): Promise<Event> {
  return updateRecord(ctx, events, id, rev, patch)
}

export function listEventHistory(ctx: Ctx, id: number, query: { current: number; pageSize: number }) {
  return listRecordHistory(ctx, events, id, query)
}

export function restoreEventValue(
  ctx: Ctx,
  input: Pick<Received<typeof contract.restoreEventValue>, 'params' | 'body'>,
) {
  return restoreRecordValue(ctx, events, input)
}

/** Readable events with these ids, with their readable links, in the order of the ids. */
export async function briefsOf(ctx: Ctx, ids: readonly number[]): Promise<EventSummary[]> {
  return await withLinks(ctx, eventLinks, await findEventSummaries(ctx, ids))
}

/** Events of a filter by time, latest first by default. */
export async function listEventSummaries(
  ctx: Ctx,
  filter: EventFilter,
  { current, pageSize, sort }: { current: number; pageSize: number; sort?: 'start_time' | '-start_time' | undefined },
): Promise<ListPage<EventSummary>> {
  const page = await findEventPage(ctx, filter, { current, pageSize, isAscending: sort === 'start_time' })
  return { ...page, items: await withLinks(ctx, eventLinks, page.items) }
}

/** The event to be changed, locked until the transaction ends. */
export async function needWritable(ctx: Ctx, id: number): Promise<void> {
  allow(eventPolicy, ctx.actor, 'update', await findRecord(ctx, eventTable, id, { lock: true }))
}

/** Used by other features, and by the views over time and space. */
export { countFacets, filterEvents, isConfirmedOrLinked, isNoteReadable }
