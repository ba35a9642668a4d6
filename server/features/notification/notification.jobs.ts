import * as z from 'zod/mini'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeOld } from './deliver.queries.ts'
import { deliverEvents } from './deliver.ts'
import { orderDigests, sendNotifications } from './mail.ts'

const dayMs = 86_400_000
const eventRetentionMs = 30 * dayMs
const notificationRetentionMs = 180 * dayMs

const Payload = z.strictObject({ user_id: z.int(), digest: z.optional(z.boolean()) })

export const notificationJobs: Jobs = {
  tell_news: async ctx => {
    await deliverEvents(ctx)
  },
  mail_notifications: async (ctx, payload) => {
    const { user_id, digest = false } = Payload.parse(payload)
    await sendNotifications(ctx, user_id, digest ? 'digest' : 'now')
  },
  order_digests: ctx => orderDigests(ctx),
  remove_old_notifications: ctx => {
    const now = ctx.now().getTime()
    return removeOld(ctx, new Date(now - eventRetentionMs), new Date(now - notificationRetentionMs))
  },
}

export const notificationCrontab = [
  // Handles events that a killed worker left.
  '* * * * * tell_news',
  '*/15 * * * * order_digests',
  '41 3 * * * remove_old_notifications',
]
