import type { MergeEntity } from '#contract/duplicate.api.ts'
import type * as contract from '#contract/duplicate_group.api.ts'
import { type DuplicateBatch, groupReasons } from '#contract/duplicate_group.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import {
  type BatchStep,
  findBatch,
  findBatches,
  insertBatch,
  lockBatch,
  type StoredBatch,
  setState,
} from './batch.queries.ts'
import { duplicatePairs } from './duplicate.service.ts'
import { findGroup, findGroups } from './group.queries.ts'

/** The reasons of a key in the order in which they are listed, names first. */
const reasonsOf = (key: string) => groupReasons.filter(each => key.split(' ').includes(each))

export async function listDuplicateGroups(
  ctx: Ctx,
  noun: MergeEntity,
): Promise<Reply<typeof contract.listDuplicateGroups>> {
  const groups = await findGroups(ctx, noun)
  const pairs = await duplicatePairs(
    ctx,
    noun,
    groups.flatMap(group => group.sample),
  )
  return {
    items: groups.map(({ key, count, mergeable, sample }) => ({
      ...{ key, count, mergeable, reasons: reasonsOf(key) },
      sample: sample.flatMap(id => pairs.get(id) ?? []),
    })),
  }
}

function toDto({ key, step: _step, owner: _owner, ...rest }: StoredBatch): DuplicateBatch {
  return { ...rest, reasons: reasonsOf(key), can: rest.state === 'done' && rest.done > 0 ? ['undo'] : [] }
}

/** Decides the pairs that exist now; pairs found later are open again. */
export function decideDuplicateGroup(
  ctx: Ctx,
  { noun, key, act, expected }: Received<typeof contract.decideDuplicateGroup>['body'],
): Promise<DuplicateBatch> {
  return inTransaction(ctx, async ctx => {
    const pairs = await findGroup(ctx, noun, key, act === 'merge')
    if (pairs.length === 0) throw new AppError('not_found')
    if (pairs.length !== expected) throw new AppError('stale')
    const batch = await insertBatch(ctx, { noun, key, act }, pairs)
    await audit(ctx, { act: 'decide_duplicates', noun, detail: { batch_id: batch.id, act, key, count: pairs.length } })
    await queueBatch(ctx, batch)
    return await readBatch(ctx, batch.id)
  })
}

export async function queueBatch(ctx: Ctx, { id, step }: BatchStep): Promise<void> {
  await addJob(ctx.db, 'decide_duplicates', { id, step }, { key: `duplicate_batch:${id}` })
}

async function readBatch(ctx: Ctx, id: number): Promise<DuplicateBatch> {
  const batch = await findBatch(ctx, id)
  if (!batch) throw new AppError('not_found')
  return toDto(batch)
}

export async function listDuplicateBatches(
  ctx: Ctx,
  noun: MergeEntity,
): Promise<Reply<typeof contract.listDuplicateBatches>> {
  return { items: (await findBatches(ctx, noun)).map(toDto) }
}

export function undoDuplicateBatch(ctx: Ctx, id: number): Promise<DuplicateBatch> {
  return inTransaction(ctx, async ctx => {
    const batch = await lockBatch(ctx, id)
    if (!batch) throw new AppError('not_found')
    if (batch.state !== 'done') throw new AppError('wrong_state')
    await queueBatch(ctx, await setState(ctx, id, 'undoing'))
    return await readBatch(ctx, id)
  })
}
