import * as contract from '#contract/claim.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './claim.ts'

export function claimRoutes(bind: Bind, kits: door.ClaimKits): void {
  bind(contract.listClaims, (ctx, { query }) => door.listClaims(ctx, query))
  bind(contract.listLinkSupports, (ctx, { query }) => door.listLinkSupports(ctx, query))
  bind(contract.stateClaims, (ctx, { body }) => door.stateClaims(ctx, kits, body))
  bind(contract.decideClaim, (ctx, { body }) => door.decideClaim(ctx, kits, body))
  bind(contract.withdrawClaim, (ctx, { params }) => door.withdrawClaim(ctx, params.id))
  bind(contract.reinstateClaim, (ctx, { params }) => door.reinstateClaim(ctx, params.id))
}
