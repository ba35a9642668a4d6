import type { Diff } from '#contract/diff.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findDiff } from './diff.queries.ts'
import { withNames } from './names.ts'

/** Returns a difference that this reader may read, or throws `not_found`. */
export async function needDiff(ctx: Ctx, id: number): Promise<Diff> {
  const row = await findDiff(ctx, id)
  if (!row) throw new AppError('not_found')
  const [diff] = await withNames(ctx, [row])
  return diff!
}
