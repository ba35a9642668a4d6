import type { Diff } from '#contract/diff.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findDiff, isReviewable } from './diff.queries.ts'
import { withNames } from './names.ts'

/** Throws `not_found` for a reviewer who may only read the organisation. */
export async function checkReviewable(ctx: Ctx, id: number): Promise<void> {
  if (!(await isReviewable(ctx, id))) throw new AppError('not_found')
}

/** Returns a difference that this reader may read, or throws `not_found`. */
export async function needDiff(ctx: Ctx, id: number): Promise<Diff> {
  const row = await findDiff(ctx, id)
  if (!row) throw new AppError('not_found')
  const [diff] = await withNames(ctx, [row])
  return diff!
}
