import * as relation from '#contract/relation.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './relation.ts'

export function relationRoutes(bind: Bind): void {
  bind(relation.createRelation, (ctx, { params, body }) => door.createRelation(ctx, { params, body }))
  bind(relation.updateRelation, (ctx, { params, body }) => door.updateRelation(ctx, { params, body }))
  bind(relation.deleteRelation, (ctx, { params }) => door.deleteRelation(ctx, params))
}
