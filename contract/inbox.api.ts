import * as z from 'zod/mini'
import { Diff } from './diff.api.ts'
import { Duplicate } from './duplicate.api.ts'
import { endpoint } from './endpoint.ts'
import { EventSummary } from './event-view.api.ts'
import { FactCheck } from './fact_check.api.ts'
import { Notification } from './notification.api.ts'
import { ReportItem } from './report.api.ts'
import { everyRole } from './role.ts'
import { Screening } from './screening.api.ts'
import { Upload } from './upload.api.ts'
import { Id, Instant, QueryNumber, QueryOffset, Repeated } from './wire.ts'

export const inboxKinds = [
  'diff',
  'screening',
  'fact_check',
  'duplicate',
  'upload',
  'report',
  'notification',
  'event',
] as const
export type InboxKind = (typeof inboxKinds)[number]

const common = {
  /** Identifies the item; it changes when the item has new content. */
  key: z.string(),
  /** 0 to 100, on the scale of a difference's score. */
  gravity: z.int(),
  /** When the item began to wait or last received new content; for an event its start, which may be a whole day. */
  at: z.string().check(z.maxLength(40)),
}

/** One row of the inbox with what waits in it. */
export const InboxItem = z.discriminatedUnion('kind', [
  /** Differences of one page, highest score first. */
  z.strictObject({ ...common, kind: z.literal('diff'), diffs: z.array(Diff).check(z.minLength(1)) }),
  /** The best hit of one record; `more` of it counts the record's further hits. */
  z.strictObject({ ...common, kind: z.literal('screening'), screening: Screening }),
  /** Facts of one record. */
  z.strictObject({ ...common, kind: z.literal('fact_check'), checks: z.array(FactCheck).check(z.minLength(1)) }),
  z.strictObject({ ...common, kind: z.literal('duplicate'), duplicate: Duplicate }),
  z.strictObject({ ...common, kind: z.literal('upload'), upload: Upload }),
  z.strictObject({ ...common, kind: z.literal('report'), report: ReportItem }),
  z.strictObject({ ...common, kind: z.literal('notification'), notification: Notification }),
  /** An event of today or tomorrow that the requester follows, or that names a followed record. */
  z.strictObject({ ...common, kind: z.literal('event'), event: EventSummary }),
])
export type InboxItem = z.output<typeof InboxItem>

/** How many items of a kind wait; `at_least`: more wait than were read, so `count` is a minimum. */
const InboxCount = z.strictObject({ kind: z.enum(inboxKinds), count: z.int(), at_least: z.boolean() })
export type InboxCount = z.output<typeof InboxCount>

export const listInbox = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/inbox',
  roles: everyRole,
  summary: 'Everything that waits for a decision of the requester, gravest first, one row per page or record',
  query: z.strictObject({
    kind: z.optional(Repeated(z.enum(inboxKinds))),
    /** The most items in the reply. */
    limit: z._default(QueryNumber(1, 100), 50),
    /** The requester's time zone in minutes east of UTC; it determines today. */
    offset: z._default(QueryOffset, 0),
  }),
  reply: z.strictObject({
    items: z.array(InboxItem),
    /** Kinds that the requester's role may decide, whatever the filter. */
    counts: z.array(InboxCount),
    /** Kinds that could not be read: nothing is known about what waits in them. */
    failed: z.array(z.enum(inboxKinds)),
    /** The requester's sign-in before the present one; null at the first. */
    since: z.nullable(Instant),
    /** When a round of a readable site last ended; null if there was none or the role reads no pages. */
    looked_at: z.nullable(Instant),
  }),
  errors: ['invalid'],
})

/** Kinds whose decisions are recorded with their user and time. */
export const closedKinds = ['diff', 'screening', 'fact_check', 'duplicate', 'upload', 'report'] as const

/** Decisions of one user on items of one kind; `name` is null for a user who was deleted. */
const ClosedCount = z.strictObject({
  kind: z.enum(closedKinds),
  user_id: z.nullable(Id),
  name: z.nullable(z.string()),
  count: z.int(),
})
export type ClosedCount = z.output<typeof ClosedCount>

export const listClosed = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/inbox/closed',
  roles: everyRole,
  summary: 'How many items of the inbox were decided today, by whom, among those that the requester may read',
  /** The requester's time zone in minutes east of UTC; it determines today. */
  query: z.strictObject({ offset: z._default(QueryOffset, 0) }),
  reply: z.array(ClosedCount),
  errors: ['invalid'],
})
