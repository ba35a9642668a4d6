import { sql } from 'kysely'
import { verdicts } from '#contract/import.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { FileRow } from './draft.ts'
import { type ImportState, isTakenInPart, type StoredImport } from './import.queries.ts'
import type { JudgedRow, RowVerdict } from './judge.ts'

export type JobStep = { id: number; step: number }

/** `version` differs after each change of the row by any transaction. */
type LockedImport = StoredImport & { version: string }

/** The import if this step is still the present one; locked, so that two jobs of a step take turns. */
export async function lockStep(ctx: Ctx, { id, step }: JobStep, state: ImportState): Promise<LockedImport | undefined> {
  const row = await ctx.db
    .selectFrom('import')
    .selectAll()
    .select(sql<string>`xmin::text`.as('version'))
    .where('id', '=', id)
    .where('step', '=', step)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  return row as LockedImport | undefined
}

/** Changes the import; returns its new version. */
export async function changeImport(ctx: Ctx, id: number, values: Partial<StoredImport>): Promise<string | undefined> {
  const { sample, plan, counts, creates, links, problems, dates, layout, ...rest } = values
  const changed = await ctx.db
    .updateTable('import')
    .set({
      ...rest,
      ...(sample && { sample: JSON.stringify(sample) }),
      ...(plan && { plan: JSON.stringify(plan) }),
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(creates && { creates: JSON.stringify(creates) }),
      ...(links && { links: JSON.stringify(links) }),
      ...(problems && { problems: JSON.stringify(problems) }),
      ...(layout && { layout: JSON.stringify(layout) }),
      ...(dates && { dates: JSON.stringify(dates) }),
      updated_at: ctx.now().toISOString(),
    })
    .where('id', '=', id)
    .returning(sql<string>`xmin::text`.as('version'))
    .executeTakeFirst()
  return changed?.version
}

/** Inserts rows numbered from `first`; rows that an interrupted job already inserted are the same. */
export async function insertRows(ctx: Ctx, importId: number, first: number, rows: string[][]): Promise<void> {
  await sql`insert into import_row (import_id, n, cells)
    select ${importId}::bigint, ${first}::int + place - 1, cells::text[]
    from unnest(${rows.map(arrayLiteral)}::text[]) with ordinality as row (cells, place)
    on conflict do nothing`.execute(ctx.db)
}

/**
 * A PostgreSQL array literal: an array of literals may contain rows of different lengths, unlike a two-dimensional
 * array.
 */
function arrayLiteral(cells: string[]): string {
  return `{${cells.map(cell => `"${cell.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

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

/** A dry run replaces the previous verdict; writing stores its result next to the verdict of the dry run. */
const wasOf = (table: string, isWritten: boolean) =>
  isWritten
    ? sql`case when ${sql.ref(`${table}.verdict`)} <> judged.verdict then ${sql.ref(`${table}.verdict`)} end`
    : sql`null`

/** Stores the verdict of each row; `isWritten`: the row has been written. */
export async function saveJudged(ctx: Ctx, importId: number, judged: JudgedRow[], isWritten: boolean): Promise<void> {
  const json = judged.map(({ n, verdict, faults, changes, found, said }) => ({
    n,
    key: said.external_id ?? null,
    verdict,
    faults,
    changes: verdict === 'changed' ? changes : [],
    record_id: found?.id ?? null,
  }))
  await sql`update import_row set verdict = judged.verdict, faults = judged.faults, changes = judged.changes, key = judged.key,
      record_id = judged.record_id, is_written = ${isWritten}, was = ${wasOf('import_row', isWritten)}
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

/** Serialises imports of an entity, so that each sees the records that the other created. */
export async function takeTurn(ctx: Ctx, noun: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('import'), hashtext(${noun}))`.execute(ctx.db)
}

/** Steps without progress since `before`: their worker died. */
export async function findStalled(ctx: Ctx, before: Date): Promise<(JobStep & { state: ImportState })[]> {
  const rows = await ctx.db
    .selectFrom('import')
    .select(['id', 'step', 'state'])
    .where('state', 'in', ['parsing', 'checking', 'running'])
    .where('updated_at', '<', before.toISOString())
    .execute()
  return rows as (JobStep & { state: ImportState })[]
}

export async function removeImportsBefore(ctx: Ctx, before: Date): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('import')
    .where('updated_at', '<', before.toISOString())
    .where('state', 'not in', ['parsing', 'checking', 'running'])
    .returning('file_key')
    .execute()
  return rows.flatMap(row => row.file_key ?? [])
}

/** Those of these files that belong to an import. */
export async function findStoredFiles(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file_key: string }>`select file_key from import
    where file_key = any(${keys}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.file_key))
}

/** The distinct values of a column, with the number of rows for each. */
export async function countValues(ctx: Ctx, importId: number, at: number): Promise<{ value: string; count: number }[]> {
  const { rows } = await sql<{
    value: string
    count: number
  }>`select cells[${at + 1}::int] as value, count(*)::int as count
    from import_row where import_id = ${importId}::bigint and cells[${at + 1}::int] <> '' group by 1`.execute(ctx.db)
  return rows
}
