import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ReportMember } from './report.api.ts'
import { ReportBody, reportLimitBytes } from './report-body.ts'
import { reportReaders, supers } from './role.ts'
import { Id, IdParams, Instant, maxInteger, Nothing, PathId, Required, Text } from './wire.ts'

/** Unsaved text of a user, before it becomes a version; one per user and report. */
export const ReportDraft = z.strictObject({
  /** The report's rev when editing started. */
  base_rev: z.int(),
  title: z.string(),
  summary: z.nullable(z.string()),
  body: ReportBody,
  saved_at: Instant,
})
export type ReportDraft = z.output<typeof ReportDraft>

export const getReportDraft = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/report/{id}/draft',
  roles: supers,
  summary: 'The requester’s draft; null if there is none',
  params: IdParams,
  reply: z.nullable(ReportDraft),
  errors: ['not_found'],
})

export const saveReportDraft = endpoint({
  method: 'PUT',
  path: '/v1/report/{id}/draft',
  roles: supers,
  bound: 'write',
  summary: 'Save a draft, separately from the report',
  params: IdParams,
  body: z.strictObject({
    base_rev: z.int().check(z.nonnegative(), z.maximum(maxInteger)),
    title: Text(300),
    summary: z.nullable(Text(5_000)),
    body: ReportBody,
  }),
  limitBytes: reportLimitBytes,
  reply: z.strictObject({ saved_at: Instant }),
  errors: ['invalid', 'not_found', 'forbidden', 'too_large'],
})

export const deleteReportDraft = endpoint({
  method: 'DELETE',
  path: '/v1/report/{id}/draft',
  roles: supers,
  bound: 'write',
  summary: 'Discard the draft',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const beOnReport = endpoint({
  method: 'POST',
  path: '/v1/report/{id}/presence',
  roles: reportReaders,
  bound: 'read',
  summary:
    'Presence heartbeat, sent every ten seconds; returns the other editors, the holder of the soft lock, and the current rev',
  params: IdParams,
  body: z.strictObject({ is_editing: z.boolean(), is_leaving: z._default(z.boolean(), false) }),
  reply: z.strictObject({
    rev: z.int(),
    others: z.array(z.strictObject({ id: Id, name: z.string(), is_editing: z.boolean(), since: Instant })),
    /** The user who started editing first and is still present. A soft lock: it warns but forbids nothing. */
    lock: ReportMember,
  }),
  errors: ['not_found'],
})

export const ReportComment = z.strictObject({
  id: Id,
  author: ReportMember,
  content: z.string(),
  /** The words that the comment refers to. */
  quote: z.nullable(z.string()),
  reply_to: z.nullable(Id),
  /** The version on which it was written. */
  version: z.int(),
  created_at: Instant,
  resolved_at: z.nullable(Instant),
  resolved_by: ReportMember,
  is_mine: z.boolean(),
})
export type ReportComment = z.output<typeof ReportComment>

export const listReportComments = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/report/{id}/comment',
  roles: supers,
  summary: 'Comments on a report, oldest first',
  params: IdParams,
  reply: z.strictObject({ items: z.array(ReportComment) }),
  errors: ['not_found'],
})

export const createReportComment = endpoint({
  method: 'POST',
  path: '/v1/report/{id}/comment',
  roles: supers,
  bound: 'comment',
  summary: 'Comment on a report, or answer a comment',
  params: IdParams,
  body: z.strictObject({
    content: Required(5_000),
    quote: z.optional(z.nullable(Text(1_000))),
    reply_to: z.optional(z.nullable(Id)),
  }),
  reply: ReportComment,
  errors: ['invalid', 'not_found'],
})

export const resolveReportComment = endpoint({
  method: 'POST',
  path: '/v1/report/{id}/comment/{comment_id}/resolve',
  roles: supers,
  bound: 'write',
  summary: 'Mark a comment as done, or open it again',
  params: z.strictObject({ id: PathId, comment_id: PathId }),
  body: z.strictObject({ is_resolved: z.boolean() }),
  reply: ReportComment,
  errors: ['not_found'],
})
