import { sql } from 'kysely'
import type { FileHit, FileRowResult } from '#contract/screening_file.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { likeOf } from '#server/ingest/staging/file-table.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A stored hit, with the id of the list entry, so that both sides can be shown. */
type StoredHit = FileHit & { entry_id: number }
export type StoredFileRow = {
  n: number
  cells: string[]
  result: FileRowResult | null
  score: number | null
  hits: StoredHit[]
  hit_count: number
  fault: string | null
  notes: string[]
}
export type ScreenedRow = Omit<StoredFileRow, 'cells'>

const columns = sql`n, cells, result, score, hits, hit_count, fault, notes`

/** The next rows in order. */
export async function findRowsAfter(ctx: Ctx, fileId: number, after: number, limit: number): Promise<StoredFileRow[]> {
  const { rows } = await sql<StoredFileRow>`select ${columns} from screening_file_row
    where file_id = ${fileId}::bigint and n > ${after}::int order by n limit ${limit}`.execute(ctx.db)
  return rows
}

export async function findRow(ctx: Ctx, fileId: number, n: number): Promise<StoredFileRow | undefined> {
  const { rows } = await sql<StoredFileRow>`select ${columns} from screening_file_row
    where file_id = ${fileId}::bigint and n = ${n}::int`.execute(ctx.db)
  return rows[0]
}

type Query = {
  current: number
  pageSize: number
  sort?: string | undefined
  keyword?: string | undefined
  result?: FileRowResult | undefined
}

const orders: Readonly<Record<string, ReturnType<typeof sql>>> = {
  n: sql`n`,
  '-n': sql`n desc`,
  score: sql`score nulls first, n`,
  '-score': sql`score desc nulls last, n`,
}

export async function findRows(ctx: Ctx, fileId: number, query: Query): Promise<ListPage<StoredFileRow>> {
  const { current, pageSize, sort = '-score', keyword, result } = query
  const where = sql`file_id = ${fileId}::bigint
    ${result ? sql`and result = ${result}` : sql``}
    ${keyword ? sql`and text_of(cells) ilike ${likeOf(keyword)}` : sql``}`
  const [items, count] = await Promise.all([
    sql<StoredFileRow>`select ${columns} from screening_file_row where ${where} order by ${orders[sort] ?? sql`n`}
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from screening_file_row where ${where}`.execute(ctx.db),
  ])
  return { items: items.rows, total: count.rows[0]?.total ?? 0, current, pageSize }
}

export async function saveJudged(ctx: Ctx, fileId: number, judged: readonly ScreenedRow[]): Promise<void> {
  await sql`update screening_file_row as row set result = judged.result, score = judged.score, hits = judged.hits,
      hit_count = judged.hit_count, fault = judged.fault,
      notes = array(select jsonb_array_elements_text(judged.notes))
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as judged (n int, result text, score real, hits jsonb,
      hit_count int, fault text, notes jsonb)
    where row.file_id = ${fileId}::bigint and row.n = judged.n`.execute(ctx.db)
}

/** Resets all results. */
export async function deleteResults(ctx: Ctx, fileId: number): Promise<void> {
  await sql`update screening_file_row set result = null, score = null, hits = '[]', hit_count = 0, fault = null, notes = '{}'
    where file_id = ${fileId}::bigint and result is not null`.execute(ctx.db)
}
