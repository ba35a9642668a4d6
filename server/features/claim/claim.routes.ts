import * as contract from '#contract/claim.api.ts'
import * as check from '#contract/fact_check.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkFactCheck, listFactChecks, listSourceClaims } from './check.ts'
import * as service from './claim.service.ts'

export function claimRoutes(bind: Bind, adapters: service.ClaimAdapters): void {
  bind(contract.listClaims, (ctx, { query }) => service.listClaims(ctx, query))
  bind(contract.listFacts, (ctx, { query }) => service.listFacts(ctx, query))
  bind(contract.listLinkSupports, (ctx, { query }) => service.listLinkSupports(ctx, query))
  bind(contract.stateClaims, (ctx, { body }) => service.stateClaims(ctx, adapters, body))
  bind(contract.decideClaim, (ctx, { body }) => service.decideClaim(ctx, adapters, body))
  bind(contract.withdrawClaim, (ctx, { params }) => service.withdrawClaim(ctx, params.id))
  bind(contract.reinstateClaim, (ctx, { params }) => service.reinstateClaim(ctx, params.id))
  bind(check.listFactChecks, (ctx, { query }) => listFactChecks(ctx, query))
  bind(check.bulkFactCheck, (ctx, { body }) => bulkFactCheck(ctx, adapters, body))
  bind(check.listSourceClaims, (ctx, { params, query }) => listSourceClaims(ctx, params.id, query))
}
