import * as contract from '#contract/ticket.ts'
import { sendAttachment } from '#server/platform/files.ts'
import type { Bind } from '#server/platform/http.ts'
import { openTicket, type TicketKits } from './ticket.ts'

export function ticketRoutes(bind: Bind, kits: TicketKits): void {
  bind(contract.readTicket, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await openTicket(ctx, kits, params.token)),
  )
}
