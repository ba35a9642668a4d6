import { newBlobKey } from '#server/platform/blob/blobs.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { keepContent } from '../content.queries.ts'
import { createUpload } from '../record.ts'
import { stillTrue } from '../store-file.ts'
import { abandonParts } from './remove-old.ts'
import { findTransfer, finishTransfer, type Transfer } from './transfer.queries.ts'
import type { TransferLease, UploadTarget } from './upload-target.ts'

/**
 * Completes a file: stores its content once, creates the record, and queues its reading, all or nothing. If the process
 * is killed before the end, this is repeated; if it was done before, it only returns the record.
 */
export async function finish(ctx: Ctx, place: UploadTarget, transfer: Transfer, hold: TransferLease): Promise<number> {
  const blobKey = newBlobKey('upload')
  const { sha256, isStored } = await place.store(ctx, transfer, blobKey, hold)
  let kept: string | undefined
  try {
    return await inTransaction(ctx, async ctx => {
      kept = undefined
      const now = await findTransfer(ctx, transfer.id, { lock: true })
      if (!now) throw new AppError('not_found')
      if (now.upload_id !== null) return now.upload_id
      kept = await keepContent(ctx, { sha256, size: transfer.size, blobKey })
      // The content existed a moment ago and was deleted meanwhile: the next try stores it.
      if (kept === blobKey && !isStored) throw new AppError('unavailable')
      const { file_name, size } = transfer
      const about = await stillTrue(ctx, transfer.about)
      const title = about.title ?? file_name
      const upload = await createUpload(ctx, { ...about, title, file_name, size, sha256, uploader: ctx.actor.id })
      await finishTransfer(ctx, transfer.id, upload.id)
      await abandonParts(ctx, [transfer.id])
      await addJob(ctx.db, 'read_upload', { id: upload.id, step: 1 }, { key: `upload:${upload.id}` })
      return upload.id
    })
  } finally {
    if (isStored && kept !== blobKey) await ctx.blobs.remove(blobKey)
  }
}
