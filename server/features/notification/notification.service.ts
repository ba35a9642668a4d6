import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/notification.api.ts'
import type { Notification } from '#contract/notification.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countUnread, findNotifications, markRead } from './notification.queries.ts'

export function listNotifications(
  ctx: Ctx,
  query: Received<typeof contract.listNotifications>['query'],
): Promise<ListPage<Notification>> {
  return findNotifications(ctx, query)
}

export async function countNotifications(ctx: Ctx) {
  const counts = await countUnread(ctx)
  return { unread: counts.reduce((sum, { count }) => sum + count, 0), families: counts }
}

export async function readNotifications(ctx: Ctx, body: Received<typeof contract.readNotifications>['body']) {
  return { done: await markRead(ctx, body) }
}

export { retryDelivery } from './deliver.ts'
export { retryMail } from './mail.ts'
export { startNotificationWorker } from './notification-worker.ts'
/** For webhooks and feeds: the same rule of visibility. */
export { entityTitle, isVisibleRecord } from './visible.queries.ts'
