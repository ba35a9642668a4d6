import type { clearBriefEvent, dashboardBrief } from '#contract/dashboard.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import { editors } from '#contract/role.ts'
import { briefsOf } from '#server/features/event/event.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { daysAround } from './days.ts'
import { clearEvent, findDigestEvents, findLastCrawl, findLastSignIn, restoreEvent } from './digest.queries.ts'

/** Today and tomorrow. */
const digestDays = 2

export async function readDigest(
  ctx: Ctx,
  zone: Received<typeof dashboardBrief>['query'],
): Promise<Immutable<Reply<typeof dashboardBrief>>> {
  const { coming } = daysAround(ctx, zone, digestDays)
  // A day without a time begins at midnight UTC, a time of day is an instant: the earlier of both limits includes all
  // of today.
  const midnight = Date.parse(`${coming.from}T00:00:00Z`)
  const from = new Date(Math.min(midnight, midnight - zone.offset * 60_000))
  const [since, looked_at, ids] = await Promise.all([
    findLastSignIn(ctx),
    editors.includes(ctx.actor.role) ? findLastCrawl(ctx) : null,
    findDigestEvents(ctx, coming, from),
  ])
  return { since, looked_at, events: await briefsOf(ctx, ids) }
}

export async function setDigestEvent(
  ctx: Ctx,
  { event_id, is_done }: Received<typeof clearBriefEvent>['body'],
): Promise<null> {
  if (!is_done) await restoreEvent(ctx, event_id)
  else if (!(await clearEvent(ctx, event_id))) throw new AppError('not_found')
  return null
}
