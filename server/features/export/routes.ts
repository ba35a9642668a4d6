import * as contract from '#contract/export.ts'
import { sendAttachment } from '#server/platform/files.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './export.ts'

export function exportRoutes(bind: Bind, kits: door.ExportKits): void {
  bind(contract.createExport, (ctx, { body }) => door.createExport(ctx, kits, body))
  bind(contract.getExport, (ctx, { params }) => door.getExport(ctx, params.id))
  bind(contract.cancelExport, (ctx, { params }) => door.cancelExport(ctx, params.id))
  bind(contract.getExportFile, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await door.openFile(ctx, params.id)),
  )
}
