import * as contract from '#contract/export.api.ts'
import { sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './export.service.ts'

export function exportRoutes(bind: Bind, adapters: service.ExportAdapters): void {
  bind(contract.createExport, (ctx, { body }) => service.createExport(ctx, adapters, body))
  bind(contract.getExport, (ctx, { params }) => service.getExport(ctx, params.id))
  bind(contract.cancelExport, (ctx, { params }) => service.cancelExport(ctx, params.id))
  bind(contract.getExportFile, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await service.openExportFile(ctx, params.id)),
  )
}
