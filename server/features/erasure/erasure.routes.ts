import * as contract from '#contract/erasure.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './erasure.service.ts'
import { listRetentions, setRetention, tryRetention } from './retention.ts'

export function erasureRoutes(bind: Bind, adapters: service.ErasureAdapters): void {
  bind(contract.listErasures, (ctx, { query }) => service.listErasures(ctx, query))
  bind(contract.createErasure, (ctx, { body }) => service.createErasure(ctx, body.person_id))
  bind(contract.getErasure, (ctx, { params }) => service.getErasure(ctx, params.id))
  bind(contract.startErasure, (ctx, { params, body }) => service.startErasure(ctx, adapters, params.id, body))
  bind(contract.cancelErasure, (ctx, { params }) => service.cancelErasure(ctx, params.id))
  bind(contract.copyPerson, (ctx, { params, body }) => service.copyPerson(ctx, params.id, body.reason))
  bind(contract.listRetentions, ctx => listRetentions(ctx))
  bind(contract.setRetention, (ctx, { body }) => setRetention(ctx, body.items))
  bind(contract.tryRetention, (ctx, { body }) => tryRetention(ctx, body))
}
