import type { Readable } from 'node:stream'
import type { Ticket } from '#contract/ticket.api.ts'
import { makeTicket, type OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findBlobKey } from './upload.queries.ts'
import { getUpload } from './upload.service.ts'

export async function makeUploadTicket(ctx: Ctx, id: number): Promise<Ticket> {
  const upload = await getUpload(ctx, id)
  return await makeTicket(ctx, 'upload', upload.id)
}

/** The original file under its own name, with a generic media type; access is checked again when it is fetched. */
export async function downloadUpload(ctx: Ctx, id: number): Promise<OutgoingFile> {
  const { sha256, file_name } = await getUpload(ctx, id)
  const content = await openUpload(ctx, sha256)
  await audit(ctx, { act: 'download', noun: 'upload', recordId: id, detail: { sha256, file_name } })
  return { name: file_name, mediaType: 'application/octet-stream', content }
}

/** The content of a file. The caller has checked that it may be read. */
export async function openUpload(ctx: Ctx, sha256: string): Promise<Readable> {
  const key = await findBlobKey(ctx, sha256)
  if (key === undefined) throw new AppError('not_found')
  return ctx.blobs.read(key)
}
