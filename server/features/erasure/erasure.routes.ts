import * as contract from '#contract/erasure.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './erasure.service.ts'
import { listRetentions, setRetention, tryRetention } from './retention.ts'

export function erasureRoutes(bind: Bind, kits: door.ErasureAdapters): void {
  bind(contract.listErasures, (ctx, { query }) => door.listErasures(ctx, query))
  bind(contract.createErasure, (ctx, { body }) => door.createErasure(ctx, body.person_id))
  bind(contract.getErasure, (ctx, { params }) => door.getErasure(ctx, params.id))
  bind(contract.startErasure, (ctx, { params, body }) => door.startErasure(ctx, kits, params.id, body))
  bind(contract.cancelErasure, (ctx, { params }) => door.cancelErasure(ctx, params.id))
  bind(contract.copyPerson, (ctx, { params, body }) => door.copyPerson(ctx, params.id, body.reason))
  bind(contract.listRetentions, ctx => listRetentions(ctx))
  bind(contract.setRetention, (ctx, { body }) => setRetention(ctx, body.items))
  bind(contract.tryRetention, (ctx, { body }) => tryRetention(ctx, body))
}
