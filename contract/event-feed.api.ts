import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ogReaders } from './role.ts'
import { Id, IdParams, Instant, Nothing, Required, Text } from './wire.ts'

/** A private address that calendar programs read without signing in, with the current rights of its owner. */
export const EventFeed = z.strictObject({
  id: Id,
  name: z.string(),
  /** Query string of the event list. */
  search: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type EventFeed = z.output<typeof EventFeed>

export const listEventFeeds = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/event/feed',
  roles: ogReaders,
  summary: 'One’s own feed addresses, without their secrets',
  reply: z.strictObject({ items: z.array(EventFeed) }),
})

export const createEventFeed = endpoint({
  method: 'POST',
  path: '/v1/event/feed',
  roles: ogReaders,
  scope: 'session',
  bound: 'feed',
  summary: 'Create a feed address; its secret is shown only in this reply (at most 20 per user)',
  body: z.strictObject({ name: Required(60), search: Text(2000) }),
  reply: z.strictObject({ feed: EventFeed, path: z.string() }),
  errors: ['invalid', 'wrong_state'],
})

export const deleteEventFeed = endpoint({
  method: 'DELETE',
  path: '/v1/event/feed/{id}',
  roles: ogReaders,
  scope: 'session',
  bound: 'write',
  summary: 'Revoke a feed address at once',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const readEventFeed = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/event/feed/{token}/events.ics',
  roles: 'public',
  summary: 'The calendar feed; 404 if it is revoked or its owner may not sign in',
  params: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['not_found'],
})
