import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { removeUnusedAssets } from './asset.queries.ts'

/** A file checked in the last day may just be tied to a version. */
const quietMs = 86_400_000
const portion = 1_000

/** Every night, removes files that no version shows any more; their contents are removed by the store's own job. */
export async function dropUnusedAssets(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const before = new Date(ctx.now().getTime() - quietMs)
  while ((await inTransaction(ctx, ctx => removeUnusedAssets(ctx, before, portion))) === portion)
    signal?.throwIfAborted()
}
