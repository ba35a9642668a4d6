import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { Id, Instant, PathId, pageOf, QueryBool, QueryInteger } from './wire.ts'

/** A name of an organisation or a person in a version of a watched page. */
export const Mention = z.strictObject({
  page: z.strictObject({ id: Id, url: z.string(), title: z.nullable(z.string()) }),
  /** Whose site the page is of. */
  og: z.strictObject({ id: Id, name: z.string() }),
  version_id: Id,
  fetched_at: Instant,
  count: z.int(),
  /** It came with this version. */
  is_new: z.boolean(),
  /** The name or alias as the page writes it. */
  name: z.string(),
  /** The words around the first place; null where the text cannot be read any more. `name` is `text.slice(start, end)`. */
  excerpt: z.nullable(z.strictObject({ text: z.string(), start: z.int(), end: z.int() })),
})
export type Mention = z.output<typeof Mention>

export const listMentions = endpoint({
  method: 'GET',
  path: '/v1/mention',
  roles: editors,
  summary: 'Where watched pages name an organisation or a person, newest first',
  query: z.strictObject({
    /** Exactly one of the two. */
    og: z.optional(PathId),
    person: z.optional(PathId),
    /** Only the newest version of each page. */
    newest_only: z._default(QueryBool, true),
    /** Without the pages of the organisation’s own site, which name it everywhere. */
    elsewhere: z._default(QueryBool, false),
    current: z._default(QueryInteger.check(z.minimum(1)), 1),
    // Each row reads a stored text.
    pageSize: z._default(QueryInteger.check(z.minimum(1), z.maximum(20)), 20),
  }),
  reply: pageOf(Mention),
  errors: ['invalid', 'not_found'],
})
