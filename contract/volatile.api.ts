import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { admins, editors } from './role.ts'
import { Id, IdParams, Instant, PathId, Rev } from './wire.ts'

/** `learned`: from the rounds; `confirmed`: never counts, `rejected`: always counts, by decision of a user. */
export const volatileStates = ['learned', 'confirmed', 'rejected'] as const

/** A place of a site's pages that changes in most rounds: a counter, an advertisement, a list that rotates. */
export const VolatilePlace = z.strictObject({
  id: Id,
  rev: z.int(),
  state: z.enum(volatileStates),
  /** Null: the same place on many pages. */
  page: z.nullable(z.strictObject({ id: Id, url: z.string(), title: z.nullable(z.string()) })),
  /** Pages on which it changed in `last_round`. */
  pages: z.int(),
  first_round: z.int(),
  last_round: z.int(),
  /** Its newest text, shortened. */
  sample: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Instant),
})
export type VolatilePlace = z.output<typeof VolatilePlace>

export const listVolatilePlaces = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/og/{id}/volatile',
  roles: editors,
  summary: 'Places of a site’s pages that change in most rounds and do not count',
  params: IdParams,
  reply: z.strictObject({ items: z.array(VolatilePlace) }),
  errors: ['not_found'],
})

export const updateVolatilePlace = endpoint({
  method: 'PUT',
  path: '/v1/og/{id}/volatile/{place}',
  roles: editors,
  bound: 'write',
  summary: 'Decide whether changes of a place count; waiting differences are judged again',
  params: z.strictObject({ id: PathId, place: PathId }),
  body: z.strictObject({ state: z.enum(volatileStates), rev: Rev }),
  reply: z.strictObject({ items: z.array(VolatilePlace) }),
  errors: ['not_found', 'forbidden', 'stale'],
})

export const ignorePlace = endpoint({
  method: 'POST',
  path: '/v1/diff/{id}/ignore_place',
  roles: admins,
  isReview: true,
  bound: 'write',
  summary: 'Never count the place that a difference shows first; with `is_trial` only the effect on stored rounds',
  params: IdParams,
  body: z.strictObject({
    /** `page`: the place on this page; `site`: the same place on all pages of the site. */
    scope: z.enum(['page', 'site']),
    is_trial: z._default(z.boolean(), false),
  }),
  reply: z.strictObject({
    /** Rounds judged again, the newest ones. */
    rounds: z.int(),
    /** Rows worth a review in them, a cluster counted once, without and with the decision. */
    rows_before: z.int(),
    rows_after: z.int(),
    /** Rows that would be missing although a user marked them as important. */
    important: z.int(),
    /** Lines of some rows that would be missing, newest first. */
    examples: z.array(z.string()),
  }),
  errors: ['not_found', 'forbidden', 'no_place'],
})
