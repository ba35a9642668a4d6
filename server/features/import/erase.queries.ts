import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

type ErasedImports = { ids: readonly number[] }

/**
 * Matches rows that became one of these persons; rows that only contain one of their names may mean another person and
 * need a decision.
 */
function isOf({ ids }: ErasedImports): RawBuilder<SqlBool> {
  return sql<SqlBool>`(import.noun = 'person' and row.record_id = any(${ids}::bigint[]))`
}

export async function findImportsOf(ctx: Ctx, subject: ErasedImports) {
  const { rows } = await sql<{ id: number; title: string; file_key: string | null }>`
    select import.id, import.file_name as title, import.file_key from import
    where exists (select from import_row as row where row.import_id = import.id and ${isOf(subject)})
    order by import.id`.execute(ctx.db)
  return rows
}

export async function readRowsOf(ctx: Ctx, subject: ErasedImports) {
  const { rows } = await sql<Record<string, unknown>>`
    select import.file_name, import.created_at, row.n, import.columns, row.cells
    from import join import_row as row on row.import_id = import.id where ${isOf(subject)}
    order by import.id, row.n`.execute(ctx.db)
  return rows
}

/** Empties the cells of rows and removes their files and samples; ids and verdicts remain. */
export async function emptyRowsOf(ctx: Ctx, subject: ErasedImports, importIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`update import_row as row set cells = '{}', changes = '[]', faults = '[]'
    from import where import.id = row.import_id and ${isOf(subject)}`.execute(ctx.db)
  await sql`update import set file_key = null, sample = '[]', creates = '[]', links = '[]', problems = '[]'
    where id = any(${importIds}::bigint[])`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
