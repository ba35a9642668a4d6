import * as contract from '#contract/import_run.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './import_run.service.ts'

export function importRunRoutes(bind: Bind): void {
  bind(contract.listImportRuns, (ctx, { query }) => service.listImportRuns(ctx, query))
  bind(contract.getImportRun, (ctx, { params }) => service.getImportRun(ctx, params.id))
  bind(contract.listImportMarks, (ctx, { params, query }) => service.listImportMarks(ctx, params.id, query))
  bind(contract.checkImportUndo, (ctx, { params }) => service.checkImportUndo(ctx, params.id))
  bind(contract.runImportUndo, (ctx, { params }) => service.runImportUndo(ctx, params.id))
  bind(contract.cancelImportUndo, (ctx, { params }) => service.cancelImportUndo(ctx, params.id))
}
