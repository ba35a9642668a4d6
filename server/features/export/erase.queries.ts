import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Exports with their files, including those being written: their writer finds the export deleted, and removes its file.
 */
export async function findExportFiles(ctx: Ctx) {
  const { rows } = await sql<{ id: number; title: string; file_key: string | null }>`
    select id, file_name as title, file_key from export order by id`.execute(ctx.db)
  return rows
}

export async function removeExports(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`delete from export where id = any(${ids}::bigint[])`.execute(ctx.db)
}
