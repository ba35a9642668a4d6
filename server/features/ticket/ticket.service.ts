import type { Readable } from 'node:stream'
import { everyRole } from '#contract/role.ts'
import type { Ticket } from '#contract/ticket.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { hashToken, newToken } from '#server/platform/http/token.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { consumeTicket, countTickets, insertTicket } from './ticket.queries.ts'

/** A file with its name, as it leaves the console. */
export type OutgoingFile = {
  name: string
  mediaType: string
  content: Readable
  /** Set for a page that is displayed in a frame of the console: its policy. */
  policy?: string
}

/** By kind of ticket: opens the file if the actor (still) may read it, and records the download in the audit log. */
export type TicketAdapters = Record<
  string,
  (ctx: Ctx, targetId: number, sinceId: number | null) => Promise<OutgoingFile>
>

const lastsMs = 60_000

/** Creates a ticket. The caller has checked that the actor may read the target. */
export async function makeTicket(ctx: Ctx, kind: string, targetId: number, sinceId?: number): Promise<Ticket> {
  const token = newToken()
  const expires_at = new Date(ctx.now().getTime() + lastsMs).toISOString()
  await inTransaction(ctx, async ctx => {
    await enforceQuota(ctx, 'limit_tickets', () => countTickets(ctx))
    await insertTicket(ctx, { hash: hashToken(token), kind, targetId, sinceId: sinceId ?? null, expiresAt: expires_at })
  })
  return { url: `/v1/ticket/${token}`, expires_at }
}

/** Opens the target of a ticket as the user who requested it, with that user's current rights. */
export async function openTicket(ctx: Ctx, adapters: TicketAdapters, token: string): Promise<OutgoingFile> {
  const ticket = await consumeTicket(ctx, hashToken(token))
  const holder = asUser(ctx, ticket, everyRole)
  const open = ticket && adapters[ticket.kind]
  if (!holder || !open) throw new AppError('not_found')
  return await open(holder, ticket.target_id, ticket.since_id)
}
