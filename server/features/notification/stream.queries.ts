import { sql } from 'kysely'
import type { Role } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { asEach } from '#server/platform/http/as-user.ts'
import { columnsFor, type NotificationRow } from './notification.queries.ts'
import { mayReceive } from './visible.queries.ts'

/** The last sequence number of the user's notifications. */
export async function lastSeq(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from notification
    where user_id = ${ctx.actor.id}::bigint`.execute(ctx.db)
  return rows[0]!.seq
}

type StreamReader = { user_id: number; seq: number }

/** Entries after each reader's `seq`, the latest `most` of each, oldest first; all readers have one role. */
export async function findNew(
  ctx: Ctx,
  role: Role,
  readers: readonly StreamReader[],
  most: number,
): Promise<NotificationRow[]> {
  const each = asEach(ctx, role, sql.ref<number>('n.user_id'))
  const { rows } = await sql<NotificationRow>`select ${columnsFor(each, 'n')}
    from jsonb_to_recordset(${JSON.stringify(readers)}::jsonb) as reader (user_id bigint, seq bigint)
    cross join lateral (select n.* from notification n where n.user_id = reader.user_id and n.seq > reader.seq and n.is_shown
      and ${mayReceive(each, 'n')} order by n.seq desc limit ${most}) as n
    order by n.seq`.execute(ctx.db)
  return rows
}

/** Number of unread entries of each of these users of one role, as far as they may read them. */
export async function countUnreadOf(ctx: Ctx, role: Role, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{
    user_id: number
    count: number
  }>`select n.user_id, count(*)::int as count from notification n
    where n.user_id = any(${userIds}::bigint[]) and n.read_at is null and n.is_shown
      and ${mayReceive(asEach(ctx, role, sql.ref<number>('n.user_id')), 'n')}
    group by n.user_id`.execute(ctx.db)
  return new Map(rows.map(row => [row.user_id, row.count]))
}

/** Valid sessions, with the present roles of their users. */
export async function findLive(ctx: Ctx, sessionIds: readonly number[], usedSince: Date): Promise<Map<number, Role>> {
  const { rows } = await sql<{ id: number; role: Role }>`select session.id, u.role
    from session join "user" u on u.id = session.user_id
    where session.id = any(${sessionIds}::bigint[]) and u.status = 'active'
      and session.expires_at > ${ctx.now().toISOString()}::timestamptz
      and session.last_seen_at > ${usedSince.toISOString()}::timestamptz`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row.role]))
}
