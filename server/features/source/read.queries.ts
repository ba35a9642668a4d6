import { readable } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { sourcePolicy } from './source.policy.ts'

/** Those of these sources that the reader may read, in the trash or not. */
export async function findReadableSources(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('source')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where(readable(sourcePolicy, ctx, 'source'))
    .execute()
  return new Set(rows.map(row => row.id))
}
