import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ogReaders } from './role.ts'
import { Id, IdParams, Instant, Nothing, Required } from './wire.ts'

/** Subjects of a feed: the results of a saved search, the differences of an organisation's site, screening hits. */
export const feedKinds = ['search', 'og', 'screening'] as const
export type FeedKind = (typeof feedKinds)[number]

/** The forms of a feed, by the last part of its address. */
export const feedFiles = ['atom.xml', 'feed.json'] as const
export type FeedFile = (typeof feedFiles)[number]

/** The most feeds of a user. */
export const feedsAtMost = 50

/** A private address that feed readers read without signing in, with the current rights of its user. */
export const Feed = z.strictObject({
  id: Id,
  name: z.string(),
  kind: z.enum(feedKinds),
  /** The saved search or the organisation. */
  subject_id: z.nullable(Id),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type Feed = z.output<typeof Feed>

export const listFeeds = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/feed',
  roles: ogReaders,
  scope: 'session',
  summary: 'One’s own feeds, without their addresses',
  reply: z.strictObject({ items: z.array(Feed) }),
})

export const createFeed = endpoint({
  method: 'POST',
  path: '/v1/feed',
  roles: ogReaders,
  scope: 'session',
  bound: 'feed',
  summary: 'Create a feed (at most 50 per user); its addresses are shown only in this reply',
  body: z.strictObject({ name: Required(100), kind: z.enum(feedKinds), subject_id: z.optional(Id) }),
  reply: z.strictObject({ feed: Feed, atom: z.string(), json: z.string() }),
  errors: ['invalid', 'not_found', 'wrong_state'],
})

export const deleteFeed = endpoint({
  method: 'DELETE',
  path: '/v1/feed/{id}',
  roles: ogReaders,
  scope: 'session',
  bound: 'write',
  summary: 'Revoke a feed at once',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const readFeed = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/feed/{token}/{file}',
  roles: 'public',
  summary: 'The feed as Atom or JSON Feed, with ETag; 404 if it is revoked or its user may not sign in',
  params: z.strictObject({ token: z.string().check(z.maxLength(100)), file: z.enum(feedFiles) }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['not_found'],
})
