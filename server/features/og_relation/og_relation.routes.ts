import * as contract from '#contract/og_relation.api.ts'
import * as chain from '#contract/ownership.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './og_relation.service.ts'
import { readOwnership } from './ownership.ts'

export function ogRelationRoutes(bind: Bind): void {
  bind(contract.listOgRelations, (ctx, { query }) => door.listOgRelations(ctx, query))
  bind(contract.createOgRelation, (ctx, { body }) => door.createOgRelation(ctx, body))
  bind(contract.updateOgRelation, (ctx, { params, body }) => door.updateOgRelation(ctx, params.id, body))
  bind(contract.deleteOgRelation, (ctx, { params }) => door.deleteOgRelation(ctx, params.id))
  bind(chain.ogOwnership, (ctx, { params, query }) => readOwnership(ctx, 'og', { params, query }))
  bind(chain.personOwnership, (ctx, { params, query }) => readOwnership(ctx, 'person', { params, query }))
}
