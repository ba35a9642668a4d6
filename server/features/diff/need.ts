import type { Diff } from '#contract/diff.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { withNames } from './names.ts'
import { findDiff } from './queries.ts'

/** Returns a difference that this reader may read, or throws `not_found`. */
export async function needDiff(ctx: Ctx, id: number): Promise<Diff> {
  const row = await findDiff(ctx, id)
  if (!row) throw new AppError('not_found')
  const [diff] = await withNames(ctx, [row])
  return diff!
}
