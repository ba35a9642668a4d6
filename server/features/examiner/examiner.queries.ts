import { sql } from 'kysely'
import type { ExaminerMiss, ExaminerRun } from '#contract/examiner.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type SampledEntry = { id: number; key: string; schema: string; properties: Record<string, string[]> }

/** A sample of a list's entries; the same seed gives the same entries, as long as the list has them. */
export async function findSample(ctx: Ctx, listId: number, seed: string, limit: number): Promise<SampledEntry[]> {
  const { rows } = await sql<SampledEntry>`select id, key, schema, properties from list_entry
    where list_id = ${listId}::bigint and until is null order by md5(${seed} || key), key limit ${limit}`.execute(
    ctx.db,
  )
  return rows
}

const columns = sql`id, started_at, ended_at, seed, rule, threshold, lists, figures, asked, found, skipped, drops`

export async function findRuns(ctx: Ctx, limit: number): Promise<ExaminerRun[]> {
  const { rows } = await sql<ExaminerRun>`select ${columns} from examiner_run
    order by ended_at desc, id desc limit ${limit}`.execute(ctx.db)
  return rows
}

export async function findRun(
  ctx: Ctx,
  id: number,
): Promise<{ run: ExaminerRun; misses: ExaminerMiss[]; missed: number } | undefined> {
  const { rows } = await sql<ExaminerRun & { misses: ExaminerMiss[]; missed: number }>`select ${columns}, misses, missed
    from examiner_run where id = ${id}::bigint`.execute(ctx.db)
  const [row] = rows
  if (!row) return undefined
  const { misses, missed, ...run } = row
  return { run, misses, missed }
}

type NewRun = Omit<ExaminerRun, 'id'> & { misses: readonly ExaminerMiss[]; missed: number }

export async function insertRun(ctx: Ctx, run: NewRun): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into examiner_run
      (started_at, ended_at, seed, rule, threshold, lists, figures, asked, found, skipped, drops, misses, missed)
    values (${run.started_at}::timestamptz, ${run.ended_at}::timestamptz, ${run.seed}, ${run.rule}::int, ${run.threshold},
      ${JSON.stringify(run.lists)}::jsonb, ${JSON.stringify(run.figures)}::jsonb, ${run.asked}::int, ${run.found}::int,
      ${run.skipped}::int, ${JSON.stringify(run.drops)}::jsonb, ${JSON.stringify(run.misses)}::jsonb, ${run.missed}::int)
    returning id`.execute(ctx.db)
  return rows[0]!.id
}

export async function removeOldRuns(ctx: Ctx, before: Date): Promise<void> {
  await sql`delete from examiner_run where ended_at < ${before.toISOString()}::timestamptz`.execute(ctx.db)
}

export async function isWaiting(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'examine_screening'
    and attempts < max_attempts limit 1`.execute(ctx.db)
  return rows.length > 0
}
