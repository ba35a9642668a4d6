import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { recordNouns } from './noun.ts'
import { everyRole } from './role.ts'
import { Id, Instant, listQuery, Nothing, PathId, pageOf, QueryBool, Ref, Repeated } from './wire.ts'

/** What can be followed; `word_level` stands for every sensitive word of the level that is its `record_id` (1–3). */
export const followNouns = [...recordNouns, 'page', 'word', 'word_level'] as const
export type FollowNoun = (typeof followNouns)[number]

/**
 * What one is told of, in the terms of one's settings: changes of followed records, changes of watched pages, names and
 * sensitive words found on them, reviews, replies, tasks, saved searches, what colleagues sent; `more` counts the entries beyond the bound, which `beyond` lists.
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
 * Who may receive news of a kind, besides the rule that they may read the record. `followers`: those who follow the record and those the
 * news names. `named`: only those it names, because the news itself is private to them (a saved search, what a colleague wrote).
 */
export type Audience = 'followers' | 'named'

/** Every kind of news: the family of the settings it belongs to, and who may receive it. */
export const newsKinds = {
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
  search_hit: { family: 'search', audience: 'named' },
  sent: { family: 'sent', audience: 'named' },
} as const satisfies Record<string, { family: Family; audience: Audience }>
export type NewsKind = keyof typeof newsKinds

/** The family of a kind of news; an unknown kind is a change of a record. */
export const familyOf = (kind: string): Family =>
  kind === 'more' ? 'more' : ((newsKinds as Record<string, { family: Family }>)[kind]?.family ?? 'record')

/** Kinds whose news also go to those who follow the record; an unknown kind goes to nobody but those it names. */
export const followerKinds = (Object.keys(newsKinds) as NewsKind[]).filter(
  kind => newsKinds[kind].audience === 'followers',
)

/** What happened to one record within ten minutes, told as one; there only while its reader may read what it is about. */
export const Notification = z.strictObject({
  id: Id,
  /** Order of telling; it grows when more of the same comes. */
  seq: z.int(),
  family: z.enum(families),
  kind: z.string(),
  noun: z.string(),
  record_id: z.int(),
  /** The record's name as it is now; empty for `more`. */
  title: z.string(),
  /** What it leads to, where that is not the record: a page with the version, and the difference for who may review. */
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
  /** Fields that changed, the level of a word, the `note` of who sent it: never the record's text. */
  detail: z.record(z.string(), z.unknown()),
  count: z.int(),
  /** Who did it, the latest first, at most five; empty where it was the system. */
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
  summary: 'One’s own notifications, the latest first',
  query: z.strictObject({
    ...listQuery(['seq']),
    unread: z.optional(QueryBool),
    /** The entries that `more` counts, instead of the list. */
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
  summary: 'How many of one’s own notifications are unread, by family',
  reply: Unread,
})

export const readNotifications = endpoint({
  method: 'PUT',
  path: '/v1/notification/read',
  roles: everyRole,
  bound: 'write',
  summary: 'Mark as read (or unread): those named, those of a record, or all told so far',
  body: z.strictObject({
    ids: z.optional(z.array(Id).check(z.maxLength(1_000))),
    /** Those that lead to this record. */
    record: z.optional(z.strictObject({ noun: z.string().check(z.maxLength(40)), id: Id })),
    /** The `seq` of the last one seen: what came after it stays unread. */
    all_until: z.optional(z.int().check(z.positive())),
    read: z._default(z.boolean(), true),
  }),
  reply: z.strictObject({ done: z.int() }),
  errors: ['invalid'],
})

/** One event of the stream: what is new, and how many are unread in all. `is_cut`: more came than is sent, read the list. */
export const Told = z.strictObject({ items: z.array(Notification), unread: z.int(), is_cut: z.boolean() })
export type Told = z.output<typeof Told>

/**
 * Server-sent events: `told` with a `Told` under its `seq` as the id, `unread` with `{unread}`, and `end` with
 * `{reason}` (`session` is over, `role` changed, `replaced` by newer streams of the user, `stop` of the server) before
 * the server closes. `Last-Event-ID` goes on after that id without loss; without one it begins with an empty `told`.
 */
export const streamNotifications = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/notification/stream',
  roles: everyRole,
  summary: 'What comes, as server-sent events',
  replies: 'stream',
  reply: z.unknown(),
})

export const mailModes = ['off', 'now', 'digest'] as const
export const digestModes = ['off', 'daily', 'weekly'] as const

const FamilySetting = z.strictObject({ in_app: z.boolean(), mail: z.enum(mailModes) })
export type FamilySetting = z.output<typeof FamilySetting>

/** Whether the runtime knows the zone. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const setting = {
  /** Nothing pops up; the list and the count go on. */
  quiet: z.boolean(),
  /** Follow what one creates. */
  auto_follow: z.boolean(),
  /** At 08:00 of `zone`, weekly on Mondays. */
  digest: z.enum(digestModes),
  zone: z.string().check(z.maxLength(60), z.refine(isZone, { params: { code: 'zone' } })),
  families: z.record(z.enum(families), FamilySetting),
}
export const NotificationSetting = z.strictObject({
  ...setting,
  /** Whether this installation sends mail, and where to; null: the user has no address. */
  can_mail: z.boolean(),
  email: z.nullable(z.string()),
})
export type NotificationSetting = z.output<typeof NotificationSetting>

const usual: FamilySetting = { in_app: true, mail: 'digest' }
/** Digests are off until asked for; then all of it is in them. */
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
  summary: 'How one wishes to be told',
  reply: NotificationSetting,
})

export const updateNotificationSetting = endpoint({
  method: 'PUT',
  path: '/v1/notification/setting',
  roles: everyRole,
  bound: 'write',
  summary: 'Change how one wishes to be told: absent keeps, families are merged one by one',
  body: z.partial(z.strictObject({ ...setting, families: z.partialRecord(z.enum(families), FamilySetting) })),
  reply: NotificationSetting,
  errors: ['invalid'],
})

export const Follow = z.strictObject({
  noun: z.enum(followNouns),
  record_id: Id,
  title: z.string(),
  /** Followed because one made it. */
  is_auto: z.boolean(),
  created_at: Instant,
})
export type Follow = z.output<typeof Follow>

export const listFollows = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/follow',
  roles: everyRole,
  summary: 'What one follows and may read, the latest first; with `noun` and `record_id` whether it is followed',
  query: z.strictObject({
    ...listQuery(['created_at']),
    noun: z.optional(Repeated(z.enum(followNouns))),
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
  summary: 'Be told of what happens to a record, a watched page, a sensitive word or a level of them',
  body: z.strictObject({ noun: z.enum(followNouns), record_id: Id }),
  reply: Follow,
  errors: ['invalid', 'not_found'],
})

export const unfollow = endpoint({
  method: 'DELETE',
  path: '/v1/follow',
  roles: everyRole,
  bound: 'write',
  summary: 'Be told no more',
  query: z.strictObject({ noun: z.enum(followNouns), record_id: PathId }),
  reply: Nothing,
  errors: ['invalid'],
})
