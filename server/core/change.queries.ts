import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Deletes rows of `record_change` written by transactions that are older than all transactions active at the previous
 * call. It also deletes rows from another server, whose transactions have different numbers.
 */
export async function deleteOldChanges(ctx: Ctx): Promise<void> {
  await sql`with term as (
      update record_change_term set kept_from = least(next, pg_snapshot_xmin(pg_current_snapshot())),
        next = pg_snapshot_xmin(pg_current_snapshot()) returning kept_from
    )
    delete from record_change using term
      where xid < term.kept_from or xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(ctx.db)
}
