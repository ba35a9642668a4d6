import * as relation from '#contract/relation.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { readGraph } from './graph.ts'
import { findPath } from './path.ts'
import * as service from './relation.service.ts'

export function relationRoutes(bind: Bind): void {
  bind(relation.personRelation, (ctx, { params, query }) => readGraph(ctx, { kind: 'person', id: params.id }, query))
  bind(relation.ogRelation, (ctx, { params, query }) => readGraph(ctx, { kind: 'og', id: params.id }, query))
  bind(relation.findPath, (ctx, { query }) => findPath(ctx, query))
  bind(relation.createRelation, (ctx, { params, body }) => service.createRelation(ctx, { params, body }))
  bind(relation.updateRelation, (ctx, { params, body }) => service.updateRelation(ctx, { params, body }))
  bind(relation.deleteRelation, (ctx, { params }) => service.deleteRelation(ctx, params))
}
