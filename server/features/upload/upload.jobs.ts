import * as z from 'zod/mini'
import { Id } from '#contract/wire.ts'
import { purgeTrash } from '#server/core/rows.ts'
import { queueRescan, rescanCron, sliceMs } from '#server/features/word/word.service.ts'
import { releaseFiles, removeReleasedFiles, removeStrays } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { findKnownBlobs, removeUnusedContents } from './content.queries.ts'
import { rescanPortion } from './reading/find.ts'
import { findStalled } from './reading/read.queries.ts'
import { readUpload, removeLeftCopies } from './reading/read.ts'
import { rereadUploads } from './reading/reread.ts'
import { findKnownParts } from './transfer/part.queries.ts'
import { removeOldTransfers } from './transfer/remove-old.ts'

const Reading = z.object({ id: Id, step: z.int() })

const dayMs = 86_400_000

const instantBefore = (ctx: Ctx, ms: number) => new Date(ctx.now().getTime() - ms).toISOString()

export const uploadJobs: Jobs = {
  read_upload: async (ctx, payload) => {
    const { id, step } = Reading.parse(payload)
    await readUpload(ctx, id, step)
  },
  resume_upload_readings: async ctx => {
    for (const { id, step } of await findStalled(ctx))
      await addJob(ctx.db, 'read_upload', { id, step }, { key: `upload:${id}:again` })
    await removeLeftCopies(ctx)
  },
  /** If the worker is killed, the next run continues at the same place. */
  rescan_uploads: async (ctx, _payload, { signal }) => {
    const until = performance.now() + sliceMs
    while (await rescanPortion(ctx)) {
      signal?.throwIfAborted()
      if (performance.now() > until) return await queueRescan(ctx, 'rescan_uploads')
    }
  },
  /** Reads one file at a time, so that a new reader version does not delay new uploads. */
  reread_uploads: async (ctx, _payload, { signal }) => {
    await rereadUploads(ctx, signal)
  },
  purge_upload_trash: ctx => purgeTrash(ctx, 'upload'),
  remove_old_transfers: removeOldTransfers,
  remove_unused_contents: ctx => removeUnused(ctx),
}

/** Removes contents without an upload, and files that a killed server left before it wrote their upload. */
export async function removeUnused(ctx: Ctx): Promise<void> {
  const old = instantBefore(ctx, dayMs)
  for (let count = 1; count > 0; ) {
    count = await inTransaction(ctx, async ctx => {
      const keys = await removeUnusedContents(ctx, old)
      await releaseFiles(ctx, keys)
      return keys.length
    })
    await removeReleasedFiles(ctx)
  }
  await removeStrays(ctx, 'upload', findKnownBlobs)
  await removeStrays(ctx, 'part', findKnownParts)
}

export const uploadCrontab = [
  '* * * * * resume_upload_readings',
  rescanCron('rescan_uploads'),
  '*/5 * * * * reread_uploads ?jobKey=reread_uploads',
  '39 3 * * * purge_upload_trash',
  '43 * * * * remove_old_transfers',
  '47 3 * * * remove_unused_contents',
]
