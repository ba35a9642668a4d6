import type { AttachmentEntity } from '#contract/attachment.api.ts'
import { releaseFiles, removeReleasedFiles, removeStrays } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { AttachmentHolders } from './holder.ts'
import { findStoredKeys, lockUnshown, removeOrphans, removeUnshown } from './tidy.queries.ts'

const portion = 500

/** Removes files of deleted records, then contents without attachments, then unknown blobs. */
async function tidyAttachments(ctx: Ctx, nouns: string[], signal: AbortSignal | undefined): Promise<void> {
  for (const noun of nouns) {
    const count = await removeOrphans(ctx, noun as AttachmentEntity)
    if (count > 0) ctx.log.info({ noun, count }, 'attachments: files of deleted records removed')
  }
  for (let isDone = false; !isDone; ) {
    signal?.throwIfAborted()
    const count = await inTransaction(ctx, async ctx => {
      const hashes = await lockUnshown(ctx, portion)
      const keys = hashes.length === 0 ? [] : await removeUnshown(ctx, hashes)
      await releaseFiles(ctx, keys)
      return keys.length
    })
    await removeReleasedFiles(ctx)
    isDone = count < portion
  }
  await removeStrays(ctx, 'attachment', findStoredKeys, signal)
}

export function attachmentJobs(holders: AttachmentHolders): Jobs {
  return { tidy_attachments: (ctx, _payload, { signal }) => tidyAttachments(ctx, Object.keys(holders), signal) }
}
export const attachmentCrontab = ['47 3 * * * tidy_attachments']
