import * as contract from '#contract/attachment.api.ts'
import { receiveFile, sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './attachment.service.ts'

export function attachmentRoutes(bind: Bind, holders: door.AttachmentHolders): void {
  bind(contract.listAttachments, (ctx, { query }) => door.listAttachments(ctx, holders, query))
  bind(contract.createAttachment, (ctx, { query }, { request }) =>
    door.createAttachment(ctx, holders, query, () => receiveFile(request, contract.attachmentLimitBytes)),
  )
  bind(contract.deleteAttachment, (ctx, { params }) => door.deleteAttachment(ctx, holders, params.id))
  bind(contract.ticketAttachment, (ctx, { params }) => door.ticketAttachment(ctx, holders, params.id))
  bind(contract.readPicture, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await door.readPicture(ctx, holders, params.id)),
  )
}
