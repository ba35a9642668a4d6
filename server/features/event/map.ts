import type { Received, Reply } from '#contract/endpoint.ts'
import type { mapEvents } from '#contract/event-view.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Frozen } from '#server/platform/frozen.ts'
import { rememberRead } from '#server/record/list.ts'
import { countRegions, findPoints } from './map-queries.ts'

const pointsAtMost = 2_000

/** Events by country, and events with a place as points. */
export function readMap(
  ctx: Ctx,
  filter: Received<typeof mapEvents>['query'],
): Promise<Frozen<Reply<typeof mapEvents>>> {
  return rememberRead(ctx, JSON.stringify(['event map', filter]), async () => {
    const [regions, points] = await Promise.all([countRegions(ctx, filter), findPoints(ctx, filter, pointsAtMost)])
    return { total: regions.reduce((sum, { count }) => sum + count, 0), regions, points }
  })
}
