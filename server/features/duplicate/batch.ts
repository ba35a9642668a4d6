import * as z from 'zod/mini'
import { editors } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import {
  type BatchPair,
  type BatchStep,
  findNextPair,
  findStalledBatches,
  lockBatchStep,
  type RunningBatch,
  reopenPair,
  savePair,
  setState,
} from './batch.queries.ts'
import { findPair, saveDecision } from './duplicate.queries.ts'
import { isInGroup } from './group.queries.ts'
import { queueBatch } from './group.ts'
import { lockMerging } from './merge.queries.ts'
import { mergeRecords } from './merge.ts'
import { type AnyRow, type MergeTable, mergeTable } from './merge-tables.ts'
import { undoMerge } from './undo.ts'

/**
 * The default choice for each field of a merge: lists are united; otherwise the older record's value is used, or the
 * other's if it is empty, and the more precise one of two dates that agree.
 */
function firstChoices(table: MergeTable, target: AnyRow, source: AnyRow): Record<string, number | 'all'> {
  return Object.fromEntries(table.fields.map(field => [field, choiceOf(table, field, target, source)]))
}

function choiceOf(table: MergeTable, field: string, target: AnyRow, source: AnyRow): number | 'all' {
  if (table.lists.includes(field)) return 'all'
  const [stated, other] = [target[field], source[field]]
  if (isPartialDate(stated) && typeof other === 'string' && other.startsWith(`${stated}-`)) return source.id
  return isBlank(stated) && !isBlank(other) ? source.id : target.id
}

const isPartialDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(-\d\d)?$/.test(value)

function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined || value === ''
}

const Payload = z.strictObject({ id: z.int(), step: z.int() })
const stalledAfterMs = 120_000

/**
 * Decides or undoes one pair after the other, each in a separate transaction: a job that was killed continues where it
 * was.
 */
export const decideDuplicates: Job = async (ctx, payload, { signal }) => {
  const step = Payload.parse(payload)
  while (await nextPair(ctx, step)) signal?.throwIfAborted()
}

async function nextPair(systemCtx: Ctx, step: BatchStep): Promise<boolean> {
  let at: BatchPair | undefined
  try {
    return await inTransaction(systemCtx, async ctx => {
      const batch = await lockBatchStep(ctx, step)
      if (!batch) return false
      at = await findNextPair(ctx, batch)
      // If the owner has lost the role or the account, the batch decides nothing more; other users can still undo its
      // decisions.
      const owner = asUser(ctx, await findUser(ctx, batch.owner), editors)
      if (!at || !owner) {
        await setState(ctx, batch.id, batch.state === 'undoing' ? 'undone' : 'done')
        return false
      }
      await savePair(ctx, batch.id, at.pair_id, await (batch.state === 'undoing' ? undo : decide)(owner, batch, at))
      return true
    })
  } catch (error) {
    // A pair that the rules of a record refuse is skipped and does not stop the others.
    if (!(error instanceof AppError) || at === undefined || error.code === 'unavailable') throw error
    const { pair_id } = at
    return await inTransaction(systemCtx, async ctx => {
      const batch = await lockBatchStep(ctx, step)
      if (batch) await savePair(ctx, batch.id, pair_id, { state: batch.state === 'undoing' ? 'stayed' : 'skipped' })
      return batch !== undefined
    })
  }
}

type Outcome = Parameters<typeof savePair>[3]

async function decide(ctx: Ctx, { noun, key, act }: RunningBatch, { pair_id }: BatchPair): Promise<Outcome> {
  // The pair was decided, changed, merged, deleted or closed to this user since, so it no longer belongs to the group.
  const pair = await findPair(ctx, pair_id)
  if (!pair || !(await isInGroup(ctx, noun, pair_id, key, act === 'merge'))) return { state: 'skipped' }
  if (act === 'different') {
    await saveDecision(ctx, pair_id, { state: 'different' })
    return { state: 'done' }
  }
  const table = mergeTable(noun)
  const rows = await lockMerging(ctx, table, [pair.a.id, pair.b.id])
  const [older, newer] = [rows.get(pair.a.id), rows.get(pair.b.id)]
  if (!older || !newer) return { state: 'skipped' }
  const merge = await mergeRecords(ctx, {
    noun,
    target_id: older.id,
    target_rev: older.rev,
    sources: [{ id: newer.id, rev: newer.rev }],
    fields: firstChoices(table, older, newer),
  })
  return { state: 'done', merge_id: merge.id }
}

async function undo(ctx: Ctx, { owner, act }: RunningBatch, { pair_id, merge_id }: BatchPair): Promise<Outcome> {
  if (act === 'different') return { state: (await reopenPair(ctx, pair_id, owner)) ? 'undone' : 'stayed' }
  if (merge_id === null) return { state: 'stayed' }
  await undoMerge(ctx, merge_id)
  return { state: 'undone' }
}

/** Queues a batch again if its worker was killed. */
export const resumeDuplicateBatches: Job = async ctx => {
  for (const step of await findStalledBatches(ctx, new Date(ctx.now().getTime() - stalledAfterMs)))
    await queueBatch(ctx, step)
}
