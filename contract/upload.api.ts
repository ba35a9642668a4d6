import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { HistoryEntry } from './history.ts'
import { Import } from './import.api.ts'
import { bulkOf } from './record.ts'
import { entityNames } from './registry.ts'
import { editors, uploaders } from './role.ts'
import { TextCounts } from './text-counts.ts'
import { Ticket } from './ticket.api.ts'
import { uploadFailures, uploadFlags, uploadKinds, uploadStatuses } from './upload-state.ts'
import {
  accessFields,
  IdList,
  IdParams,
  Instant,
  listQuery,
  Nothing,
  OgRef,
  PathId,
  pageOf,
  QueryBool,
  Ref,
  Repeated,
  Required,
  Rev,
  recordFields,
  Text,
} from './wire.ts'

const uploadWriteFields = {
  title: Required(300),
  note: z.nullable(Text(5_000)),
  /** Its origin: a person, a place, an address. */
  source: z.nullable(Text(500)),
  read_user: IdList,
  write_user: IdList,
  read_group: IdList,
  write_group: IdList,
}
/** A given list replaces the links that the writer can see; links that the writer cannot see stay. */
const links = { ogs: IdList, persons: IdList }
const writable = { ...uploadWriteFields, ...links }

export const Upload = z.strictObject({
  ...recordFields,
  ...accessFields,
  title: z.string(),
  note: z.nullable(z.string()),
  source: z.nullable(z.string()),
  /** The last path segment of the name with which it was uploaded. */
  file_name: z.string(),
  /** Null until the content has been examined. */
  kind: z.nullable(z.enum(uploadKinds)),
  media_type: z.nullable(z.string()),
  /** Size in bytes. */
  size: z.int(),
  /** SHA-256 of the content, in hexadecimal. */
  sha256: z.string(),
  status: z.enum(uploadStatuses),
  failure: z.nullable(z.enum(uploadFailures)),
  flags: z.array(z.enum(uploadFlags)),
  /** Number of characters of extracted text. */
  text_length: z.int(),
  /** Parts of the text: pages, sheets, slides, members of an archive. */
  part_count: z.int(),
  /** Null for files without pages, and for files read before pages were counted. */
  text_counts: z.nullable(TextCounts),
  /** Null for users who may not see the findings. */
  hits: z.nullable(z.int()),
  mentions: z.nullable(z.int()),
  /** A note of the review, such as the reason for rejection. */
  reason: z.nullable(z.string()),
  reviewer: z.nullable(Ref),
  reviewed_at: z.nullable(Instant),
  uploader: z.nullable(Ref),
  ogs: z.array(OgRef),
  persons: z.array(Ref),
  /** Sender and dates of a message that came by mail; null for other files. */
  mail: z.nullable(
    z.strictObject({
      from_address: z.string(),
      from_name: z.string(),
      sent_at: z.nullable(Instant),
      received_at: z.nullable(Instant),
    }),
  ),
  /** Further acts that this reader may do: `review`; `retry` a failed extraction; `import` a sheet. */
  acts: z.array(z.enum(['review', 'retry', 'import'])),
})
export type Upload = z.output<typeof Upload>

/**
 * Metadata that a client sends when it starts an upload: as JSON in the `upload` entry of `Upload-Metadata` of the
 * resumable protocol tus 1.0 at `/v1/upload/tus`, next to `filename`. The last reply carries the record's id in
 * `Upload-Record`.
 */
export const NewUpload = z.partial(z.strictObject(writable))
export type NewUpload = z.output<typeof NewUpload>
export const UploadPatch = z.extend(z.partial(z.strictObject(writable)), { rev: Rev })
export type UploadPatch = z.output<typeof UploadPatch>

export const uploadOwnFields = Object.keys(uploadWriteFields) as (keyof typeof uploadWriteFields)[]
export const uploadFields = Object.keys(writable) as (keyof typeof writable)[]
export type UploadField = keyof typeof writable
export const uploadSortable = ['updated_at', 'created_at', 'title', 'size', 'hits'] as const

const filter = {
  keyword: z.optional(Text(200)),
  id: z.optional(Repeated(PathId)),
  og: z.optional(Repeated(PathId)),
  person: z.optional(Repeated(PathId)),
  status: z.optional(Repeated(z.enum(uploadStatuses))),
  kind: z.optional(Repeated(z.enum(uploadKinds))),
  has_hits: z.optional(QueryBool),
  owner: z.optional(Repeated(PathId)),
  restricted: z.optional(QueryBool),
  trash: z.optional(QueryBool),
}
export const UploadFilter = z.strictObject(filter)
export type UploadFilter = z.output<typeof UploadFilter>
export const UploadQuery = z.strictObject({ ...listQuery(uploadSortable), ...filter })
export type UploadQuery = z.output<typeof UploadQuery>

export const listUploads = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/upload',
  roles: uploaders,
  summary: 'Uploads; an uploader sees only their own',
  query: UploadQuery,
  reply: pageOf(Upload),
  errors: ['invalid'],
})

export const getUploadLimits = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/upload/limit',
  roles: uploaders,
  summary: 'Remaining upload quota in bytes',
  reply: z.strictObject({
    file_bytes: z.int(),
    user_bytes: z.int(),
    user_left: z.int(),
    total_left: z.int(),
    /** Unfinished uploads of this user, which can be resumed. */
    unfinished: z.array(
      z.strictObject({ id: z.string(), file_name: z.string(), size: z.int(), offset: z.int(), created_at: Instant }),
    ),
  }),
})

export const getUpload = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/upload/{id}',
  roles: uploaders,
  summary: 'One upload',
  params: IdParams,
  reply: Upload,
  errors: ['not_found'],
})

export const updateUpload = endpoint({
  method: 'PUT',
  path: '/v1/upload/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Change the details of an upload; absent fields do not change, null clears; the content never changes',
  params: IdParams,
  body: UploadPatch,
  reply: Upload,
  errors: ['invalid', 'not_found', 'forbidden', 'stale'],
})

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/v1/upload/{id}',
  roles: editors,
  bound: 'write',
  summary: 'Move an upload to the trash',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})

export const restoreUpload = endpoint({
  method: 'POST',
  path: '/v1/upload/{id}/restore',
  roles: editors,
  bound: 'write',
  summary: 'Restore an upload from the trash (30 days)',
  params: IdParams,
  reply: Upload,
  errors: ['not_found', 'forbidden'],
})

export const listUploadHistory = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/upload/{id}/history',
  roles: editors,
  summary: 'Change history by field, newest first',
  params: IdParams,
  query: z.strictObject(listQuery(['at'])),
  reply: pageOf(HistoryEntry),
  errors: ['not_found', 'invalid'],
})

export const reviewUpload = endpoint({
  method: 'POST',
  path: '/v1/upload/{id}/review',
  roles: editors,
  bound: 'write',
  summary: 'Accept or reject an upload; a rejection needs a reason',
  params: IdParams,
  body: z.strictObject({ status: z.enum(['accepted', 'rejected']), reason: z.nullable(Text(1_000)), rev: Rev }),
  reply: Upload,
  errors: ['invalid', 'not_found', 'forbidden', 'stale', 'wrong_state'],
})

export const retryUpload = endpoint({
  method: 'POST',
  path: '/v1/upload/{id}/retry',
  roles: editors,
  bound: 'fetch',
  summary: 'Retry the text extraction of a failed upload',
  params: IdParams,
  reply: Upload,
  errors: ['not_found', 'forbidden', 'wrong_state'],
})

export const bulkUpload = endpoint({
  method: 'POST',
  path: '/v1/upload/bulk',
  roles: editors,
  bound: 'bulk',
  summary: 'Bulk action on uploads: those named, or all that match a filter if their number is as expected',
  ...bulkOf(
    UploadFilter,
    z.strictObject({
      read_user: uploadWriteFields.read_user,
      write_user: uploadWriteFields.write_user,
      read_group: uploadWriteFields.read_group,
      write_group: uploadWriteFields.write_group,
    }),
  ),
  errors: ['invalid', 'count_changed'],
})

export const createUploadTicket = endpoint({
  method: 'POST',
  path: '/v1/upload/{id}/ticket',
  roles: uploaders,
  bound: 'ticket',
  summary: 'A ticket for one download of the file; the download is recorded',
  params: IdParams,
  reply: Ticket,
  errors: ['not_found'],
})

export const importUpload = endpoint({
  method: 'POST',
  path: '/v1/upload/{id}/import',
  roles: editors,
  bound: 'import',
  summary: 'Open a spreadsheet as an import of an entity, with mapping and dry run',
  params: IdParams,
  body: z.strictObject({ noun: z.enum(entityNames) }),
  reply: Import,
  errors: ['invalid', 'not_found', 'wrong_state'],
})
