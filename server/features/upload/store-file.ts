import type { NewUpload } from '#contract/upload.api.ts'
import { keysOf, listHalves } from '#server/core/access.ts'
import { livingLinks } from '#server/core/link.ts'
import { findMissingKeys } from '#server/core/table.ts'
import { newBlobKey } from '#server/platform/blob/blobs.ts'
import type { UploadLimits } from '#server/platform/config.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { hasContent, keepContent } from './content.queries.ts'
import { uploadLinks } from './link.ts'
import { insertMail, type ReceivedMail } from './mail.queries.ts'
import { createUpload } from './record.ts'
import { lockUsage, readUsage } from './transfer/transfer.queries.ts'

/** A complete file of this machine. */
export type StoredFile = { path: string; size: number; sha256: string; name: string }

/**
 * Stores a message as an upload of the actor, and queues its reading, all or nothing. `before` and `after` run in the
 * same transaction; `before` returns false if the message is not to be stored any more. Throws `too_large` if the
 * actor's space does not suffice.
 */
export async function storeMail(
  ctx: Ctx,
  file: StoredFile,
  about: NewUpload & { title: string },
  mail: ReceivedMail,
  limits: UploadLimits,
  { before, after }: { before: (ctx: Ctx) => Promise<boolean>; after: (ctx: Ctx, id: number) => Promise<void> },
): Promise<number | undefined> {
  const { size, sha256 } = file
  const blobKey = newBlobKey('upload')
  const isStored = !(await hasContent(ctx, sha256))
  if (isStored) await ctx.blobs.putFile(blobKey, file.path)
  let kept: string | undefined
  try {
    return await inTransaction(ctx, async ctx => {
      kept = undefined
      if (!(await before(ctx))) return undefined
      await lockUsage(ctx)
      const usage = await readUsage(ctx)
      if (size > limits.fileBytes || usage.user + size > limits.userBytes || usage.total + size > limits.totalBytes)
        throw new AppError('too_large')
      kept = await keepContent(ctx, { sha256, size, blobKey })
      // The content existed a moment ago and was deleted meanwhile: the next try stores it.
      if (kept === blobKey && !isStored) throw new AppError('unavailable')
      const values = { ...(await stillTrue(ctx, about)), file_name: file.name, size, sha256, uploader: ctx.actor.id }
      const { id } = await createUpload(ctx, values)
      await insertMail(ctx, id, mail)
      await addJob(ctx.db, 'read_upload', { id, step: 1 }, { key: `upload:${id}` })
      await after(ctx, id)
      return id
    })
  } finally {
    if (isStored && kept !== blobKey) await ctx.blobs.remove(blobKey)
  }
}

/**
 * Users, groups and records may have been deleted since they were named. An access list that loses its last user must
 * not open the record to everyone, so the actor takes their place.
 */
export async function stillTrue(ctx: Ctx, about: NewUpload): Promise<NewUpload> {
  const readers = keysOf(about.read_user ?? [], about.read_group ?? [])
  const writers = keysOf(about.write_user ?? [], about.write_group ?? [])
  const missing = await findMissingKeys(ctx, [...readers, ...writers])
  const living = (list: number[]) => {
    const left = list.filter(key => !missing.has(key))
    return list.length > 0 && left.length === 0 && ctx.actor.id !== null ? [ctx.actor.id] : left
  }
  const { owner: _owner, ...lists } = listHalves({
    owner: null,
    read_user: living(readers),
    write_user: living(writers),
  })
  return {
    ...about,
    ...(await livingLinks(ctx, uploadLinks, about)),
    ...lists,
  }
}
