import { type Attachment, type AttachmentEntity, attachmentsAtMost } from '#contract/attachment.api.ts'
import type { Ticket } from '#contract/ticket.api.ts'
import { makeTicket, type OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import {
  type AttachmentRow,
  countUse,
  findAttachment,
  findAttachments,
  insertAttachment,
  keepContent,
  lockOwner,
  removeAttachment,
} from './attachment.queries.ts'
import { storeContent } from './content.ts'
import type { AttachmentHolder, AttachmentHolders } from './holder.ts'

export type { AttachmentHolder, AttachmentHolders } from './holder.ts'
export { recordHolder } from './holder.ts'

/** The most bytes that one user may have attached in total. */
const userLimitBytes = 1024 * 1_048_576

type OfRecord = { noun: AttachmentEntity; record_id: number }

/** The holder of a record that the actor may read; an unreadable record is not found. */
async function readableHolder(ctx: Ctx, holders: AttachmentHolders, of: OfRecord): Promise<AttachmentHolder> {
  const holder = holders[of.noun]
  if (!holder || !(await holder.mayRead(ctx, of.record_id))) throw new AppError('not_found')
  return holder
}

/** An attachment whose record the actor may read, with its holder. */
async function readable(
  ctx: Ctx,
  holders: AttachmentHolders,
  id: number,
): Promise<{ row: AttachmentRow; holder: AttachmentHolder }> {
  const row = await findAttachment(ctx, id)
  if (!row) throw new AppError('not_found')
  const holder = await readableHolder(ctx, holders, row)
  const shown = await holder.shown?.(ctx, row.record_id)
  if (shown && !shown.includes(id)) throw new AppError('not_found')
  return { row, holder }
}

function forReader(ctx: Ctx, { blob_key: _key, ...row }: AttachmentRow, isWriter: boolean): Attachment {
  return { ...row, can: isWriter || isOwner(ctx, row) ? ['delete'] : [] }
}

function isOwner({ actor }: Ctx, row: Pick<AttachmentRow, 'owner'>): boolean {
  return actor.id !== null && row.owner === actor.id
}

export async function listAttachments(
  ctx: Ctx,
  holders: AttachmentHolders,
  of: OfRecord,
): Promise<{ items: Attachment[] }> {
  const holder = await readableHolder(ctx, holders, of)
  const [rows, isWriter, shown] = await Promise.all([
    findAttachments(ctx, of.noun, of.record_id),
    holder.mayWrite(ctx, of.record_id),
    holder.shown?.(ctx, of.record_id),
  ])
  return { items: rows.filter(row => !shown || shown.includes(row.id)).map(row => forReader(ctx, row, isWriter)) }
}

/** `receive` is called after the access check: nothing of a refused file is read. */
export async function createAttachment(
  ctx: Ctx,
  holders: AttachmentHolders,
  of: OfRecord,
  receive: () => Promise<IncomingFile>,
): Promise<Attachment> {
  const holder = await readableHolder(ctx, holders, of)
  if (!(await holder.mayWrite(ctx, of.record_id))) throw new AppError('forbidden_record')
  const file = await receive()
  const content = await storeContent(ctx, file)
  let keptKey: string | undefined
  try {
    return await inTransaction(ctx, async ctx => {
      await lockOwner(ctx)
      const use = await countUse(ctx, of.noun, of.record_id)
      if (use.bytes + content.size > userLimitBytes) throw fieldError('file', 'files_full')
      if (use.files >= attachmentsAtMost) throw fieldError('file', 'files_many')
      const key = await keepContent(ctx, content)
      const id = await insertAttachment(ctx, { ...of, name: file.name, hash: content.hash })
      await audit(ctx, { act: 'attach', noun: of.noun, recordId: of.record_id, detail: { attachment_id: id } })
      const row = await findAttachment(ctx, id)
      if (!row) throw new AppError('not_found')
      keptKey = key
      return forReader(ctx, row, true)
    })
  } finally {
    // The content was stored before, or the request failed. If the result of a commit is lost, the scheduled job
    // removes the blob.
    if (keptKey !== content.blob_key) await ctx.blobs.remove(content.blob_key)
  }
}

export function deleteAttachment(ctx: Ctx, holders: AttachmentHolders, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const { row, holder } = await readable(ctx, holders, id)
    if (!isOwner(ctx, row) && !(await holder.mayWrite(ctx, row.record_id))) throw new AppError('forbidden_record')
    if (await holder.isNeeded?.(ctx, row.record_id, id)) throw new AppError('wrong_state')
    if (!(await removeAttachment(ctx, id))) throw new AppError('not_found')
    await audit(ctx, { act: 'detach', noun: row.noun, recordId: row.record_id, detail: { attachment_id: id } })
    return null
  })
}

export async function ticketAttachment(ctx: Ctx, holders: AttachmentHolders, id: number): Promise<Ticket> {
  await readable(ctx, holders, id)
  return await makeTicket(ctx, 'attachment', id)
}

/** The file of a ticket; the download is recorded. */
export async function downloadAttachment(ctx: Ctx, holders: AttachmentHolders, id: number): Promise<OutgoingFile> {
  const { row } = await readable(ctx, holders, id)
  await audit(ctx, { act: 'download', noun: row.noun, recordId: row.record_id, detail: { attachment_id: id } })
  return outgoing(ctx, row)
}

/** A picture for display in the console. */
export async function readPicture(ctx: Ctx, holders: AttachmentHolders, id: number): Promise<OutgoingFile> {
  const { row } = await readable(ctx, holders, id)
  if (!row.is_picture) throw new AppError('not_found')
  return outgoing(ctx, row)
}

/** For the entity that holds the file: the caller has checked that the actor may read the record. */
export async function openAttachmentOf(
  ctx: Ctx,
  noun: AttachmentEntity,
  recordId: number,
  id: number,
): Promise<(OutgoingFile & { isPicture: boolean; size: number }) | undefined> {
  const row = await findAttachment(ctx, id)
  if (row?.noun !== noun || row.record_id !== recordId) return undefined
  return { ...outgoing(ctx, row), isPicture: row.is_picture, size: row.size }
}

function outgoing(ctx: Ctx, row: AttachmentRow): OutgoingFile {
  return { name: row.name, mediaType: row.media_type, content: ctx.blobs.read(row.blob_key) }
}
