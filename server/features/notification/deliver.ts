import * as z from 'zod/mini'
import { familyOf } from '#contract/notification.api.ts'
import { deleteSavedHits, type UnreportedHit } from '#server/features/search/search.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { bisectBatch } from '#server/platform/jobs/bisect-batch.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { quarantine, type Retry } from '#server/platform/jobs/quarantine.ts'
import {
  addEntries,
  claimDomainEvents,
  countSince,
  findDomainEvents,
  findOpen,
  findRecipients,
  markDelivered,
  type NotificationGroup,
  type PendingEvent,
  type Recipient,
} from './deliver.queries.ts'
import { type NotificationPreferences, wishesOfUsers } from './setting.ts'

/** Events of one record within this window form one entry. */
const windowMs = 10 * 60_000
/** Most entries of a user in a window; further ones are counted in one entry, which links to them. */
export const mostEntries = 200
/** Events handled in one transaction. */
const batch = 500
/** Delay of messages, so that they include the events that follow. */
const mailEveryMs = 2 * 60_000

/**
 * Handles all pending events; returns whether there were any. If it is killed at any moment and run again, each event
 * is notified once.
 */
export async function deliverEvents(ctx: Ctx): Promise<boolean> {
  let count = 0
  let last: number
  do {
    last = await inTransaction(ctx, deliverBatch)
    count += last
  } while (last === batch)
  return count > 0
}

/** Events that cannot be handled are quarantined one by one. */
async function deliverBatch(ctx: Ctx): Promise<number> {
  const events = await claimDomainEvents(ctx, batch)
  await bisectBatch(ctx, events, deliverTogether, async (ctx, { id, kind, noun, record_id }, error) => {
    await markDelivered(ctx, [id], [])
    await quarantine(ctx, 'news', { key: `news:${id}`, detail: { id, kind, noun, record_id }, error })
  })
  return events.length
}

const Detail = z.object({ id: z.int() })

/** Handles a quarantined event again; does nothing if it was removed meanwhile. */
export const retryDelivery: Retry = async (ctx, { detail }) => {
  const { id } = Detail.parse(detail)
  const events = await findDomainEvents(ctx, id)
  if (events.length > 0) await deliverTogether(ctx, events)
  return undefined
}

async function deliverTogether(ctx: Ctx, events: readonly PendingEvent[]): Promise<void> {
  const ids = events.map(({ id }) => id)
  const recipients = await findRecipients(ctx, events)
  const users = [...new Set(recipients.map(row => row.user_id))]
  const groups = await limitEntries(ctx, groupsOf(events, recipients, await wishesOfUsers(ctx, users)), users)
  await addEntries(ctx, groups, windowMs)
  await deleteSavedHits(ctx, undeliveredHits(events, recipients))
  await markDelivered(ctx, ids, [...new Set(groups.filter(group => group.is_shown).map(group => group.user_id))])
  await orderMail(
    ctx,
    groups.filter(group => group.mail === 'now').map(group => group.user_id),
  )
}

/** Hits of saved searches on records that their owners cannot read at the moment, for example in the trash. */
function undeliveredHits(events: readonly PendingEvent[], recipients: readonly Recipient[]): UnreportedHit[] {
  const delivered = new Set(recipients.map(({ news_id }) => news_id))
  return events.flatMap(({ id, kind, noun, record_id, detail }) =>
    kind === 'search_hit' && !delivered.has(id) && typeof detail.saved_search === 'number'
      ? [{ saved_search: detail.saved_search, noun, record_id }]
      : [],
  )
}

function groupsOf(
  events: readonly PendingEvent[],
  recipients: readonly Recipient[],
  wishes: (userId: number) => NotificationPreferences,
): NotificationGroup[] {
  const byId = new Map(events.map(each => [each.id, each]))
  const groups = new Map<string, NotificationGroup>()
  // In the order of the events, because the latest event of a group determines its target.
  for (const recipient of recipients.toSorted((a, b) => a.news_id - b.news_id)) {
    const { news_id, user_id } = recipient
    const group = groupOf(forRecipient(byId.get(news_id) as PendingEvent, recipient), user_id, wishes(user_id))
    if (!group) continue
    const key = [user_id, group.noun, group.record_id, group.family, group.place_id].join(' ')
    const before = groups.get(key)
    groups.set(key, before ? joinGroups(before, group) : group)
  }
  return [...groups.values()]
}

/** Removes the links and adds their fields, for users who may read the targets. */
function forRecipient(event: PendingEvent, { link_fields }: Recipient): PendingEvent {
  const { links, ...detail } = event.detail
  if (!links) return event
  return { ...event, detail: { ...detail, fields: [...((detail.fields as string[]) ?? []), ...link_fields] } }
}

function groupOf(
  { id, at, kind, noun, record_id, actor_id, detail }: PendingEvent,
  userId: number,
  wishes: NotificationPreferences,
) {
  const family = familyOf(kind)
  const wish = wishes.families[family]
  // With digests switched off, the family sends no mail.
  const mail = wish.mail === 'digest' && wishes.digest === 'off' ? 'off' : wish.mail
  if (!wish.in_app && mail === 'off') return undefined
  const target = (detail.target ?? {}) as { noun?: string; id?: number; place?: number }
  const group: NotificationGroup = {
    user_id: userId,
    family,
    kind,
    noun,
    record_id,
    target_noun: target.noun ?? null,
    target_id: target.id ?? null,
    // A record that a user sent is never joined with that of another user.
    place_id: family === 'sent' ? id : (target.place ?? 0),
    detail,
    actors: actor_id === null ? [] : [actor_id],
    count: typeof detail.count === 'number' ? Math.max(1, Math.trunc(detail.count)) : 1,
    first_at: at,
    at,
    is_shown: wish.in_app,
    is_beyond: false,
    mail,
  }
  return group
}

function joinGroups(before: NotificationGroup, after: NotificationGroup): NotificationGroup {
  const fields = [before, after].flatMap(({ detail }) =>
    Array.isArray(detail.fields) ? (detail.fields as string[]) : [],
  )
  return {
    ...after,
    detail: fields.length > 0 ? { ...after.detail, fields: [...new Set(fields)] } : after.detail,
    actors: [...new Set([...after.actors, ...before.actors])].slice(0, 5),
    count: before.count + after.count,
    first_at: before.first_at,
    at: before.at > after.at ? before.at : after.at,
  }
}

/**
 * Limits a burst: one entry counts the others and links to them. A group that belongs to an existing entry creates
 * none, and stays with it.
 */
async function limitEntries(
  ctx: Ctx,
  groups: NotificationGroup[],
  users: readonly number[],
): Promise<NotificationGroup[]> {
  const begun = await countSince(ctx, users, new Date(ctx.now().getTime() - windowMs))
  const open = await findOpen(ctx, groups, windowMs)
  const rest = new Map<number, NotificationGroup>()
  const bounded = groups.map((group, n): NotificationGroup => {
    if (!group.is_shown || open.has(n)) return group
    const count = (begun.get(group.user_id) ?? 0) + 1
    begun.set(group.user_id, count)
    if (count <= mostEntries) return group
    const more: NotificationGroup = {
      ...group,
      family: 'more',
      kind: 'more',
      noun: 'more',
      record_id: 0,
      target_noun: null,
      target_id: null,
      place_id: 0,
      detail: { beyond: true },
      actors: [],
      count: 1,
      mail: 'off',
    }
    const before = rest.get(group.user_id)
    rest.set(group.user_id, before ? joinGroups(before, more) : more)
    return { ...group, is_shown: false, is_beyond: true }
  })
  return [...bounded, ...rest.values()]
}

/** One job for each user and period, at the end of the period. */
async function orderMail(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  if (!ctx.mailer) return
  const span = Math.floor(ctx.now().getTime() / mailEveryMs) + 1
  for (const userId of new Set(userIds))
    await addJob(
      ctx.db,
      'mail_notifications',
      { user_id: userId },
      { key: `mail:${userId}:${span}`, runAt: new Date(span * mailEveryMs), maxAttempts: 12 },
    )
}
