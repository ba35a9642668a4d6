import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { recordEntities } from './registry.ts'
import { everyRole } from './role.ts'
import { engName, Id, Instant, listQuery, Nothing, PathId, pageOf, QueryBool, Ref, Repeated } from './wire.ts'

/** Entities that can be followed; `word_level` means every sensitive word of the level given as `record_id` (1–3). */
export const followEntities = [...recordEntities, 'page', 'word', 'word_level'] as const
export type FollowEntity = (typeof followEntities)[number]

/**
 * Families of notifications, as in a user's settings: changes of followed records, changes of watched pages, names and
 * sensitive words found on them, reviews, replies, tasks, saved searches, records sent by colleagues. `more` counts the
 * entries beyond the limit; `beyond` lists them.
 */
export const families = [
  'record',
  'page',
  'mention',
  'hit',
  'review',
  'reply',
  'task',
  'search',
  'sent',
  'more',
] as const
export type Family = (typeof families)[number]

/**
 * Recipients of a notification kind, besides the rule that they may read the record. `followers`: users who follow the
 * record and users whom the event names. `named`: only users whom it names, because the event itself is private to them
 * (a saved search, a colleague's message).
 */
export type Audience = 'followers' | 'named'

/** Every kind of event that notifies: its family in the settings, and its recipients. */
export const domainEventKinds = {
  updated: { family: 'record', audience: 'followers' },
  restored: { family: 'record', audience: 'followers' },
  merged: { family: 'record', audience: 'followers' },
  unmerged: { family: 'record', audience: 'followers' },
  maybe_listed: { family: 'record', audience: 'followers' },
  listed: { family: 'record', audience: 'followers' },
  changed_page: { family: 'page', audience: 'followers' },
  mentioned: { family: 'mention', audience: 'followers' },
  maybe_mentioned: { family: 'mention', audience: 'followers' },
  hit: { family: 'hit', audience: 'followers' },
  review_asked: { family: 'review', audience: 'followers' },
  ready: { family: 'review', audience: 'followers' },
  failed: { family: 'review', audience: 'followers' },
  accepted: { family: 'review', audience: 'followers' },
  rejected: { family: 'review', audience: 'followers' },
  returned: { family: 'review', audience: 'followers' },
  published: { family: 'review', audience: 'followers' },
  withdrawn: { family: 'review', audience: 'followers' },
  archived: { family: 'review', audience: 'followers' },
  commented: { family: 'reply', audience: 'followers' },
  replied: { family: 'reply', audience: 'followers' },
  issue_created: { family: 'task', audience: 'followers' },
  assigned: { family: 'task', audience: 'followers' },
  status_changed: { family: 'task', audience: 'followers' },
  login_limited: { family: 'task', audience: 'named' },
  login_new: { family: 'task', audience: 'named' },
  webhook_stopped: { family: 'task', audience: 'named' },
  figure_alert: { family: 'page', audience: 'named' },
  search_hit: { family: 'search', audience: 'named' },
  sent: { family: 'sent', audience: 'named' },
} as const satisfies Record<string, { family: Family; audience: Audience }>
export type DomainEventKind = keyof typeof domainEventKinds

/** The family of an event kind; an unknown kind counts as a change of a record. */
export const familyOf = (kind: string): Family =>
  kind === 'more' ? 'more' : ((domainEventKinds as Record<string, { family: Family }>)[kind]?.family ?? 'record')

/** Kinds whose events also notify followers of the record; an unknown kind notifies only the users it names. */
export const followerKinds = (Object.keys(domainEventKinds) as DomainEventKind[]).filter(
  kind => domainEventKinds[kind].audience === 'followers',
)

/**
 * Events of one record within ten minutes, merged into one notification; visible only while its reader may read the
 * record concerned.
 */
export const Notification = z.strictObject({
  id: Id,
  /** Delivery order; it grows when another event is merged into the notification. */
  seq: z.int(),
  family: z.enum(families),
  kind: z.string(),
  noun: z.string(),
  record_id: z.int(),
  /** The record's current name; empty for `more`. */
  title: z.string(),
  ...engName,
  /** The link target, if it is not the record: a page with the version, and the difference for users who may review. */
  target: z.nullable(
    z.strictObject({
      noun: z.string(),
      id: Id,
      version: z.optional(Id),
      diff: z.optional(Id),
      page: z.optional(Id),
      title: z.nullable(z.string()),
    }),
  ),
  /** Changed fields, the level of a word, the `note` of the sender, the value of a figure; never the record's text. */
  detail: z.record(z.string(), z.unknown()),
  count: z.int(),
  /** The acting users, the latest first, at most five; empty for the system. */
  actors: z.array(Ref),
  first_at: Instant,
  at: Instant,
  read_at: z.nullable(Instant),
})
export type Notification = z.output<typeof Notification>

export const listNotifications = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/notification',
  roles: everyRole,
  summary: 'One’s own notifications, latest first',
  query: z.strictObject({
    ...listQuery(['seq']),
    unread: z.optional(QueryBool),
    /** Lists the entries that `more` counts, instead of the notifications. */
    beyond: z.optional(QueryBool),
    family: z.optional(Repeated(z.enum(families))),
    noun: z.optional(z.string().check(z.maxLength(40))),
    record_id: z.optional(PathId),
  }),
  reply: pageOf(Notification),
  errors: ['invalid'],
})

const Unread = z.strictObject({
  unread: z.int(),
  families: z.array(z.strictObject({ family: z.enum(families), count: z.int() })),
})

export const countNotifications = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/notification/count',
  roles: everyRole,
  summary: 'Number of one’s own unread notifications by family',
  reply: Unread,
})

export const readNotifications = endpoint({
  method: 'PUT',
  path: '/v1/notification/read',
  roles: everyRole,
  bound: 'write',
  summary: 'Mark as read or unread: the named notifications, those of a record, or all so far',
  body: z.strictObject({
    ids: z.optional(z.array(Id).check(z.maxLength(1_000))),
    /** Notifications that lead to this record. */
    record: z.optional(z.strictObject({ noun: z.string().check(z.maxLength(40)), id: Id })),
    /** The `seq` of the last one seen; later ones stay unread. */
    all_until: z.optional(z.int().check(z.positive())),
    read: z._default(z.boolean(), true),
  }),
  reply: z.strictObject({ done: z.int() }),
  errors: ['invalid'],
})

/**
 * One event of the stream: new notifications, and the total number of unread ones. `is_cut`: some new ones are missing,
 * so the client has to read the list.
 */
export const NotificationBatch = z.strictObject({ items: z.array(Notification), unread: z.int(), is_cut: z.boolean() })
export type NotificationBatch = z.output<typeof NotificationBatch>

/**
 * Server-sent events: `told` with a `Told`, its `seq` as the id; `unread` with `{unread}`; and `end` with `{reason}`
 * before the server closes (`session` ended, `role` changed, `replaced` by newer streams of the user, `stop` of the
 * server). `Last-Event-ID` resumes after that id without loss; without it the stream begins with an empty `told`.
 */
export const streamNotifications = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/notification/stream',
  roles: everyRole,
  scope: 'session',
  summary: 'New notifications as server-sent events',
  replies: 'stream',
  reply: z.unknown(),
})

export const mailModes = ['off', 'now', 'digest'] as const
export const digestModes = ['off', 'daily', 'weekly'] as const

const FamilySetting = z.strictObject({ in_app: z.boolean(), mail: z.enum(mailModes) })
export type FamilySetting = z.output<typeof FamilySetting>

/** Whether the runtime knows the time zone. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const setting = {
  /** No pop-ups; the list and the count continue. */
  quiet: z.boolean(),
  /** Follow records that the user creates. */
  auto_follow: z.boolean(),
  /** At 08:00 in `zone`, weekly on Mondays. */
  digest: z.enum(digestModes),
  zone: z.string().check(z.maxLength(60), z.refine(isZone, { params: { code: 'zone' } })),
  families: z.record(z.enum(families), FamilySetting),
}
export const NotificationSetting = z.strictObject({
  ...setting,
  /** Whether this installation sends mail, and the user's address; null if there is none. */
  can_mail: z.boolean(),
  email: z.nullable(z.string()),
})
export type NotificationSetting = z.output<typeof NotificationSetting>

const usual: FamilySetting = { in_app: true, mail: 'digest' }
/** Digests are off by default; when switched on they include every family. */
export const defaultNotificationSetting = {
  quiet: false,
  auto_follow: true,
  digest: 'off',
  zone: 'Asia/Shanghai',
  families: Object.fromEntries(families.map(family => [family, usual])) as Record<Family, FamilySetting>,
} as const satisfies Omit<NotificationSetting, 'can_mail' | 'email'>

export const getNotificationSetting = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/notification/setting',
  roles: everyRole,
  summary: 'One’s own notification settings',
  reply: NotificationSetting,
})

export const updateNotificationSetting = endpoint({
  method: 'PUT',
  path: '/v1/notification/setting',
  roles: everyRole,
  bound: 'write',
  summary: 'Change one’s own notification settings; absent fields do not change, families are merged one by one',
  body: z.partial(z.strictObject({ ...setting, families: z.partialRecord(z.enum(families), FamilySetting) })),
  reply: NotificationSetting,
  errors: ['invalid'],
})

export const Follow = z.strictObject({
  noun: z.enum(followEntities),
  record_id: Id,
  title: z.string(),
  ...engName,
  /** Followed automatically, because the user created it. */
  is_auto: z.boolean(),
  created_at: Instant,
})
export type Follow = z.output<typeof Follow>

export const listFollows = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/follow',
  roles: everyRole,
  summary:
    'Followed records that the requester may read, latest first; with `noun` and `record_id`, whether that record is followed',
  query: z.strictObject({
    ...listQuery(['created_at']),
    noun: z.optional(Repeated(z.enum(followEntities))),
    record_id: z.optional(PathId),
  }),
  reply: pageOf(Follow),
  errors: ['invalid'],
})

export const follow = endpoint({
  method: 'POST',
  path: '/v1/follow',
  roles: everyRole,
  bound: 'follow',
  summary: 'Follow a record, a watched page, a sensitive word or a word level',
  body: z.strictObject({ noun: z.enum(followEntities), record_id: Id }),
  reply: Follow,
  errors: ['invalid', 'not_found'],
})

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/v1/follow',
  roles: everyRole,
  bound: 'write',
  summary: 'Stop following',
  query: z.strictObject({ noun: z.enum(followEntities), record_id: PathId }),
  reply: Nothing,
  errors: ['invalid'],
})
