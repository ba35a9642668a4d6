import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Forgets which records were written by transactions older than all that were at work at the last call. What stands there of
 * another server, whose transactions have other numbers, goes too.
 */
export async function forgetChanges(ctx: Ctx): Promise<void> {
  await sql`with term as (
      update record_change_term set kept_from = least(next, pg_snapshot_xmin(pg_current_snapshot())),
        next = pg_snapshot_xmin(pg_current_snapshot()) returning kept_from
    )
    delete from record_change using term
      where xid < term.kept_from or xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(ctx.db)
}
