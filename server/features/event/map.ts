import type { Received, Reply } from '#contract/endpoint.ts'
import type { mapEvents } from '#contract/event-view.api.ts'
import { rememberRead } from '#server/core/list.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { countRegions, findPoints } from './map.queries.ts'

const pointsAtMost = 2_000

/** Events by country, and events with a place as points. */
export function readMap(
  ctx: Ctx,
  filter: Received<typeof mapEvents>['query'],
): Promise<Immutable<Reply<typeof mapEvents>>> {
  return rememberRead(ctx, JSON.stringify(['event map', filter]), async () => {
    const [regions, points] = await Promise.all([countRegions(ctx, filter), findPoints(ctx, filter, pointsAtMost)])
    return { total: regions.reduce((sum, { count }) => sum + count, 0), regions, points }
  })
}
