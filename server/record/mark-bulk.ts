import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Has what this connection runs from now on planned for the tables as they are now: plans that were made while a table was
 * empty read all of it, also once an import has filled it. Asking for a plan for each execution instead (`plan_cache_mode`) would
 * plan every look-up of a foreign key as well, row by row, which takes as long as the writing itself.
 */
export async function planAnew(ctx: Ctx): Promise<void> {
  await sql`discard plans`.execute(ctx.db)
}

/**
 * Says that what this transaction writes is one act on many records: what follows records (the search) does it after
 * what people write one by one.
 */
export async function markBulk(ctx: Ctx): Promise<void> {
  await sql`select set_config('og.bulk', 'on', true)`.execute(ctx.db)
  await planAnew(ctx)
}
