import * as contract from '#contract/attachment.api.ts'
import { receiveFile, sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './attachment.service.ts'

export function attachmentRoutes(bind: Bind, holders: service.AttachmentHolders): void {
  bind(contract.listAttachments, (ctx, { query }) => service.listAttachments(ctx, holders, query))
  bind(contract.createAttachment, (ctx, { query }, { request }) =>
    service.createAttachment(ctx, holders, query, () => receiveFile(request, contract.attachmentLimitBytes)),
  )
  bind(contract.deleteAttachment, (ctx, { params }) => service.deleteAttachment(ctx, holders, params.id))
  bind(contract.ticketAttachment, (ctx, { params }) => service.ticketAttachment(ctx, holders, params.id))
  bind(contract.readPicture, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await service.readPicture(ctx, holders, params.id)),
  )
}
