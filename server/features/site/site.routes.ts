import * as site from '#contract/site.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './site.service.ts'

export function siteRoutes(bind: Bind): void {
  bind(site.getSite, (ctx, { params }) => door.getSite(ctx, params.id))
  bind(site.updateSite, (ctx, { params, body }) => door.updateSite(ctx, params.id, body))
  bind(site.watchSite, (ctx, { params, body }) => door.watchSite(ctx, params.id, body))
  bind(site.trySiteFilter, (ctx, { params, body }) => door.trySiteFilter(ctx, params.id, body))
  bind(site.createRound, (ctx, { params }) => door.createRound(ctx, params.id))
  bind(site.listRounds, (ctx, { params, query }) => door.listRounds(ctx, params.id, query))
  bind(site.updateRound, (ctx, { params, body }) => door.updateRound(ctx, params.id, params.number, body.act))
}
