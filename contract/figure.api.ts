import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { Id, IdParams, Instant, Nothing, Required } from './wire.ts'

/** Versions of a page that a series is read from at most, and series of a reply. */
export const figureMost = { versions: 200, series: 300, alerts: 200 } as const

/** `above` and `below` the amount; `change` by at least the amount since the last notification. */
export const figureRules = ['above', 'below', 'change'] as const
export type FigureRule = (typeof figureRules)[number]

const Key = z.string().check(z.maxLength(24), z.regex(/^[0-9a-f]{24}$/))

export const FigurePoint = z.strictObject({
  version_id: Id,
  /** When the version was fetched, and when it was present for the last time. */
  at: Instant,
  until: Instant,
  value: z.number(),
  /** As the page writes it, with currency and unit. */
  text: z.string(),
})
export type FigurePoint = z.output<typeof FigurePoint>

/** A user's own alert on a figure of a page. */
export const FigureAlert = z.strictObject({
  id: Id,
  page_id: Id,
  key: Key,
  name: z.string(),
  rule: z.enum(figureRules),
  amount: z.number(),
  /** `change`: the amount is a share of the value, 0.05 is 5 %. */
  is_share: z.boolean(),
  /** The value last read, null before the first reading; for `change`, the value that changes are compared with. */
  value: z.nullable(z.number()),
  base: z.nullable(z.number()),
  /** `missing`: the newest version does not have the figure. `unread`: its text could not be read, or not all of it. */
  state: z.enum(['quiet', 'met', 'missing', 'unread']),
  checked_at: z.nullable(Instant),
})
export type FigureAlert = z.output<typeof FigureAlert>

/** A figure over the versions of a page. A figure that never changed has its newest point only. */
export const FigureSeries = z.strictObject({
  key: Key,
  heading: z.string(),
  label: z.string(),
  column: z.string(),
  kind: z.enum(['number', 'percent']),
  /** The newest version that was read has it. */
  is_present: z.boolean(),
  /** Number of changes between successive points. */
  changes: z.int(),
  points: z.array(FigurePoint),
})
export type FigureSeries = z.output<typeof FigureSeries>

export const getPageFigures = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/page/{id}/figure',
  roles: editors,
  summary: 'Figures of a page over its newest 200 trusted versions, those that changed first',
  params: IdParams,
  reply: z.strictObject({
    /**
     * Trusted versions read, and all of the page. `unread`: versions whose text is lost; `partial`: versions that have more
     * text or more figures than were read.
     */
    read: z.int(),
    total: z.int(),
    unread: z.int(),
    partial: z.int(),
    /** Series left out beyond 300. */
    cut: z.int(),
    items: z.array(FigureSeries),
    alerts: z.array(FigureAlert),
  }),
  errors: ['not_found'],
})

export const createFigureAlert = endpoint({
  method: 'POST',
  path: '/v1/figure_alert',
  roles: editors,
  bound: 'write',
  summary: 'Be notified when a figure of a page is above or below an amount, or changes by it (at most 200 per user)',
  body: z.strictObject({
    page_id: Id,
    key: Key,
    name: Required(200),
    rule: z.enum(figureRules),
    amount: z.number().check(z.gte(-1e15), z.lte(1e15)),
    is_share: z._default(z.boolean(), false),
  }),
  reply: FigureAlert,
  errors: ['invalid', 'not_found', 'duplicate', 'wrong_state'],
})

export const deleteFigureAlert = endpoint({
  method: 'DELETE',
  path: '/v1/figure_alert/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Remove one’s own alert on a figure',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})
