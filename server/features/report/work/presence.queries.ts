import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** A user without a heartbeat for so long is no longer present. */
const livesMs = 30_000

type PresentEditor = { id: number; name: string; is_editing: boolean; since: string }

const liveSince = (ctx: Ctx) => new Date(ctx.now().getTime() - livesMs).toISOString()

/**
 * Heartbeat of this user; `since` is retained as long as the heartbeats arrive in time and the activity does not
 * change.
 */
export async function writePresence(ctx: Ctx, reportId: number, isEditing: boolean): Promise<void> {
  const at = ctx.now().toISOString()
  await sql`insert into report_presence (report_id, user_id, is_editing, since, seen_at)
    values (${reportId}::bigint, ${ctx.actor.id}::bigint, ${isEditing}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (report_id, user_id) do update set is_editing = excluded.is_editing, seen_at = excluded.seen_at,
      since = case when report_presence.is_editing = excluded.is_editing
        and report_presence.seen_at >= ${liveSince(ctx)}::timestamptz
        then report_presence.since else excluded.since end`.execute(ctx.db)
}

export async function removePresence(ctx: Ctx, reportId: number): Promise<void> {
  await sql`delete from report_presence
    where report_id = ${reportId}::bigint and user_id = ${ctx.actor.id}::bigint`.execute(ctx.db)
}

/** All present users, in the order of their arrival. */
export async function findPresent(ctx: Ctx, reportId: number): Promise<PresentEditor[]> {
  const { rows } = await sql<PresentEditor>`
    select u.id, coalesce(nullif(u.name, ''), u.username) as name, present.is_editing, present.since
    from report_presence as present join "user" u on u.id = present.user_id
    where present.report_id = ${reportId}::bigint and present.seen_at >= ${liveSince(ctx)}::timestamptz
    order by present.since, u.id`.execute(ctx.db)
  return rows
}

export async function removeOldPresence(ctx: Ctx): Promise<void> {
  await sql`delete from report_presence where seen_at < ${liveSince(ctx)}::timestamptz`.execute(ctx.db)
}
