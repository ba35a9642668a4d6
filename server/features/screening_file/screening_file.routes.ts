import * as contract from '#contract/screening_file.api.ts'
import { receiveFile, sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './screening_file.service.ts'

export function screeningFileRoutes(bind: Bind): void {
  bind(contract.createScreeningFile, async (ctx, _input, { request }) =>
    door.createScreeningFile(ctx, await receiveFile(request)),
  )
  bind(contract.listScreeningFiles, (ctx, { query }) => door.listScreeningFiles(ctx, query))
  bind(contract.getScreeningFile, (ctx, { params }) => door.getScreeningFile(ctx, params.id))
  bind(contract.runScreeningFile, (ctx, { params, body }) => door.runScreeningFile(ctx, params.id, body))
  bind(contract.readScreeningFile, (ctx, { params, body }) => door.readScreeningFile(ctx, params.id, body))
  bind(contract.cancelScreeningFile, (ctx, { params }) => door.cancelScreeningFile(ctx, params.id))
  bind(contract.deleteScreeningFile, (ctx, { params }) => door.deleteScreeningFile(ctx, params.id))
  bind(contract.listScreeningFileRows, (ctx, { params, query }) => door.listScreeningFileRows(ctx, params.id, query))
  bind(contract.getScreeningFileRow, (ctx, { params }) => door.getScreeningFileRow(ctx, params.id, params.number))
  bind(contract.getScreeningFileResult, async (ctx, { params, query }, { reply }) =>
    sendAttachment(reply, await door.openResult(ctx, params.id, query.format)),
  )
}
