import { sql } from 'kysely'
import type { Entity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Row = Record<string, unknown> & { id: number }

/** Records with their own columns; the caller has checked that they may be read. */
export async function findCitedRows(ctx: Ctx, noun: Entity, ids: readonly number[]): Promise<Map<number, Row>> {
  const { rows } = await sql<Row>`select * from ${sql.table(noun)} where id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Those of these claims that are not withdrawn, directly or with their source. */
export async function findCitedState(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select claim.id from claim join source on source.id = claim.source_id
    where claim.id = any(${ids}::bigint[])
      and coalesce(claim.withdrawn_at, source.withdrawn_at, source.deleted_at) is null`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}
