import { type Event, listEvents } from '#contract/event.api.ts'
import { timeText } from '#web/features/event/event.ts'
import { call } from '#web/platform/api.ts'
import type { PickerItem, RecordSource } from '#web/ui/picker/record-source.ts'

const itemOf = (event: Event): PickerItem => ({
  id: event.id,
  label: event.title,
  hint: timeText(event) || event.category || undefined,
})

/** Events for pickers; there are too many to load at once. */
export const eventSource: RecordSource = {
  noun: 'event',
  search: async (keyword, current, signal) => {
    const query = { sort: '-start_time', current, pageSize: 50, ...(keyword && { keyword }) } as const
    const { items, total } = await call(listEvents, { query }, { signal })
    return { items: items.map(itemOf), total }
  },
  find: async (ids, signal) => {
    const { items } = await call(listEvents, { query: { id: ids.map(String), pageSize: 100 } }, { signal })
    return items.map(itemOf)
  },
}
