import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Id, IdParams, Instant, listQuery, Nothing, pageOf, Repeated } from './wire.ts'

/**
 * Queues whose units are quarantined one by one. `job`: a job that gave up, or scheduled work that failed; the others
 * are named after their work.
 */
export const quarantineQueues = [
  'job',
  'search',
  'saved_search',
  'news',
  'mail',
  'round',
  'judge',
  'rescan',
  'duplicate',
  'screening',
  'figure',
] as const
export type QuarantineQueue = (typeof quarantineQueues)[number]

/** One unit that a queue could not process. It is quarantined, so that it does not block the units behind it. */
export const QuarantinedItem = z.strictObject({
  id: Id,
  queue: z.enum(quarantineQueues),
  /** Its identity within the queue, such as `person:12`. */
  key: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** The error of the last attempt. */
  error: z.string(),
  attempts: z.int(),
  first_at: Instant,
  last_at: Instant,
  /** When it is retried automatically; null: only on a user's request. */
  next_at: z.nullable(Instant),
})
export type QuarantinedItem = z.output<typeof QuarantinedItem>

export const ListQuarantined = z.strictObject({
  ...listQuery(['last_at']),
  queue: z.optional(Repeated(z.enum(quarantineQueues))),
})
export type ListQuarantined = z.output<typeof ListQuarantined>

export const listSetAside = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/system/set_aside',
  roles: admins,
  summary: 'Quarantined units of all queues, latest failure first',
  query: ListQuarantined,
  reply: pageOf(QuarantinedItem),
  errors: ['invalid'],
})

export const retrySetAside = endpoint({
  method: 'POST',
  path: '/v1/system/set_aside/{id}/retry',
  roles: admins,
  bound: 'write',
  summary: 'Retry a quarantined unit now, in the background',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const dropSetAside = endpoint({
  method: 'DELETE',
  path: '/v1/system/set_aside/{id}',
  roles: admins,
  bound: 'write',
  summary: 'Discard a quarantined unit',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})
