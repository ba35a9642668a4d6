import * as dashboard from '#contract/dashboard.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './dashboard.service.ts'
import { readDigest, setDigestEvent } from './digest.ts'
import { readFirstSteps } from './first-step.ts'

export function dashboardRoutes(bind: Bind): void {
  bind(dashboard.dashboardNumbers, (ctx, { query }) => service.readNumbers(ctx, query))
  bind(dashboard.dashboardEvents, (ctx, { query }) => service.readEvents(ctx, query))
  bind(dashboard.dashboardBrief, (ctx, { query }) => readDigest(ctx, query))
  bind(dashboard.firstSteps, ctx => readFirstSteps(ctx))
  bind(dashboard.clearBriefEvent, (ctx, { body }) => setDigestEvent(ctx, body))
}
