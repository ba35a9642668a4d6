import * as og from '#contract/og.api.ts'
import { saveStated } from '#server/features/claim/claim.service.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkOg } from './bulk.ts'
import * as door from './og.service.ts'

export function ogRoutes(bind: Bind): void {
  bind(og.listOgs, (ctx, { query }) => door.listOgs(ctx, query))
  bind(og.createOg, (ctx, { body }) => saveStated(ctx, { noun: 'og' }, body, door.createOg))
  bind(og.updateOg, (ctx, { body }) => saveStated(ctx, { noun: 'og', id: body.id }, body, door.updateOg))
  bind(og.bulkOg, (ctx, { body }) => bulkOg(ctx, body))
  bind(og.recentAddOg, (ctx, { query }) => door.listOgsBy(ctx, 'created_at', query.limit))
  bind(og.recentUpdateOg, (ctx, { query }) => door.listOgsBy(ctx, 'updated_at', query.limit))
  bind(og.mostFocusOg, (ctx, { query }) => door.listMostFocused(ctx, query.limit))
  bind(og.regionCountOg, ctx => door.countOgRegions(ctx))
  bind(og.getOg, (ctx, { params }) => door.getOg(ctx, params.id))
  bind(og.deleteOg, (ctx, { params }) => door.deleteOg(ctx, params.id))
  bind(og.restoreOg, (ctx, { params }) => door.restoreOg(ctx, params.id))
  bind(og.listOgHistory, (ctx, { params, query }) => door.listOgHistory(ctx, params.id, query))
  bind(og.restoreOgValue, (ctx, { params, body }) => door.restoreOgValue(ctx, { params, body }))
}
