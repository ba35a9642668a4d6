import * as contract from '#contract/set_aside.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './set_aside.service.ts'

export function quarantineRoutes(bind: Bind): void {
  bind(contract.listSetAside, (ctx, { query }) => service.listSetAside(ctx, query))
  bind(contract.retrySetAside, (ctx, { params }) => service.retrySetAside(ctx, params.id))
  bind(contract.dropSetAside, (ctx, { params }) => service.dropSetAside(ctx, params.id))
}
