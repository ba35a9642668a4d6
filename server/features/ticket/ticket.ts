import type { Readable } from 'node:stream'
import { everyRole } from '#contract/role.ts'
import type { Ticket } from '#contract/ticket.ts'
import { asUser } from '#server/platform/as-user.ts'
import { holdBound } from '#server/platform/bound.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashToken, newToken } from '#server/platform/token.ts'
import { countTickets, insertTicket, takeTicket } from './queries.ts'

/** A file by its name, as it leaves the console. */
export type OutgoingFile = { name: string; mediaType: string; content: Readable }

/** By kind of ticket: opens the file if the actor may (still) read it, and writes the audit entry of the download. */
export type TicketKits = Record<string, (ctx: Ctx, targetId: number) => Promise<OutgoingFile>>

const lastsMs = 60_000

/** The caller has checked that the actor may read the target. */
export async function makeTicket(ctx: Ctx, kind: string, targetId: number): Promise<Ticket> {
  const token = newToken()
  const expires_at = new Date(ctx.now().getTime() + lastsMs).toISOString()
  await inTransaction(ctx, async ctx => {
    await holdBound(ctx, 'limit_tickets', () => countTickets(ctx))
    await insertTicket(ctx, { hash: hashToken(token), kind, targetId, expiresAt: expires_at })
  })
  return { url: `/v1/ticket/${token}`, expires_at }
}

/** What the ticket stands for, opened as the user who asked for it, with the rights they have now. */
export async function openTicket(ctx: Ctx, kits: TicketKits, token: string): Promise<OutgoingFile> {
  const ticket = await takeTicket(ctx, hashToken(token))
  const holder = asUser(ctx, ticket, everyRole)
  const open = ticket && kits[ticket.kind]
  if (!holder || !open) throw new AppError('not_found')
  return await open(holder, ticket.target_id)
}
