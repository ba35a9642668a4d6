import * as source from '#contract/source.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkSource } from './bulk.ts'
import * as service from './source.service.ts'

export function sourceRoutes(bind: Bind): void {
  bind(source.listSources, (ctx, { query }) => service.listSources(ctx, query))
  bind(source.createSource, (ctx, { body }) => service.createSource(ctx, body))
  bind(source.bulkSource, (ctx, { body }) => bulkSource(ctx, body))
  bind(source.getSource, (ctx, { params }) => service.getSource(ctx, params.id))
  bind(source.updateSource, (ctx, { params, body }) => service.updateSource(ctx, params.id, body))
  bind(source.withdrawSource, (ctx, { params, body }) => service.withdrawSource(ctx, params.id, body))
  bind(source.reinstateSource, (ctx, { params }) => service.reinstateSource(ctx, params.id))
  bind(source.getSourceCheck, (ctx, { params }) => service.getSourceCheck(ctx, params.id))
  bind(source.deleteSource, (ctx, { params }) => service.deleteSource(ctx, params.id))
  bind(source.restoreSource, (ctx, { params }) => service.restoreSource(ctx, params.id))
  bind(source.listSourceHistory, (ctx, { params, query }) => service.listSourceHistory(ctx, params.id, query))
  bind(source.restoreSourceValue, (ctx, { params, body }) => service.restoreSourceValue(ctx, { params, body }))
}
