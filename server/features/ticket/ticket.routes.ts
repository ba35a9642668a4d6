import * as contract from '#contract/ticket.api.ts'
import { sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { openTicket, type TicketAdapters } from './ticket.service.ts'

export function ticketRoutes(bind: Bind, adapters: TicketAdapters): void {
  bind(contract.readTicket, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await openTicket(ctx, adapters, params.token)),
  )
}
