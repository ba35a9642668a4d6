import * as view from '#contract/view.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './view.service.ts'

export function viewRoutes(bind: Bind): void {
  bind(view.listViews, (ctx, { query }) => service.listViews(ctx, query.noun))
  bind(view.createView, (ctx, { body }) => service.createView(ctx, body))
  bind(view.updateView, (ctx, { params, body }) => service.updateView(ctx, params.id, body))
  bind(view.deleteView, (ctx, { params }) => service.deleteView(ctx, params.id))
}
