import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Has each statement of this transaction planned for the tables as they are now. A connection keeps its plans, and one that
 * was made while a table was empty reads all of it, also once an import has filled it.
 */
export async function planAnew(ctx: Ctx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(ctx.db)
}

/**
 * Says that what this transaction writes is one act on many records: what follows records (the search) does it after
 * what people write one by one.
 */
export async function markBulk(ctx: Ctx): Promise<void> {
  await sql`select set_config('og.bulk', 'on', true)`.execute(ctx.db)
  await planAnew(ctx)
}
