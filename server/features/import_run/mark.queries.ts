import { sql } from 'kysely'
import {
  type ImportMark,
  type KeepReason,
  type MarkEntity,
  markEntities,
  type UndoVerdict,
} from '#contract/import_run.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { FieldChange } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { StoredRun } from './import_run.queries.ts'

/** The effect of a run on one record or link; for a new link, `changes` are its initial values. */
export type NewMark = { n: number; record_id: number; is_new: boolean; changes: readonly FieldChange[] }
export type RowMark = { id: number; n: number; record_id: number; is_new: boolean; changes: FieldChange[] }
export type KeptField = { field: string; reason: KeepReason }
export type JudgedMark = { id: number; verdict: UndoVerdict; reason: KeepReason | null; kept: KeptField[] }

export async function insertMarks(ctx: Ctx, runId: number, noun: MarkEntity, marks: readonly NewMark[]): Promise<void> {
  if (marks.length === 0) return
  await sql`insert into import_mark (run_id, n, noun, record_id, is_new, changes)
    select ${runId}::bigint, n, ${noun}, record_id, is_new, changes
    from json_to_recordset(${JSON.stringify(marks)}::json)
      as mark (n int, record_id bigint, is_new boolean, changes jsonb)`.execute(ctx.db)
}

/** Marks of an entity that are not undone, the newest first. */
export async function findMarks(
  ctx: Ctx,
  runId: number,
  noun: MarkEntity,
  { before, limit }: { before: number | null; limit: number },
): Promise<RowMark[]> {
  const { rows } = await sql<RowMark>`select id, n, record_id, is_new, changes from import_mark
    where run_id = ${runId}::bigint and noun = ${noun} and not is_undone
      and (${before}::bigint is null or id < ${before}::bigint)
    order by id desc limit ${limit}::int`.execute(ctx.db)
  return rows
}

export async function countOpenMarks(ctx: Ctx, runId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from import_mark
    where run_id = ${runId}::bigint and not is_undone`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

export async function saveJudgedMarks(
  ctx: Ctx,
  runId: number,
  judged: readonly JudgedMark[],
  { isDone }: { isDone: boolean },
): Promise<void> {
  if (judged.length === 0) return
  await sql`update import_mark as mark set verdict = judged.verdict, reason = judged.reason, kept = judged.kept,
      is_undone = ${isDone} and judged.verdict <> 'stay'
    from json_to_recordset(${JSON.stringify(judged)}::json)
      as judged (id bigint, verdict text, reason text, kept jsonb)
    where mark.run_id = ${runId}::bigint and mark.id = judged.id`.execute(ctx.db)
}

export async function countVerdicts(ctx: Ctx, runId: number): Promise<StoredRun['undo_counts']> {
  const { rows } = await sql<StoredRun['undo_counts'][number]>`select noun,
      count(*) filter (where verdict = 'remove')::int as remove,
      count(*) filter (where verdict = 'set_back')::int as set_back,
      count(*) filter (where verdict = 'partly')::int as partly,
      count(*) filter (where verdict = 'stay')::int as stay,
      count(*) filter (where verdict = 'gone')::int as gone
    from import_mark where run_id = ${runId}::bigint and verdict is not null
    group by noun order by array_position(${markEntities}::text[], noun)`.execute(ctx.db)
  return rows
}

type Query = {
  current: number
  pageSize: number
  sort?: string | undefined
  verdict?: UndoVerdict | undefined
}
type ReadableMark = Omit<ImportMark, 'title'>

/** Marks of a run whose access the caller has checked. Marks that stay in part are also found under those that stay. */
export async function findReadableMarks(ctx: Ctx, runId: number, query: Query): Promise<ListPage<ReadableMark>> {
  const { current, pageSize, verdict } = query
  const wanted = verdict === 'stay' ? ['stay', 'partly'] : [verdict]
  const where = sql`run_id = ${runId}::bigint
    and ${verdict === undefined ? sql`true` : sql`verdict = any(${wanted}::text[])`}`
  const [page, count] = await Promise.all([
    sql<ReadableMark>`select id, n, noun, record_id, is_new, verdict, reason, kept,
        case when is_new then '{}' else array(select change ->> 'field' from jsonb_array_elements(changes) as change
          where not exists (select from jsonb_array_elements(kept) as one where one ->> 'field' = change ->> 'field'))
        end as fields
      from import_mark where ${where} order by ${query.sort === '-n' ? sql`id desc` : sql`id`}
      limit ${pageSize}::int offset ${(current - 1) * pageSize}::int`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from import_mark where ${where}`.execute(ctx.db),
  ])
  return { items: page.rows, total: count.rows[0]?.total ?? 0, current, pageSize }
}

/** Removes the values of erased persons from the marks. */
export async function deleteMarks(ctx: Ctx, noun: MarkEntity, ids: readonly number[]): Promise<void> {
  await sql`update import_mark set changes = '[]', kept = '[]'
    where noun = ${noun} and record_id = any(${ids}::bigint[])`.execute(ctx.db)
}
