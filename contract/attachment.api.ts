import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { everyRole } from './role.ts'
import { Ticket } from './ticket.api.ts'
import { Id, IdParams, Instant, Nothing, PathId } from './wire.ts'

/** Entities whose records can have attachments. */
export const attachmentEntities = ['issue', 'event', 'report'] as const
export type AttachmentEntity = (typeof attachmentEntities)[number]

/** Maximum size of one file, in bytes. */
export const attachmentLimitBytes = 20 * 1_048_576
/** Maximum number of files per record. */
export const attachmentsAtMost = 100

/** A file attached to a record. Users who can read the record can read the file. */
export const Attachment = z.strictObject({
  id: Id,
  noun: z.enum(attachmentEntities),
  record_id: Id,
  /** The last path segment of the name with which it was uploaded. */
  name: z.string(),
  /** Detected from the content, never from the name. */
  media_type: z.string(),
  /** Size in bytes. */
  size: z.int(),
  /** A PNG, JPEG, GIF, WebP or AVIF that decoded completely. SVG does not count as a picture. */
  is_picture: z.boolean(),
  created_at: Instant,
  /** Null if the user no longer exists. */
  owner: z.nullable(Id),
  owner_name: z.nullable(z.string()),
  can: z.array(z.enum(['delete'])),
})
export type Attachment = z.output<typeof Attachment>

const OfRecord = z.strictObject({ noun: z.enum(attachmentEntities), record_id: PathId })

export const listAttachments = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/attachment',
  roles: everyRole,
  summary: 'Files attached to one record, oldest first',
  query: OfRecord,
  reply: z.strictObject({ items: z.array(Attachment) }),
  errors: ['invalid', 'not_found'],
})

export const createAttachment = endpoint({
  method: 'POST',
  path: '/v1/attachment',
  roles: everyRole,
  bound: 'file',
  summary: 'Attach a file (at most 20 MB) to a record that the requester may change',
  query: OfRecord,
  accepts: 'file',
  reply: Attachment,
  errors: ['invalid', 'not_found', 'forbidden', 'too_large', 'unsupported_media'],
})

export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/v1/attachment/{id}',
  roles: everyRole,
  bound: 'write',
  summary: 'Remove an attachment; allowed for its uploader and for users who may change the record',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})

export const ticketAttachment = endpoint({
  method: 'POST',
  path: '/v1/attachment/{id}/ticket',
  roles: everyRole,
  bound: 'ticket',
  summary: 'An address for one download of the file',
  params: IdParams,
  reply: Ticket,
  errors: ['not_found'],
})

export const readPicture = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/attachment/{id}/picture',
  roles: everyRole,
  summary: 'The content of an attached picture for display; other attachments return 404',
  params: IdParams,
  replies: 'stream',
  reply: z.unknown(),
  errors: ['not_found'],
})
