import { releaseFiles, removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { claimParts } from './part.queries.ts'
import { findTransfersBefore, removeTransfers } from './transfer.queries.ts'

/** Time after which an idle transfer is deleted. */
export const idleTransferMs = 48 * 3_600_000
/** A transfer without a single byte is deleted sooner, because it reserves space that others could use. */
const emptyTransferMs = 3_600_000

/**
 * Call it in the transaction that ends these transfers: a job deletes their parts afterwards, because there may be
 * hundreds.
 */
export async function abandonParts(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const keys = await claimParts(ctx, ids)
  if (keys.length === 0) return
  await releaseFiles(ctx, keys)
  await addJob(ctx.db, 'remove_old_transfers', {}, { key: 'remove_old_transfers' })
}

/** Deletes idle transfers and their parts. Files in a folder are deleted by its next sweep. */
export async function removeOldTransfers(ctx: Ctx): Promise<void> {
  const before = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString()
  await inTransaction(ctx, async ctx => {
    const ids = await findTransfersBefore(ctx, before(idleTransferMs), before(emptyTransferMs))
    await releaseFiles(ctx, await claimParts(ctx, ids))
    await removeTransfers(ctx, ids)
  })
  await removeReleasedFiles(ctx)
}
