import * as contract from '#contract/audit.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './audit.service.ts'

export function auditRoutes(bind: Bind): void {
  bind(contract.listAudit, (ctx, { query }) => service.listAudit(ctx, query))
  bind(contract.getAudit, (ctx, { params }) => service.getAudit(ctx, params.id))
  bind(contract.listAuditWords, ctx => service.listAuditWords(ctx))
  bind(contract.getAuditChain, ctx => service.getAuditChain(ctx))
  bind(contract.verifyAuditChain, ctx => service.verifyAuditChain(ctx))
}
