import * as contract from '#contract/upload.api.ts'
import * as mail from '#contract/upload-mail.api.ts'
import * as text from '#contract/upload-text.api.ts'
import type { ImportAdapters } from '#server/features/import/import.service.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkUpload } from './bulk.ts'
import { readConversation } from './conversation.ts'
import { importUpload } from './import.ts'
import { listFindings, listParts } from './reading/text.ts'
import { retryUpload, reviewUpload } from './review.ts'
import { makeUploadTicket } from './ticket.ts'
import type { Transfers } from './transfer/transfer.ts'
import * as service from './upload.service.ts'

export { tusRoutes } from './transfer/tus.routes.ts'

export function uploadRoutes(bind: Bind, adapters: ImportAdapters, transfers: Transfers): void {
  bind(contract.getUploadLimits, ctx => transfers.limits(ctx))
  bind(contract.listUploads, (ctx, { query }) => service.listUploads(ctx, query))
  bind(contract.bulkUpload, (ctx, { body }) => bulkUpload(ctx, body))
  bind(contract.getUpload, (ctx, { params }) => service.getUpload(ctx, params.id))
  bind(contract.updateUpload, (ctx, { params, body }) => service.updateUpload(ctx, params.id, body))
  bind(contract.deleteUpload, (ctx, { params }) => service.deleteUpload(ctx, params.id))
  bind(contract.restoreUpload, (ctx, { params }) => service.restoreUpload(ctx, params.id))
  bind(contract.listUploadHistory, (ctx, { params, query }) => service.listUploadHistory(ctx, params.id, query))
  bind(contract.reviewUpload, (ctx, { params, body }) => reviewUpload(ctx, params.id, body))
  bind(contract.retryUpload, (ctx, { params }) => retryUpload(ctx, params.id))
  bind(text.listUploadParts, (ctx, { params, query }) => listParts(ctx, params.id, query))
  bind(text.listUploadFindings, (ctx, { params }) => listFindings(ctx, params.id))
  bind(mail.listConversation, (ctx, { params }) => readConversation(ctx, params.id))
  bind(contract.createUploadTicket, (ctx, { params }) => makeUploadTicket(ctx, params.id))
  bind(contract.importUpload, (ctx, { params, body }) => importUpload(ctx, adapters, params.id, body.noun))
}
