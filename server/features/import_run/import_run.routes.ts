import * as contract from '#contract/import_run.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './import_run.service.ts'

export function importRunRoutes(bind: Bind): void {
  bind(contract.listImportRuns, (ctx, { query }) => door.listImportRuns(ctx, query))
  bind(contract.getImportRun, (ctx, { params }) => door.getImportRun(ctx, params.id))
  bind(contract.listImportMarks, (ctx, { params, query }) => door.listImportMarks(ctx, params.id, query))
  bind(contract.checkImportUndo, (ctx, { params }) => door.checkImportUndo(ctx, params.id))
  bind(contract.runImportUndo, (ctx, { params }) => door.runImportUndo(ctx, params.id))
  bind(contract.cancelImportUndo, (ctx, { params }) => door.cancelImportUndo(ctx, params.id))
}
