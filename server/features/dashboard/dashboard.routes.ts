import * as dashboard from '#contract/dashboard.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './dashboard.service.ts'
import { readDigest, setDigestEvent } from './digest.ts'

export function dashboardRoutes(bind: Bind): void {
  bind(dashboard.dashboardNumbers, (ctx, { query }) => door.readNumbers(ctx, query))
  bind(dashboard.dashboardEvents, (ctx, { query }) => door.readEvents(ctx, query))
  bind(dashboard.dashboardBrief, (ctx, { query }) => readDigest(ctx, query))
  bind(dashboard.clearBriefEvent, (ctx, { body }) => setDigestEvent(ctx, body))
}
