import type { Diff } from '#contract/diff.api.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import type { Notification } from '#contract/notification.api.ts'

/** One item of the digest. `key` changes when the item has new content, so a cleared item appears again. */
export type DigestItem = { key: string; gravity: number; at: string } & (
  | { kind: 'diff'; diff: Diff }
  | { kind: 'news'; news: Notification }
  | { kind: 'event'; event: EventSummary }
)

/** On the scale of a difference's score. A request from a colleague ranks above a mere change. */
const gravityOf: Record<string, number> = {
  assigned: 75,
  login_limited: 75,
  mentioned: 60,
  review_asked: 58,
  returned: 58,
  rejected: 58,
  failed: 58,
  replied: 55,
  commented: 50,
  issue_created: 50,
  listed: 80,
  maybe_listed: 70,
  maybe_mentioned: 45,
  changed_page: 40,
  search_hit: 40,
  figure_alert: 60,
}
const usual = 25

function gravityOfNotification({ kind, detail }: Notification): number {
  if (kind === 'hit') return 55 + 10 * (typeof detail.level === 'number' ? detail.level : 1)
  return gravityOf[kind] ?? usual
}

const notificationItem = (notification: Notification): DigestItem => ({
  kind: 'news',
  key: `news ${notification.id} ${notification.seq}`,
  gravity: gravityOfNotification(notification),
  at: notification.at,
  news: notification,
})

const ofEvent = (event: EventSummary): DigestItem => ({
  kind: 'event',
  key: `event ${event.id} ${event.start_time}`,
  // A draft has the default level of events: no one has assessed it.
  gravity: event.status === 'draft' ? 35 : 25 + 10 * event.level,
  at: event.start_time ?? '',
  event,
})

const ofDiff = (diff: Diff): DigestItem => ({
  kind: 'diff',
  key: `diff ${diff.id}`,
  gravity: diff.score,
  at: diff.created_at,
  diff,
})

type DigestData = { diffs: readonly Diff[]; news: readonly Notification[]; events: readonly EventSummary[] }

/**
 * One list, ordered by gravity and then by time, latest first. Notifications about a single difference are left out if
 * that difference is in the list.
 */
export function digestItems({ diffs, news, events }: DigestData): DigestItem[] {
  const shown = new Set(diffs.map(diff => diff.id))
  const isShown = ({ target, count }: Notification) =>
    count === 1 && shown.has(target?.noun === 'diff' ? target.id : (target?.diff ?? 0))
  return [
    ...diffs.map(ofDiff),
    ...news.filter(each => !isShown(each)).map(notificationItem),
    ...events.map(ofEvent),
  ].sort((a, b) => b.gravity - a.gravity || (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
