import type { Event } from '#contract/event.ts'
import type { RecordKit } from '#web/record/kit.ts'
import { eventCalls } from './event-calls.ts'
import { eventPageMessages } from './page-messages.ts'

export const eventKit: RecordKit<Event> = {
  noun: 'event',
  calls: eventCalls,
  nameOf: event => event.title,
  texts: eventPageMessages,
  list: 'event',
  detail: 'event_detail',
}
