import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

type ErasedExchanges = { ids: readonly number[] }

/**
 * Matches rows that became one of these persons; rows that only contain one of their names may mean another person and
 * need a decision.
 */
function isOf({ ids }: ErasedExchanges): RawBuilder<SqlBool> {
  return sql<SqlBool>`(row.kind = 'person' and row.record_id = any(${ids}::bigint[]))`
}

/** Imports that contain the subject, and every exported file: each is stored for a day and may contain anyone. */
export async function findInterchangesOf(ctx: Ctx, subject: ErasedExchanges) {
  const { rows } = await sql<{ id: number; title: string; file_key: string | null }>`
    select id, file_name as title, file_key from interchange
    where direction = 'export' and file_key is not null
      or exists (select from interchange_row as row where row.interchange_id = interchange.id and ${isOf(subject)})
    order by id`.execute(ctx.db)
  return rows
}

export async function readRowsOf(ctx: Ctx, subject: ErasedExchanges) {
  const { rows } = await sql<Record<string, unknown>>`
    select interchange.file_name, interchange.created_at, row.n, row.kind, row."values"
    from interchange join interchange_row as row on row.interchange_id = interchange.id where ${isOf(subject)}
    order by interchange.id, row.n`.execute(ctx.db)
  return rows
}

export async function emptyRowsOf(ctx: Ctx, subject: ErasedExchanges, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`update interchange_row as row
    set name = '', "values" = '{}', ends = '{}', ids = '{}', key = null, changes = '[]', faults = '[]'
    where ${isOf(subject)}`.execute(ctx.db)
  await sql`update interchange set file_key = null, size = null, not_carried = '[]', creates = '{}'
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
