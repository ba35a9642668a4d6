import type * as contract from '#contract/diff.api.ts'
import { type Diff, type DiffQuery, reviewThreshold } from '#contract/diff.api.ts'
import type { Received } from '#contract/endpoint.ts'
import type { ListPage } from '#contract/wire.ts'
import { publish } from '#server/core/events.ts'
import { hasReceivers, queueOutgoing } from '#server/core/outgoing.queries.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import {
  countDiffs as countAll,
  countByStatus,
  type DiffReview,
  findDiffs,
  type LockedDiff,
  lockDiffs,
  saveReview,
} from './diff.queries.ts'
import { withNames } from './names.ts'
import { needDiff } from './need.ts'
import { findOutgoingChanges } from './outgoing.queries.ts'
import { findChangesToPublish, type VersionSelection } from './publish-changes.queries.ts'
import { followReviews } from './round.queries.ts'

export async function listDiffs(ctx: Ctx, query: DiffQuery): Promise<ListPage<Diff>> {
  const page = await findDiffs(ctx, query)
  return { ...page, items: await withNames(ctx, page.items) }
}

export async function countDiffs(ctx: Ctx, { only, ...filter }: Received<typeof contract.countDiffs>['query']) {
  return { ...(await countByStatus(ctx, filter, only)), worth_a_time: reviewThreshold }
}

export function updateDiff(
  ctx: Ctx,
  id: number,
  { rev, ...review }: Received<typeof contract.updateDiff>['body'],
): Promise<Diff> {
  return inTransaction(ctx, async ctx => {
    const [row] = await lockDiffs(ctx, { ids: [id] })
    if (!row) throw new AppError('not_found')
    if (rev !== undefined && rev !== row.rev) throw new AppError('stale', {}, { data: await needDiff(ctx, id) })
    await reviewAll(ctx, [row], review)
    return await needDiff(ctx, id)
  })
}

const mostAtOnce = 10_000

export function bulkDiff(ctx: Ctx, { ids, filter, expected, ...review }: Received<typeof contract.bulkDiff>['body']) {
  return inTransaction(ctx, async ctx => {
    if (!ids) {
      const count = await countAll(ctx, filter ?? {})
      if (count !== expected || count > mostAtOnce) throw new AppError('count_changed', { count })
    }
    const rows = await lockDiffs(ctx, { ids, filter })
    await reviewAll(ctx, rows, review)
    const before = Map.groupBy(rows, row => row.status)
    return {
      done: rows.length,
      before: [...before].map(([status, list]) => ({ status, ids: list.map(({ id }) => id) })),
    }
  })
}

async function reviewAll(ctx: Ctx, rows: readonly LockedDiff[], review: DiffReview): Promise<void> {
  if (rows.length === 0) return
  await saveReview(ctx, rows, review)
  if (review.status !== undefined) await followReviews(ctx, [...new Set(rows.map(row => row.og_id))])
}

/** For the collector: compares two snapshots of a page, digests the result, and completes a round. */
export { compareExtracts, isDifferent, type TextComparison } from './compare.ts'
export { compareInThread } from './compare-apart.ts'
export { type DescribedDiff, describeDiff, describedColumns } from './describe.ts'
/** For reports that start from a difference. */
export { diffToDto, getDiff } from './detail.ts'
export { diffDigest } from './digest.ts'
export { recheckVersions } from './recheck.ts'
export { judgeDiffs } from './rescore.ts'
export { followReviews } from './round.queries.ts'
export { type DiffFacts, type ScoreReason, scoreDifference } from './score.ts'
/** For pages: the size of a change, which is the same wherever two versions are compared. */
export { countChanges } from './view.ts'

/**
 * Publishes the changes of a round or of single pages to the followers of the site, its pages, and the records
 * mentioned on them, and to webhooks.
 */
export async function publishChanges(ctx: Ctx, ogId: number, came: VersionSelection): Promise<void> {
  await publish(ctx, await findChangesToPublish(ctx, ogId, came))
  if (await hasReceivers(ctx, ['difference.found', 'word.found']))
    await queueOutgoing(ctx, await findOutgoingChanges(ctx, ogId, came))
}

export { countClosedDiffs } from './diff.queries.ts'
