import * as contract from '#contract/screening.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './screening.ts'

export function screeningRoutes(bind: Bind, kits: door.ScreeningKits): void {
  bind(contract.listScreenings, (ctx, { query }) => door.listScreenings(ctx, query))
  bind(contract.countScreenings, (ctx, { query }) => door.countScreenings(ctx, query))
  bind(contract.getScreening, (ctx, { params }) => door.getScreening(ctx, params.id))
  bind(contract.decideScreening, (ctx, { params, body }) => door.decideScreening(ctx, kits, params.id, body))
}
