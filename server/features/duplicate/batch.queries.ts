import { sql } from 'kysely'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import type { DuplicateBatch } from '#contract/duplicate_group.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type State = DuplicateBatch['state']
export type StoredBatch = Omit<DuplicateBatch, 'reasons' | 'can'> & { key: string; step: number; owner: number }
export type BatchStep = { id: number; step: number }

const batchCountsSql = sql`select batch.id, batch.noun, batch.key, batch.act, batch.state, batch.step, batch.total, batch.owner, batch.created_at,
    told.done, told.skipped, told.undone, told.stayed
  from duplicate_batch as batch cross join lateral (
    select count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'skipped')::int as skipped,
      count(*) filter (where state = 'undone')::int as undone, count(*) filter (where state = 'stayed')::int as stayed
    from duplicate_batch_pair as pair where pair.batch_id = batch.id) as told`

export async function insertBatch(
  ctx: Ctx,
  { noun, key, act }: { noun: MergeEntity; key: string; act: DuplicateBatch['act'] },
  pairs: readonly number[],
): Promise<BatchStep> {
  const at = ctx.now().toISOString()
  const { rows } =
    await sql<BatchStep>`insert into duplicate_batch (noun, key, act, state, total, owner, created_at, updated_at)
    values (${noun}, ${key}, ${act}, 'running', ${pairs.length}, ${ctx.actor.id}::bigint, ${at}, ${at})
    returning id, step`.execute(ctx.db)
  const batch = rows[0]!
  await sql`insert into duplicate_batch_pair (batch_id, pair_id)
    select ${batch.id}::bigint, pair from unnest(${pairs}::bigint[]) as pair`.execute(ctx.db)
  return batch
}

/** The user's own latest batches of an entity. */
export async function findBatches(ctx: Ctx, noun: MergeEntity): Promise<StoredBatch[]> {
  const { rows } =
    await sql<StoredBatch>`${batchCountsSql} where batch.noun = ${noun} and batch.owner = ${ctx.actor.id}::bigint
    order by batch.id desc limit 10`.execute(ctx.db)
  return rows
}

export async function findBatch(ctx: Ctx, id: number): Promise<StoredBatch | undefined> {
  const { rows } = await sql<StoredBatch>`${batchCountsSql} where batch.id = ${id}::bigint
    and batch.owner = ${ctx.actor.id}::bigint`.execute(ctx.db)
  return rows[0]
}

/** Locks the user's own batch; a batch of another user is treated as not existing. */
export async function lockBatch(ctx: Ctx, id: number): Promise<{ state: State } | undefined> {
  const { rows } = await sql<{ state: State }>`select state from duplicate_batch
    where id = ${id}::bigint and owner = ${ctx.actor.id}::bigint for update`.execute(ctx.db)
  return rows[0]
}

export type RunningBatch = BatchStep & {
  noun: MergeEntity
  key: string
  act: DuplicateBatch['act']
  state: State
  owner: number
}

/** Locks and returns the batch if this step is still current, so that two jobs of a step take turns. */
export async function lockBatchStep(ctx: Ctx, { id, step }: BatchStep): Promise<RunningBatch | undefined> {
  const { rows } = await sql<RunningBatch>`select id, step, noun, key, act, state, owner from duplicate_batch
    where id = ${id}::bigint and step = ${step}::int and state in ('running', 'undoing') for update`.execute(ctx.db)
  return rows[0]
}

export async function setState(ctx: Ctx, id: number, state: State): Promise<BatchStep> {
  const { rows } =
    await sql<BatchStep>`update duplicate_batch set state = ${state}, updated_at = ${ctx.now().toISOString()}::timestamptz,
      step = step + 1
    where id = ${id}::bigint returning id, step`.execute(ctx.db)
  return rows[0]!
}

export type BatchPair = { pair_id: number; merge_id: number | null }

/** The next pair to decide. When the batch is being undone, it is the pair decided last. */
export async function findNextPair(ctx: Ctx, { id, state }: RunningBatch): Promise<BatchPair | undefined> {
  const isUndo = state === 'undoing'
  const { rows } = await sql<BatchPair>`select pair_id, merge_id from duplicate_batch_pair as pair
      left join duplicate on duplicate.id = pair.pair_id
    where batch_id = ${id}::bigint and pair.state = ${isUndo ? 'done' : 'waiting'}
    order by ${isUndo ? sql`merge_id desc nulls last, pair_id desc` : sql`duplicate.score desc nulls last, pair_id`} limit 1`.execute(
    ctx.db,
  )
  return rows[0]
}

export async function savePair(
  ctx: Ctx,
  batchId: number,
  pairId: number,
  { state, merge_id }: { state: 'done' | 'skipped' | 'undone' | 'stayed'; merge_id?: number | undefined },
): Promise<void> {
  await sql`update duplicate_batch_pair set state = ${state}, merge_id = coalesce(${merge_id ?? null}::bigint, merge_id)
    where batch_id = ${batchId}::bigint and pair_id = ${pairId}::bigint`.execute(ctx.db)
  await sql`update duplicate_batch set updated_at = ${ctx.now().toISOString()}::timestamptz
    where id = ${batchId}::bigint`.execute(ctx.db)
}

/** Reopens a pair that this batch had closed and that no one has decided since; returns whether it did. */
export async function reopenPair(ctx: Ctx, pairId: number, owner: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update duplicate set state = 'open', decided_by = null, decided_at = null
    where id = ${pairId}::bigint and state = 'different' and decided_by = ${owner}::bigint`.execute(ctx.db)
  return Number(numAffectedRows ?? 0) > 0
}

/** Steps without progress since `before`: their worker died. */
export async function findStalledBatches(ctx: Ctx, before: Date): Promise<BatchStep[]> {
  const { rows } = await sql<BatchStep>`select id, step from duplicate_batch
    where state in ('running', 'undoing') and updated_at < ${before.toISOString()}::timestamptz`.execute(ctx.db)
  return rows
}
