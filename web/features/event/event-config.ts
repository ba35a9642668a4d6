import type { Event } from '#contract/event.api.ts'
import type { RecordConfig } from '#web/record/record-config.ts'
import { eventCalls } from './event-calls.ts'
import { eventPageMessages } from './page-messages.ts'

export const eventConfig: RecordConfig<Event> = {
  noun: 'event',
  calls: eventCalls,
  nameOf: event => event.title,
  texts: eventPageMessages,
  list: 'event',
  detail: 'event_detail',
}
