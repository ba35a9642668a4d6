import { infiniteQueryOptions, type QueryClient, useQuery } from '@tanstack/react-query'
import {
  createEvent,
  deleteEvent,
  type Event,
  type EventField,
  type EventPatch,
  getEvent,
  listEventFacets,
  listEventHistory,
  type NewEvent,
  restoreEvent,
  restoreEventValue,
  updateEvent,
} from '#contract/event.ts'
import { call } from '#web/platform/api.ts'
import { ask, refresh } from '#web/platform/query.ts'
import type { Suggest } from '#web/ui/form/suggest-field.tsx'

const historyPageSize = 20

/** Events stand on the pages of organisations and persons and on the dashboard too. */
export const refreshEvents = () => refresh('event', 'og', 'person', 'dashboard')

/** One event; the page itself says when there is none. */
export function eventOptions(id: number) {
  return { ...ask(getEvent, { params: { id } }) }
}

/** An event's history, newest first, page by page. */
export function eventHistoryOptions(id: number) {
  return infiniteQueryOptions({
    queryKey: ['event', listEventHistory.path, id] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { current: pageParam, pageSize: historyPageSize }
      return call(listEventHistory, { params: { id }, query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** What a write answers with is shown at once; everything else is read again. */
async function showSaved(client: QueryClient, event: Event): Promise<Event> {
  client.setQueryData(ask(getEvent, { params: { id: event.id } }).queryKey, event)
  await refreshEvents()
  return event
}

export function saveNewEvent(client: QueryClient, body: NewEvent): Promise<Event> {
  return call(createEvent, { body }).then(event => showSaved(client, event))
}

export function saveEvent(client: QueryClient, id: number, body: EventPatch): Promise<Event> {
  return call(updateEvent, { params: { id }, body }).then(event => showSaved(client, event))
}

export async function moveEventToTrash(id: number): Promise<void> {
  await call(deleteEvent, { params: { id } })
}

/** After a deletion: nothing of it stays in the cache, and lists are read again. */
export function forgetEvent(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: ask(getEvent, { params: { id } }).queryKey })
  void refreshEvents()
}

export function bringEventBack(client: QueryClient, id: number): Promise<Event> {
  return call(restoreEvent, { params: { id } }).then(event => showSaved(client, event))
}

/** Gives one field the value it had before the named act. */
export function bringEventValueBack(
  client: QueryClient,
  event: { id: number; rev: number },
  entry: { id: number; field: EventField },
): Promise<Event> {
  const params = { id: event.id, history_id: entry.id }
  const body = { field: entry.field, rev: event.rev }
  return call(restoreEventValue, { params, body }).then(saved => showSaved(client, saved))
}

/** Categories and labels in use. */
export function useEventFacets() {
  return useQuery({ ...ask(listEventFacets, {}), staleTime: 60_000 })
}

/** Labels in use on events. */
export const eventLabels: Suggest = {
  key: ['event', 'label'],
  find: async (keyword, signal) => {
    const { labels } = await call(listEventFacets, {}, { signal })
    return labels.filter(({ value }) => value.toLowerCase().includes(keyword.toLowerCase()))
  },
}
