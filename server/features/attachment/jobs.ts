import type { AttachmentNoun } from '#contract/attachment.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { giveUpFiles, removeGone } from '#server/platform/gone-files.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { AttachmentHolders } from './holder.ts'
import { findKeptKeys, lockUnshown, removeOrphans, removeUnshown } from './tidy-queries.ts'

/** What was written in the last day may belong to a transaction that is still open: nobody touches it. */
const quietMs = 86_400_000
const portion = 500

/** Files of records that are gone, then contents that nothing shows, then blobs that nothing knows. */
async function tidyAttachments(ctx: Ctx, nouns: string[], signal: AbortSignal | undefined): Promise<void> {
  for (const noun of nouns) {
    const count = await removeOrphans(ctx, noun as AttachmentNoun)
    if (count > 0) ctx.log.info({ noun, count }, 'removed attachments of records that are gone')
  }
  for (let isDone = false; !isDone; ) {
    signal?.throwIfAborted()
    const count = await inTransaction(ctx, async ctx => {
      const hashes = await lockUnshown(ctx, portion)
      const keys = hashes.length === 0 ? [] : await removeUnshown(ctx, hashes)
      await giveUpFiles(ctx, keys)
      return keys.length
    })
    await removeGone(ctx)
    isDone = count < portion
  }
  await removeUnknown(ctx)
}

/** Left by a process that ended between the store and the database. */
async function removeUnknown(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - quietMs)
  let keys: string[] = []
  const flush = async () => {
    const kept = await findKeptKeys(ctx, keys)
    for (const key of keys) if (!kept.has(key)) await ctx.blobs.remove(key)
    keys = []
  }
  for await (const { key, changedAt } of ctx.blobs.list('attachment')) {
    if (changedAt < before) keys.push(key)
    if (keys.length >= portion) await flush()
  }
  await flush()
}

export function attachmentJobs(holders: AttachmentHolders): Record<string, Job> {
  return { tidy_attachments: (ctx, _payload, { signal }) => tidyAttachments(ctx, Object.keys(holders), signal) }
}
export const attachmentCrontab = ['47 3 * * * tidy_attachments']
