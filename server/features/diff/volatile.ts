import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/volatile.api.ts'
import type { VolatilePlace } from '#contract/volatile.api.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { writableOg } from '#server/features/site/site.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { decidePlace, findVolatilePlaces } from './volatile.queries.ts'

/** Places of a site's pages that change in most rounds, those of the whole site first. */
export async function listVolatilePlaces(ctx: Ctx, ogId: number): Promise<VolatilePlace[]> {
  await getOg(ctx, ogId)
  return await findVolatilePlaces(ctx, ogId)
}

/** Decides whether changes of a place count; differences that wait for review are judged again. */
export async function updateVolatilePlace(
  ctx: Ctx,
  { id: ogId, place }: Received<typeof contract.updateVolatilePlace>['params'],
  body: Received<typeof contract.updateVolatilePlace>['body'],
): Promise<VolatilePlace[]> {
  await writableOg(ctx, ogId)
  await inTransaction(ctx, async ctx => {
    const result = await decidePlace(ctx, ogId, place, body)
    if (result === 'missing') throw new AppError('not_found')
    if (result === 'stale') throw new AppError('stale', {}, { data: await findVolatilePlaces(ctx, ogId) })
    await addJob(ctx.db, 'judge_diffs', { og_id: ogId }, { key: `judge_diffs ${ogId}` })
  })
  return await findVolatilePlaces(ctx, ogId)
}
