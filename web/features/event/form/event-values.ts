import * as z from 'zod/mini'
import { type Event, eventFields, NewEvent } from '#contract/event.api.ts'
import { coverOf, EventTime, isWholeDay } from '#contract/event-time.ts'
import { type ComparedValues, pick } from '#web/ui/form/compare.ts'

export const newEventValues: Omit<Required<NewEvent>, 'page_version' | 'diff_id'> = {
  title: '',
  desc: null,
  category: null,
  level: null,
  start_time: null,
  end_time: null,
  region: null,
  address: null,
  lat: null,
  lng: null,
  labels: [],
  source_url: null,
  status: 'draft',
  external_id: null,
  custom: {},
  read_user: [],
  write_user: [],
  read_group: [],
  write_group: [],
  ogs: [],
  persons: [],
}

/** An event as the form holds it: links by their ids. */
export function eventValues(event: Event): ComparedValues {
  const idsOf = (refs: readonly { id: number }[]) => refs.map(ref => ref.id)
  return { ...pick(event, eventFields), ogs: idsOf(event.ogs), persons: idsOf(event.persons) }
}

const isTime = (text: unknown): text is string => EventTime.safeParse(text).success

/** True if the end is not before the start. Invalid times are reported separately. */
function isInOrder(start: unknown, end: unknown): boolean {
  if (!isTime(start) || !isTime(end)) return true
  return coverOf(end).to.getTime() - (isWholeDay(end) ? 1 : 0) >= coverOf(start).from.getTime()
}

const isPresent = (value: unknown) => value !== null && value !== undefined

/** The contract's fields with the server's rules about several fields at once. */
export const EventForm = NewEvent.check(
  z.refine(event => !isPresent(event.end_time) || isPresent(event.start_time), {
    path: ['start_time'],
    params: { code: 'required' },
  }),
  z.refine(event => isInOrder(event.start_time, event.end_time), {
    path: ['end_time'],
    params: { code: 'time_order' },
  }),
  z.refine(event => isPresent(event.lat) || !isPresent(event.lng), { path: ['lat'], params: { code: 'place' } }),
  z.refine(event => isPresent(event.lng) || !isPresent(event.lat), { path: ['lng'], params: { code: 'place' } }),
)
