import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { DB } from '#server/platform/db/db-types.ts'

/** The rows of tables as read, numbered from 1: `id` is the column with the file, `n` and `cells` the row. */
export type CellTable = { name: keyof DB; id: string }

/**
 * A PostgreSQL array literal: an array of literals may contain rows of different lengths, unlike a two-dimensional
 * array.
 */
const arrayLiteral = (cells: readonly string[]) =>
  `{${cells.map(cell => `"${cell.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

/** Inserts rows numbered from `first`; rows that an interrupted job inserted are the same. */
export async function insertCells(
  ctx: Ctx,
  { name, id }: CellTable,
  fileId: number,
  { first, rows }: { first: number; rows: readonly string[][] },
): Promise<void> {
  await sql`insert into ${sql.table(name)} (${sql.ref(id)}, n, cells)
    select ${fileId}::bigint, ${first}::int + place - 1, cells::text[]
    from unnest(${rows.map(arrayLiteral)}::text[]) with ordinality as row (cells, place)
    on conflict do nothing`.execute(ctx.db)
}

export async function removeCells(ctx: Ctx, { name, id }: CellTable, fileId: number): Promise<void> {
  await sql`delete from ${sql.table(name)} where ${sql.ref(id)} = ${fileId}::bigint`.execute(ctx.db)
}

/** The distinct values of a column, with the number of rows for each. */
export async function countCells(
  ctx: Ctx,
  { name, id }: CellTable,
  fileId: number,
  at: number,
): Promise<{ value: string; count: number }[]> {
  const { rows } = await sql<{ value: string; count: number }>`
    select cells[${at + 1}::int] as value, count(*)::int as count from ${sql.table(name)}
    where ${sql.ref(id)} = ${fileId}::bigint and cells[${at + 1}::int] <> '' group by 1`.execute(ctx.db)
  return rows
}
