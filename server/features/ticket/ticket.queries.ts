import { sql } from 'kysely'
import type { Role } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export async function insertTicket(
  ctx: Ctx,
  ticket: { hash: Buffer; kind: string; targetId: number; sinceId: number | null; expiresAt: string },
): Promise<void> {
  await ctx.db
    .insertInto('ticket')
    .values({
      token_hash: ticket.hash,
      user_id: ctx.actor.id as number,
      kind: ticket.kind,
      target_id: ticket.targetId,
      since_id: ticket.sinceId,
      expires_at: ticket.expiresAt,
    })
    .execute()
}

/** The number of the user's own tickets that have not expired. */
export async function countTickets(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ticket
    where user_id = ${ctx.actor.id}::bigint and expires_at > ${ctx.now().toISOString()}::timestamptz`.execute(ctx.db)
  return rows[0]!.total
}

/** Deletes the ticket and returns its target and user; undefined if it is unknown or expired. */
export async function consumeTicket(ctx: Ctx, hash: Buffer) {
  const { rows } = await sql<{
    kind: string
    target_id: number
    since_id: number | null
    id: number
    username: string
    role: Role
    status: string
    groups: number[]
  }>`with taken as (
      delete from ticket where token_hash = ${hash} and expires_at > ${ctx.now().toISOString()}::timestamptz
      returning user_id, kind, target_id, since_id
    )
    select taken.kind, taken.target_id, taken.since_id, u.id, u.username, u.role, u.status,
      groups_of(u.group_keys) as groups
    from taken join "user" u on u.id = taken.user_id`.execute(ctx.db)
  return rows[0]
}

export async function removeOldTickets(ctx: Ctx): Promise<void> {
  await sql`delete from ticket where expires_at < ${ctx.now().toISOString()}::timestamptz`.execute(ctx.db)
}
