import { sql } from 'kysely'
import { verdicts } from '#contract/import.api.ts'
import { previousVerdict } from '#server/ingest/staging/turn.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { FileRow } from './draft.ts'
import { isTakenInPart, type StoredImport } from './import.queries.ts'
import type { JudgedRow, RowVerdict } from './judge.ts'

export async function findRowsAfter(ctx: Ctx, importId: number, n: number, limit: number): Promise<FileRow[]> {
  return ctx.db
    .selectFrom('import_row')
    .select(['n', 'cells'])
    .where('import_id', '=', importId)
    .where('n', '>', n)
    .orderBy('n')
    .limit(limit)
    .execute()
}

/** Stores the verdict of each row; `isWritten`: the row has been written. */
export async function saveJudged(ctx: Ctx, importId: number, judged: JudgedRow[], isWritten: boolean): Promise<void> {
  const json = judged.map(({ n, verdict, faults, changes, found, ownValues }) => ({
    n,
    key: ownValues.external_id ?? null,
    verdict,
    faults,
    changes: verdict === 'changed' ? changes : [],
    record_id: found?.id ?? null,
  }))
  await sql`update import_row set verdict = judged.verdict, faults = judged.faults, changes = judged.changes, key = judged.key,
      record_id = judged.record_id, is_written = ${isWritten}, was = ${previousVerdict('import_row', isWritten)}
    from json_to_recordset(${JSON.stringify(json)}::json)
      as judged (n int, key text, verdict text, faults jsonb, changes jsonb, record_id bigint)
    where import_row.import_id = ${importId}::bigint and import_row.n = judged.n`.execute(ctx.db)
}

export async function countVerdicts(ctx: Ctx, importId: number): Promise<StoredImport['counts']> {
  const rows = await ctx.db
    .selectFrom('import_row')
    .select(['verdict', eb => eb.fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy('verdict')
    .execute()
  const of = (verdict: RowVerdict) => rows.find(row => row.verdict === verdict)?.count ?? 0
  return Object.fromEntries(verdicts.map(verdict => [verdict, of(verdict)])) as StoredImport['counts']
}

/** Number of rows imported without some of their values. */
export async function countLeftOut(ctx: Ctx, importId: number): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('import_row')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('import_id', '=', importId)
    .where(isTakenInPart())
    .executeTakeFirstOrThrow()
  return total
}

/** The next rows that the dry run found new or changed. */
export async function findRowsToWrite(ctx: Ctx, importId: number, after: number, limit: number): Promise<FileRow[]> {
  return ctx.db
    .selectFrom('import_row')
    .select(['n', 'cells'])
    .where('import_id', '=', importId)
    .where('n', '>', after)
    .where('verdict', 'in', ['new', 'changed'])
    .where('is_written', '=', false)
    .orderBy('n')
    .limit(limit)
    .execute()
}

/** Records that rows of this import have written, and whether they were created. */
export async function findWritten(ctx: Ctx, importId: number): Promise<{ n: number; id: number; isNew: boolean }[]> {
  const rows = await ctx.db
    .selectFrom('import_row')
    .select(['n', 'record_id', 'verdict'])
    .where('import_id', '=', importId)
    .where('is_written', '=', true)
    .where('record_id', 'is not', null)
    .execute()
  return rows.map(row => ({ n: row.n, id: row.record_id ?? 0, isNew: row.verdict === 'new' }))
}

/** The next rows with a record and the id by which the file knows it. */
export async function findRowKeys(
  ctx: Ctx,
  importId: number,
  after: number,
  limit: number,
): Promise<{ n: number; key: string; record_id: number }[]> {
  const { rows } = await sql<{ n: number; key: string; record_id: number }>`select n, key, record_id from import_row
    where import_id = ${importId}::bigint and n > ${after}::int and key is not null and record_id is not null
      and verdict in ('new', 'changed', 'unchanged')
    order by n limit ${limit}::int`.execute(ctx.db)
  return rows
}

/** The next rows whose records stay unchanged. */
export async function findUnchangedRows(
  ctx: Ctx,
  importId: number,
  after: number,
  limit: number,
): Promise<(FileRow & { record_id: number })[]> {
  const { rows } = await sql<FileRow & { record_id: number }>`select n, cells, record_id from import_row
    where import_id = ${importId}::bigint and n > ${after}::int and record_id is not null and verdict = 'unchanged'
    order by n limit ${limit}::int`.execute(ctx.db)
  return rows
}
