import { getPageVisit } from '#contract/page-visit.api.ts'
import * as site from '#contract/site.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as visit from './page-visit.ts'
import * as service from './site.service.ts'

export function siteRoutes(bind: Bind): void {
  bind(site.getSite, (ctx, { params }) => service.getSite(ctx, params.id))
  bind(site.updateSite, (ctx, { params, body }) => service.updateSite(ctx, params.id, body))
  bind(site.watchSite, (ctx, { params, body }) => service.watchSite(ctx, params.id, body))
  bind(site.trySiteFilter, (ctx, { params, body }) => service.trySiteFilter(ctx, params.id, body))
  bind(getPageVisit, (ctx, { params }) => visit.getPageVisit(ctx, params.id))
  bind(site.createRound, (ctx, { params }) => service.createRound(ctx, params.id))
  bind(site.listRounds, (ctx, { params, query }) => service.listRounds(ctx, params.id, query))
  bind(site.updateRound, (ctx, { params, body }) => service.updateRound(ctx, params.id, params.number, body.act))
}
