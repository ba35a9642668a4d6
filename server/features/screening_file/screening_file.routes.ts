import * as contract from '#contract/screening_file.api.ts'
import { receiveFile, sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { screenParties } from './names.ts'
import * as service from './screening_file.service.ts'

export function screeningFileRoutes(bind: Bind): void {
  bind(contract.createScreeningFile, async (ctx, _input, { request }) =>
    service.createScreeningFile(ctx, await receiveFile(request)),
  )
  bind(contract.screenParties, (ctx, { body }) => screenParties(ctx, body))
  bind(contract.listScreeningFiles, (ctx, { query }) => service.listScreeningFiles(ctx, query))
  bind(contract.getScreeningFile, (ctx, { params }) => service.getScreeningFile(ctx, params.id))
  bind(contract.runScreeningFile, (ctx, { params, body }) => service.runScreeningFile(ctx, params.id, body))
  bind(contract.readScreeningFile, (ctx, { params, body }) => service.readScreeningFile(ctx, params.id, body))
  bind(contract.cancelScreeningFile, (ctx, { params }) => service.cancelScreeningFile(ctx, params.id))
  bind(contract.deleteScreeningFile, (ctx, { params }) => service.deleteScreeningFile(ctx, params.id))
  bind(contract.listScreeningFileRows, (ctx, { params, query }) => service.listScreeningFileRows(ctx, params.id, query))
  bind(contract.getScreeningFileRow, (ctx, { params }) => service.getScreeningFileRow(ctx, params.id, params.number))
  bind(contract.getScreeningFileResult, async (ctx, { params, query }, { reply }) =>
    sendAttachment(reply, await service.openResult(ctx, params.id, query.format)),
  )
}
