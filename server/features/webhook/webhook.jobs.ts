import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { tidyDeliveries } from './delivery.queries.ts'

const dayMs = 86_400_000

export const webhookJobs = {
  tidy_webhooks: async ctx => {
    const before = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
    await tidyDeliveries(ctx, { waitedBefore: before(14), doneBefore: before(30) })
  },
} satisfies Jobs

export const webhookCrontab = ['57 3 * * * tidy_webhooks']
