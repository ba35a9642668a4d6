import { useQuery } from '@tanstack/react-query'
import {
  bulkEvent,
  createEvent,
  deleteEvent,
  getEvent,
  listEventHistory,
  restoreEvent,
  restoreEventValue,
  updateEvent,
} from '#contract/event.api.ts'
import { listEventFacets, mapEvents } from '#contract/event-view.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { recordCalls } from '#web/record/record-calls.ts'
import type { Suggest } from '#web/ui/form/suggest-field.tsx'

/** Pages of organisations and persons and the dashboard show events too. */
export const eventCalls = recordCalls(
  {
    get: getEvent,
    create: createEvent,
    update: updateEvent,
    remove: deleteEvent,
    restore: restoreEvent,
    history: listEventHistory,
    restoreValue: restoreEventValue,
    bulk: bulkEvent,
  },
  ['event', 'og', 'person', 'dashboard', 'claim', 'fact_check'],
)

/** Categories and labels in use. */
export function useEventFacets() {
  return useQuery({ ...endpointQuery(listEventFacets, {}), staleTime: 60_000 })
}

export type MapFilter = NonNullable<CallInput<typeof mapEvents>['query']>

/** Query options for the events of a filter by country and place. */
export const mapOptions = (filter: MapFilter) => endpointQuery(mapEvents, { query: filter })

/** Labels in use on events. */
export const eventLabels: Suggest = {
  key: ['event', 'label'],
  find: async (keyword, signal) => {
    const { labels } = await call(listEventFacets, {}, { signal })
    return labels.filter(({ value }) => value.toLowerCase().includes(keyword.toLowerCase()))
  },
}
