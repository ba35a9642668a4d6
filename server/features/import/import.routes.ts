import * as contract from '#contract/import.api.ts'
import { receiveFile } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './import.service.ts'

export function importRoutes(bind: Bind, kits: door.ImportAdapters): void {
  bind(contract.createImport, async (ctx, { query }, { request }) =>
    door.createImport(ctx, kits, query.noun, await receiveFile(request)),
  )
  bind(contract.listImports, (ctx, { query }) => door.listImports(ctx, kits, query))
  bind(contract.getImport, (ctx, { params }) => door.getImport(ctx, kits, params.id))
  bind(contract.readImport, (ctx, { params, body }) => door.readImport(ctx, kits, params.id, body))
  bind(contract.checkImport, (ctx, { params, body }) => door.checkImport(ctx, kits, params.id, body))
  bind(contract.runImport, (ctx, { params }) => door.runImport(ctx, kits, params.id))
  bind(contract.cancelImport, (ctx, { params }) => door.cancelImport(ctx, kits, params.id))
  bind(contract.listImportRows, (ctx, { params, query }) => door.listRows(ctx, kits, params.id, query))
}
