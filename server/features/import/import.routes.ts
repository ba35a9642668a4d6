import * as contract from '#contract/import.api.ts'
import { receiveFile } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './import.service.ts'

export function importRoutes(bind: Bind, adapters: service.ImportAdapters): void {
  bind(contract.createImport, async (ctx, { query }, { request }) =>
    service.createImport(ctx, adapters, query.noun, await receiveFile(request)),
  )
  bind(contract.listImports, (ctx, { query }) => service.listImports(ctx, adapters, query))
  bind(contract.getImport, (ctx, { params }) => service.getImport(ctx, adapters, params.id))
  bind(contract.readImport, (ctx, { params, body }) => service.readImport(ctx, adapters, params.id, body))
  bind(contract.checkImport, (ctx, { params, body }) => service.checkImport(ctx, adapters, params.id, body))
  bind(contract.runImport, (ctx, { params }) => service.runImport(ctx, adapters, params.id))
  bind(contract.cancelImport, (ctx, { params }) => service.cancelImport(ctx, adapters, params.id))
  bind(contract.listImportRows, (ctx, { params, query }) => service.listRows(ctx, adapters, params.id, query))
}
