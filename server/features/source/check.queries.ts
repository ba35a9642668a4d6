import { sql } from 'kysely'
import { type Entity, entityNames } from '#contract/registry.ts'
import type { SourceCheck } from '#contract/source.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The sources whose facts must still be recomputed. */
export async function findUnchecked(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ source_id: number }>`select source_id from source_check order by source_id`.execute(
    ctx.db,
  )
  return rows.map(row => row.source_id)
}

export async function findProgress(ctx: Ctx, sourceId: number): Promise<SourceCheck | null> {
  const { rows } = await sql<SourceCheck>`select done, total from source_check
    where source_id = ${sourceId}::bigint`.execute(ctx.db)
  return rows[0] ?? null
}

type OpenCheck = { step: number; after_id: number }

/** Locks and returns the next work for a source, so that two jobs take turns. */
export async function lockCheck(ctx: Ctx, sourceId: number): Promise<OpenCheck | undefined> {
  const { rows } = await sql<OpenCheck>`select step, after_id from source_check
    where source_id = ${sourceId}::bigint for update`.execute(ctx.db)
  return rows[0]
}

type ClaimedRecord = { id: number; noun: string; record_id: number }

/** The next claims of a source, in the order in which they were stated. */
export async function findNextClaims(
  ctx: Ctx,
  sourceId: number,
  afterId: number,
  most: number,
): Promise<ClaimedRecord[]> {
  const { rows } = await sql<ClaimedRecord>`select id, noun, record_id from claim
    where source_id = ${sourceId}::bigint and id > ${afterId}::bigint order by id limit ${most}::int`.execute(ctx.db)
  return rows
}

/** Recomputes the facts of these records. Concurrent changes of these records wait, or are waited for. */
export async function checkFacts(ctx: Ctx, records: readonly ClaimedRecord[]): Promise<void> {
  for (const noun of entityNames as readonly Entity[]) {
    const ids = [...new Set(records.flatMap(each => (each.noun === noun ? each.record_id : [])))].sort((a, b) => a - b)
    if (ids.length === 0) continue
    await sql`select from ${sql.table(noun)} where id = any(array(
        select unnest(array[id, merged_into]) from ${sql.table(noun)} where id = any(${ids}::bigint[])))
      order by id for share`.execute(ctx.db)
    await sql`select check_facts(${noun}, ${ids}::bigint[])`.execute(ctx.db)
  }
}

/** Stores the progress of a source; null if nothing is left. */
export async function saveProgress(
  ctx: Ctx,
  sourceId: number,
  at: { after_id: number; more: number } | null,
): Promise<void> {
  if (at === null) await sql`delete from source_check where source_id = ${sourceId}::bigint`.execute(ctx.db)
  else
    await sql`update source_check set after_id = ${at.after_id}::bigint, done = least(total, done + ${at.more}::int)
      where source_id = ${sourceId}::bigint`.execute(ctx.db)
}
