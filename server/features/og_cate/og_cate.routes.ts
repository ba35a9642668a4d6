import * as ogCate from '#contract/og_cate.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './og_cate.service.ts'

export function ogCateRoutes(bind: Bind): void {
  bind(ogCate.listOgCates, (ctx, { query }) => door.listOgCates(ctx, query))
  bind(ogCate.createOgCate, (ctx, { body }) => door.createOgCate(ctx, body.name))
  bind(ogCate.updateOgCate, (ctx, { params, body }) => door.updateOgCate(ctx, params.id, body))
  bind(ogCate.deleteOgCate, (ctx, { params }) => door.deleteOgCate(ctx, params.id))
  bind(ogCate.restoreOgCate, (ctx, { params }) => door.restoreOgCate(ctx, params.id))
}
