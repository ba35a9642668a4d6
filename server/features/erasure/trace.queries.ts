import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** The tables that contain a text in any column: an erasure must not leave any. */
export async function findTraces(db: Ctx['db'], text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`.execute(
    db,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select row::text from ${sql.raw(name)} as row
        where row::text ~* ${text}`.execute(db)
      return rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`)
    }),
  )
  return found.flat()
}
