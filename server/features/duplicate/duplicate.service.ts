import type * as contract from '#contract/duplicate.api.ts'
import type { Duplicate, MergeEntity } from '#contract/duplicate.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import type { ListPage } from '#contract/wire.ts'
import { may } from '#server/core/access.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import {
  countQueued,
  findPair,
  findPairs,
  findPairsById,
  markRunning,
  type PairRow,
  readOgNames,
  readRun,
  saveDecision,
} from './duplicate.queries.ts'
import { mergeTable } from './merge-tables.ts'
import { sumOfWeights } from './score.ts'

/** A worker without progress for this long has ended. */
const silentAfterMs = 60_000

export async function listDuplicates(
  ctx: Ctx,
  query: Received<typeof contract.listDuplicates>['query'],
): Promise<ListPage<Duplicate>> {
  const { items, total } = await findPairs(ctx, query)
  return { items: await toDto(ctx, items), total, current: query.current, pageSize: query.pageSize }
}

/** The pairs with these ids of which this reader may read both records. */
export async function duplicatePairs(
  ctx: Ctx,
  noun: MergeEntity,
  ids: readonly number[],
): Promise<Map<number, Duplicate>> {
  const pairs = await toDto(ctx, await findPairsById(ctx, noun, ids))
  return new Map(pairs.map(pair => [pair.id, pair]))
}

/** Only a user who may change both records can decide about the pair. */
export function decideDuplicate(
  ctx: Ctx,
  { params, body }: Pick<Received<typeof contract.decideDuplicate>, 'params' | 'body'>,
): Promise<Duplicate> {
  return inTransaction(ctx, async ctx => {
    const pair = await findPair(ctx, params.id)
    if (!pair) throw new AppError('not_found')
    if (!canOf(ctx, pair).includes('decide')) throw new AppError('forbidden_record')
    await saveDecision(ctx, pair.id, body)
    const after = await findPair(ctx, params.id)
    return (await toDto(ctx, after ? [after] : []))[0] as Duplicate
  })
}

export function findDuplicates(ctx: Ctx, noun: MergeEntity): Promise<Reply<typeof contract.findDuplicates>> {
  return inTransaction(ctx, async ctx => {
    await markRunning(ctx, noun)
    await addJob(ctx.db, 'find_duplicates', { noun }, { key: `find_duplicates:${noun}` })
    return await getDuplicateRun(ctx, noun)
  })
}

export async function getDuplicateRun(ctx: Ctx, noun: MergeEntity): Promise<Reply<typeof contract.getDuplicateRun>> {
  const [run, waiting] = await Promise.all([readRun(ctx, noun), countQueued(ctx, noun)])
  const isHeard = run !== undefined && ctx.now().getTime() - Date.parse(run.updated_at) < silentAfterMs
  return { running: isHeard && run.is_running, checked_at: run?.checked_at ?? null, waiting }
}

function canOf(ctx: Ctx, { noun, a, b }: PairRow): Duplicate['can'] {
  const { policy } = mergeTable(noun)
  const isMay = (act: 'update' | 'delete', row: PairRow['a']) => may(policy, ctx.actor, act, row)
  const can: Duplicate['can'] = []
  if (isMay('update', a) && isMay('update', b)) can.push('decide')
  if ((isMay('update', a) && isMay('delete', b)) || (isMay('update', b) && isMay('delete', a))) can.push('merge')
  return can
}

/** Shared organisations are named only to users who may read them; without a readable one, that reason is omitted. */
async function toDto(ctx: Ctx, rows: readonly PairRow[]): Promise<Duplicate[]> {
  const names = await readOgNames(
    ctx,
    rows.flatMap(row => row.reasons.flatMap(reason => reason.ogs ?? [])),
  )
  return rows.map(row => {
    const reasons = row.reasons.flatMap(({ ogs, ...reason }) => {
      if (!ogs) return [reason]
      const text = ogs.flatMap(id => names.get(id) ?? []).join(', ')
      return text ? [{ ...reason, a: text, b: text }] : []
    })
    const score = reasons.length === row.reasons.length ? row.score : sumOfWeights(reasons)
    return { ...row, score, reasons, a: sideOf(row.a), b: sideOf(row.b), can: canOf(ctx, row) }
  })
}

function sideOf({ id, name, eng_name, icon, detail, updated_at }: PairRow['a']): Duplicate['a'] {
  return { id, name, ...(eng_name && { eng_name }), icon, detail, updated_at }
}

export { countClosedPairs } from './duplicate.queries.ts'
