import * as contract from '#contract/claim.api.ts'
import * as check from '#contract/fact_check.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkFactCheck, listFactChecks, listSourceClaims } from './check.ts'
import * as door from './claim.service.ts'

export function claimRoutes(bind: Bind, kits: door.ClaimAdapters): void {
  bind(contract.listClaims, (ctx, { query }) => door.listClaims(ctx, query))
  bind(contract.listFacts, (ctx, { query }) => door.listFacts(ctx, query))
  bind(contract.listLinkSupports, (ctx, { query }) => door.listLinkSupports(ctx, query))
  bind(contract.stateClaims, (ctx, { body }) => door.stateClaims(ctx, kits, body))
  bind(contract.decideClaim, (ctx, { body }) => door.decideClaim(ctx, kits, body))
  bind(contract.withdrawClaim, (ctx, { params }) => door.withdrawClaim(ctx, params.id))
  bind(contract.reinstateClaim, (ctx, { params }) => door.reinstateClaim(ctx, params.id))
  bind(check.listFactChecks, (ctx, { query }) => listFactChecks(ctx, query))
  bind(check.bulkFactCheck, (ctx, { body }) => bulkFactCheck(ctx, kits, body))
  bind(check.listSourceClaims, (ctx, { params, query }) => listSourceClaims(ctx, params.id, query))
}
