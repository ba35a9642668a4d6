import { sql } from 'kysely'
import { allOf, partsOf } from '#server/core/parts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { personTable } from './person.queries.ts'

/** The number of readable persons, and of focus persons among them. */
export async function countPersons(ctx: Ctx): Promise<{ all: number; focus: number }> {
  const parts = partsOf(ctx, personTable, {}, { isCounted: true }).map(
    where => sql`select person.is_focus, count(*) as count from person where ${where} group by 1`,
  )
  if (parts.length === 0) return { all: 0, focus: 0 }
  const { rows } = await sql<{ all: number; focus: number }>`
    select coalesce(sum(count), 0)::bigint as "all", coalesce(sum(count) filter (where is_focus), 0)::bigint as focus
    from (${allOf(parts)}) as part`.execute(ctx.db)
  return rows[0]!
}
