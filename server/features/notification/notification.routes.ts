import * as notification from '#contract/notification.api.ts'
import * as sending from '#contract/send.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { follow, listFollows, unfollow } from './follow.ts'
import { countNotifications, listNotifications, readNotifications } from './notification.service.ts'
import { listSendReaders, sendRecord } from './send.ts'
import { getSetting, updateSetting } from './setting.ts'
import type { Streams } from './streams.ts'

export function notificationRoutes(bind: Bind, streams: Streams): void {
  bind(notification.listFollows, (ctx, { query }) => listFollows(ctx, query))
  bind(notification.follow, (ctx, { body }) => follow(ctx, body))
  bind(notification.unfollow, (ctx, { query }) => unfollow(ctx, query))
  bind(notification.countNotifications, ctx => countNotifications(ctx))
  bind(notification.getNotificationSetting, ctx => getSetting(ctx))
  bind(notification.updateNotificationSetting, (ctx, { body }) => updateSetting(ctx, body))
  bind(notification.readNotifications, (ctx, { body }) => readNotifications(ctx, body))
  bind(notification.streamNotifications, async (ctx, _input, { request, reply }) => {
    const after = Number(/^\d{1,15}$/.exec(String(request.headers['last-event-id'] ?? ''))?.[0] ?? Number.NaN)
    const start = await streams.begin(ctx, Number.isNaN(after) ? undefined : after)
    // Bypasses Fastify's reply, which would compress or buffer the stream.
    reply.hijack()
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    start(reply.raw)
    return reply
  })
  bind(sending.listSendReaders, (ctx, { query }) => listSendReaders(ctx, query))
  bind(sending.sendRecord, (ctx, { body }) => sendRecord(ctx, body))
  bind(notification.listNotifications, (ctx, { query }) => listNotifications(ctx, query))
}
