import type { FastifyReply } from 'fastify'
import * as contract from '#contract/ticket.api.ts'
import { sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { type OutgoingFile, openTicket, type TicketAdapters } from './ticket.service.ts'

/** `publicUrl`: the console's own address, the only one that may frame a page. */
export function ticketRoutes(
  bind: Bind,
  adapters: TicketAdapters,
  { publicUrl }: { publicUrl: string | undefined },
): void {
  bind(contract.readTicket, async (ctx, { params }, { reply }) => {
    const file = await openTicket(ctx, adapters, params.token)
    return file.policy === undefined ? sendAttachment(reply, file) : sendFramed(reply, file, publicUrl)
  })
}

/** A page in a frame: without an origin, without scripts, and under its own policy. */
function sendFramed(reply: FastifyReply, { mediaType, policy, content }: OutgoingFile, publicUrl: string | undefined) {
  const frames = URL.parse(publicUrl ?? '')?.origin ?? '*'
  return reply
    .removeHeader('x-frame-options')
    .header('content-type', mediaType)
    .header('content-security-policy', `sandbox; ${policy}; frame-ancestors ${frames}`)
    .header('x-content-type-options', 'nosniff')
    .send(content)
}
