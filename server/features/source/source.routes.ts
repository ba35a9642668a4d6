import * as source from '#contract/source.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkSource } from './bulk.ts'
import * as door from './source.service.ts'

export function sourceRoutes(bind: Bind): void {
  bind(source.listSources, (ctx, { query }) => door.listSources(ctx, query))
  bind(source.createSource, (ctx, { body }) => door.createSource(ctx, body))
  bind(source.bulkSource, (ctx, { body }) => bulkSource(ctx, body))
  bind(source.getSource, (ctx, { params }) => door.getSource(ctx, params.id))
  bind(source.updateSource, (ctx, { params, body }) => door.updateSource(ctx, params.id, body))
  bind(source.withdrawSource, (ctx, { params, body }) => door.withdrawSource(ctx, params.id, body))
  bind(source.reinstateSource, (ctx, { params }) => door.reinstateSource(ctx, params.id))
  bind(source.getSourceCheck, (ctx, { params }) => door.getSourceCheck(ctx, params.id))
  bind(source.deleteSource, (ctx, { params }) => door.deleteSource(ctx, params.id))
  bind(source.restoreSource, (ctx, { params }) => door.restoreSource(ctx, params.id))
  bind(source.listSourceHistory, (ctx, { params, query }) => door.listSourceHistory(ctx, params.id, query))
  bind(source.restoreSourceValue, (ctx, { params, body }) => door.restoreSourceValue(ctx, { params, body }))
}
