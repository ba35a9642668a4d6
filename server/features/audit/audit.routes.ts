import * as contract from '#contract/audit.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './audit.service.ts'

export function auditRoutes(bind: Bind): void {
  bind(contract.listAudit, (ctx, { query }) => door.listAudit(ctx, query))
  bind(contract.getAudit, (ctx, { params }) => door.getAudit(ctx, params.id))
  bind(contract.listAuditWords, ctx => door.listAuditWords(ctx))
  bind(contract.getAuditChain, ctx => door.getAuditChain(ctx))
  bind(contract.verifyAuditChain, ctx => door.verifyAuditChain(ctx))
}
