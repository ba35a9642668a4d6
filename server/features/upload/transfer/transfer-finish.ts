import type { NewUpload } from '#contract/upload.ts'
import { newBlobKey } from '#server/platform/blobs.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { addJob } from '#server/platform/jobs.ts'
import { livingLinks } from '#server/record/link.ts'
import { findMissingUsers } from '#server/record/table.ts'
import { keepContent } from '../content-queries.ts'
import { uploadLinks } from '../link.ts'
import { createUpload } from '../upload.ts'
import { giveUpParts } from './give-up.ts'
import type { Hold, Place } from './place.ts'
import { findTransfer, finishTransfer, type Transfer } from './transfer-queries.ts'

/**
 * Makes the record of a file that is whole: its content stored once, the record, and the job that reads it, all or
 * nothing. Killed before the end, it is done again; done already, it only tells the record.
 */
export async function finish(ctx: Ctx, place: Place, transfer: Transfer, hold: Hold): Promise<number> {
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
      // It was there a moment ago and has been cleaned away: the next try stores it.
      if (kept === blobKey && !isStored) throw new AppError('unavailable')
      const { file_name, size } = transfer
      const about = await stillTrue(ctx, transfer.about)
      const title = about.title ?? file_name
      const upload = await createUpload(ctx, { ...about, title, file_name, size, sha256, uploader: ctx.actor.id })
      await finishTransfer(ctx, transfer.id, upload.id)
      await giveUpParts(ctx, [transfer.id])
      await addJob(ctx.db, 'read_upload', { id: upload.id, step: 1 }, { key: `upload:${upload.id}` })
      return upload.id
    })
  } finally {
    if (isStored && kept !== blobKey) await ctx.blobs.remove(blobKey)
  }
}

/** Users and records may have gone while the bytes came. A list that only they were on does not open the record to all. */
async function stillTrue(ctx: Ctx, about: NewUpload): Promise<NewUpload> {
  const missing = new Set(await findMissingUsers(ctx, [...(about.read_user ?? []), ...(about.write_user ?? [])]))
  const living = (list: number[] = []) => {
    const left = list.filter(id => !missing.has(id))
    return list.length > 0 && left.length === 0 && ctx.actor.id !== null ? [ctx.actor.id] : left
  }
  return {
    ...about,
    ...(await livingLinks(ctx, uploadLinks, about)),
    read_user: living(about.read_user),
    write_user: living(about.write_user),
  }
}
