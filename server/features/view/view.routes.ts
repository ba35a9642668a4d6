import * as view from '#contract/view.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './view.service.ts'

export function viewRoutes(bind: Bind): void {
  bind(view.listViews, (ctx, { query }) => door.listViews(ctx, query.noun))
  bind(view.createView, (ctx, { body }) => door.createView(ctx, body))
  bind(view.updateView, (ctx, { params, body }) => door.updateView(ctx, params.id, body))
  bind(view.deleteView, (ctx, { params }) => door.deleteView(ctx, params.id))
}
