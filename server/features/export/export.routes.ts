import * as contract from '#contract/export.api.ts'
import { sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './export.service.ts'

export function exportRoutes(bind: Bind, kits: door.ExportAdapters): void {
  bind(contract.createExport, (ctx, { body }) => door.createExport(ctx, kits, body))
  bind(contract.getExport, (ctx, { params }) => door.getExport(ctx, params.id))
  bind(contract.cancelExport, (ctx, { params }) => door.cancelExport(ctx, params.id))
  bind(contract.getExportFile, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await door.openExportFile(ctx, params.id)),
  )
}
