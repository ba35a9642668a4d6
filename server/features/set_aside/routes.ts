import * as contract from '#contract/set_aside.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './set_aside.ts'

export function setAsideRoutes(bind: Bind): void {
  bind(contract.listSetAside, (ctx, { query }) => door.listSetAside(ctx, query))
  bind(contract.retrySetAside, (ctx, { params }) => door.retrySetAside(ctx, params.id))
  bind(contract.dropSetAside, (ctx, { params }) => door.dropSetAside(ctx, params.id))
}
