import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Says that what this transaction writes is one act on many records: what follows records (the search) does it after
 * what people write one by one.
 */
export async function markBulk(ctx: Ctx): Promise<void> {
  await sql`select set_config('og.bulk', 'on', true)`.execute(ctx.db)
}
