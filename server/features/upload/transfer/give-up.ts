import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { giveUpFiles, removeGone } from '#server/platform/gone-files.ts'
import { addJob } from '#server/platform/jobs.ts'
import { takeParts } from './part-queries.ts'
import { findTransfersBefore, removeTransfers } from './transfer-queries.ts'

/** How long a transfer that nobody goes on with is kept. */
export const keptMs = 48 * 3_600_000
/** A transfer that no byte has come of by then keeps room from others for nothing. */
const emptyKeptMs = 3_600_000

/** In the transaction that ends these transfers: their parts go after it, by a job, for there may be hundreds. */
export async function giveUpParts(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const keys = await takeParts(ctx, ids)
  if (keys.length === 0) return
  await giveUpFiles(ctx, keys)
  await addJob(ctx.db, 'remove_old_transfers', {}, { key: 'remove_old_transfers' })
}

/** Forgets what nobody has gone on with, and removes parts. Files of a folder go with the next sweep of it. */
export async function removeOldTransfers(ctx: Ctx): Promise<void> {
  const before = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString()
  await inTransaction(ctx, async ctx => {
    const ids = await findTransfersBefore(ctx, before(keptMs), before(emptyKeptMs))
    await giveUpFiles(ctx, await takeParts(ctx, ids))
    await removeTransfers(ctx, ids)
  })
  await removeGone(ctx)
}
