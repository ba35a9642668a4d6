import * as dashboard from '#contract/dashboard.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './dashboard.ts'

export function dashboardRoutes(bind: Bind): void {
  bind(dashboard.dashboardNumbers, (ctx, { query }) => door.readNumbers(ctx, query))
  bind(dashboard.dashboardEvents, (ctx, { query }) => door.readEvents(ctx, query))
}
