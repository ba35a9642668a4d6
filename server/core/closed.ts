import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Decisions of one user; null for a user who was deleted. */
export type ClosedByUser = { user_id: number | null; name: string | null; count: number }

/** Counts rows with the column `user_id` by user, most first. */
export async function countByUser(ctx: Ctx, rows: RawBuilder<unknown>): Promise<ClosedByUser[]> {
  const found = await sql<ClosedByUser>`with closed as (${rows})
    select closed.user_id, coalesce(nullif(decider.name, ''), decider.username) as name, count(*)::int as count
    from closed left join "user" as decider on decider.id = closed.user_id
    group by closed.user_id, decider.name, decider.username order by count desc, closed.user_id`.execute(ctx.db)
  return found.rows
}
