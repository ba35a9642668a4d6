import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { IdParams, Instant } from './wire.ts'

/**
 * Why a page is visited at its expected time: its site has no schedule, the page is not watched, the site visits all pages
 * in each round, its next round visits all of them, the page is visited in every round, or by the rate of its changes.
 */
export const visitReasons = ['off', 'stopped', 'every_round', 'whole_round', 'always', 'rate'] as const
/** Why a page is visited in every round; `noticed`: it is followed or has an alert. */
export const alwaysReasons = ['entrance', 'unread', 'failing', 'feed', 'noticed'] as const

export const PageVisit = z.strictObject({
  reason: z.enum(visitReasons),
  /** Null unless `reason` is `always`. */
  always: z.nullable(z.enum(alwaysReasons)),
  /** When the round starts that is expected to visit the page; null without a schedule. */
  next_at: z.nullable(Instant),
  /** The usual time between two visits in days; null unless `reason` is `rate`. */
  every_days: z.nullable(z.number()),
  /** The last visits, at most ten, and those of them that found a change worth a review. */
  visits: z.int(),
  changed: z.int(),
})
export type PageVisit = z.output<typeof PageVisit>

export const getPageVisit = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/page/{id}/visit',
  roles: editors,
  summary: 'When a page is expected to be visited next, and why',
  params: IdParams,
  reply: PageVisit,
  errors: ['not_found'],
})
