import * as contract from '#contract/og_relation.api.ts'
import * as chain from '#contract/ownership.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './og_relation.service.ts'
import { readOwnership } from './ownership.ts'

export function ogRelationRoutes(bind: Bind): void {
  bind(contract.listOgRelations, (ctx, { query }) => service.listOgRelations(ctx, query))
  bind(contract.createOgRelation, (ctx, { body }) => service.createOgRelation(ctx, body))
  bind(contract.updateOgRelation, (ctx, { params, body }) => service.updateOgRelation(ctx, params.id, body))
  bind(contract.deleteOgRelation, (ctx, { params }) => service.deleteOgRelation(ctx, params.id))
  bind(chain.ogOwnership, (ctx, { params, query }) => readOwnership(ctx, 'og', { params, query }))
  bind(chain.personOwnership, (ctx, { params, query }) => readOwnership(ctx, 'person', { params, query }))
}
