import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/notification.api.ts'
import type { Follow, FollowEntity } from '#contract/notification.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { enforceQuota } from '#server/platform/jobs/quota.ts'
import { countFollows, deleteFollow, findFollows, insertFollow } from './follow.queries.ts'

type FollowTarget = { noun: FollowEntity; record_id: number }

export function listFollows(
  ctx: Ctx,
  query: Received<typeof contract.listFollows>['query'],
): Promise<ListPage<Follow>> {
  return findFollows(ctx, query)
}

export async function follow(ctx: Ctx, what: FollowTarget): Promise<Follow> {
  await inTransaction(ctx, async ctx => {
    await enforceQuota(ctx, 'limit_follows', () => countFollows(ctx, what))
    if (!(await insertFollow(ctx, what))) throw new AppError('not_found')
  })
  const { items } = await findFollows(ctx, { noun: [what.noun], record_id: what.record_id, current: 1, pageSize: 1 })
  const [made] = items
  if (!made) throw new AppError('not_found')
  return made
}

export async function unfollow(ctx: Ctx, what: FollowTarget): Promise<null> {
  await deleteFollow(ctx, what)
  return null
}
