import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { EventBrief } from './event.ts'
import { ogReaders } from './role.ts'

/** Each number is of records the asker may read, and leads to the list of exactly those. */
export const dashboardNumbers = endpoint({
  method: 'GET',
  path: '/v1/dashboard',
  roles: ogReaders,
  summary: 'The numbers of the dashboard',
  reply: z.strictObject({
    ogs: z.int(),
    sanctioned_ogs: z.int(),
    persons: z.int(),
    focus_persons: z.int(),
    /** Events that overlap the seven days from today on, and the seven before it. */
    events_coming: z.int(),
    events_past: z.int(),
  }),
})

export const dashboardEvents = endpoint({
  method: 'GET',
  path: '/v1/dashboard/event',
  roles: ogReaders,
  summary: 'Events of the coming and the past two weeks, nearest first, at most 20 each',
  reply: z.strictObject({ coming: z.array(EventBrief), past: z.array(EventBrief) }),
})
