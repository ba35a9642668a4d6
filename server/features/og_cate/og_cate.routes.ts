import * as ogCate from '#contract/og_cate.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './og_cate.service.ts'

export function ogCateRoutes(bind: Bind): void {
  bind(ogCate.listOgCates, (ctx, { query }) => service.listOgCates(ctx, query))
  bind(ogCate.createOgCate, (ctx, { body }) => service.createOgCate(ctx, body.name))
  bind(ogCate.updateOgCate, (ctx, { params, body }) => service.updateOgCate(ctx, params.id, body))
  bind(ogCate.deleteOgCate, (ctx, { params }) => service.deleteOgCate(ctx, params.id))
  bind(ogCate.restoreOgCate, (ctx, { params }) => service.restoreOgCate(ctx, params.id))
}
