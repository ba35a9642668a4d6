import { searchEntities } from '#contract/search.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { indexQueuedRecords } from './index-records.ts'
import { countQueued, emptyEntries, queueAll } from './write.queries.ts'

/** Rebuilds every entry from the records' own tables; a record is not found until its entry is written again. */
export async function rebuildSearch(ctx: Ctx, onProgress: (left: number) => void = () => {}): Promise<void> {
  await inTransaction(ctx, async ctx => {
    await emptyEntries(ctx)
    for (const noun of searchEntities) await queueAll(ctx, noun)
  })
  await drainSearch(ctx, onProgress)
}

/** Writes until the queue is empty. */
export async function drainSearch(ctx: Ctx, onProgress: (left: number) => void = () => {}): Promise<void> {
  for (let turn = 0; await indexQueuedRecords(ctx); turn += 1) if (turn % 50 === 0) onProgress(await countQueued(ctx))
}
