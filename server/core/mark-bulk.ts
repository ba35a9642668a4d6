import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Discards the cached plans of this connection, so that following statements are planned for the present tables. A plan
 * made while a table was empty reads all of it, even after an import has filled it. Planning each execution instead
 * (`plan_cache_mode`) would also plan every foreign key lookup, row by row, which takes as long as the writing itself.
 */
export async function discardPlans(ctx: Ctx): Promise<void> {
  await sql`discard plans`.execute(ctx.db)
}

/**
 * Marks the writes of this transaction as one act on many records, so that background work (the search) handles them
 * after single edits of users.
 */
export async function markBulk(ctx: Ctx): Promise<void> {
  await sql`select set_config('og.bulk', 'on', true)`.execute(ctx.db)
  await discardPlans(ctx)
}
