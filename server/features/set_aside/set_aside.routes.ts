import * as contract from '#contract/set_aside.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './set_aside.service.ts'

export function quarantineRoutes(bind: Bind): void {
  bind(contract.listSetAside, (ctx, { query }) => door.listSetAside(ctx, query))
  bind(contract.retrySetAside, (ctx, { params }) => door.retrySetAside(ctx, params.id))
  bind(contract.dropSetAside, (ctx, { params }) => door.dropSetAside(ctx, params.id))
}
