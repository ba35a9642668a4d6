import * as og from '#contract/og.api.ts'
import { saveStated } from '#server/features/claim/claim.service.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkOg } from './bulk.ts'
import * as service from './og.service.ts'

export function ogRoutes(bind: Bind): void {
  bind(og.listOgs, (ctx, { query }) => service.listOgs(ctx, query))
  bind(og.createOg, (ctx, { body }) => saveStated(ctx, { noun: 'og' }, body, service.createOg))
  bind(og.updateOg, (ctx, { body }) => saveStated(ctx, { noun: 'og', id: body.id }, body, service.updateOg))
  bind(og.bulkOg, (ctx, { body }) => bulkOg(ctx, body))
  bind(og.recentAddOg, (ctx, { query }) => service.listOgsBy(ctx, 'created_at', query.limit))
  bind(og.recentUpdateOg, (ctx, { query }) => service.listOgsBy(ctx, 'updated_at', query.limit))
  bind(og.mostFocusOg, (ctx, { query }) => service.listMostFocused(ctx, query.limit))
  bind(og.regionCountOg, ctx => service.countOgRegions(ctx))
  bind(og.getOg, (ctx, { params }) => service.getOg(ctx, params.id))
  bind(og.deleteOg, (ctx, { params }) => service.deleteOg(ctx, params.id))
  bind(og.restoreOg, (ctx, { params }) => service.restoreOg(ctx, params.id))
  bind(og.listOgHistory, (ctx, { params, query }) => service.listOgHistory(ctx, params.id, query))
  bind(og.restoreOgValue, (ctx, { params, body }) => service.restoreOgValue(ctx, { params, body }))
}
