import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ExportReason } from './export.api.ts'
import { HistoryEntry } from './history.ts'
import { bulkOf } from './record.ts'
import { ReportBody, reportLimitBytes } from './report-body.ts'
import { admins, reportReaders, supers } from './role.ts'
import {
  accessFields,
  IdList,
  IdParams,
  Instant,
  listQuery,
  Nothing,
  OgRef,
  PathId,
  PathNumber,
  pageOf,
  QueryBool,
  Ref,
  Repeated,
  Required,
  Rev,
  recordFields,
  Text,
} from './wire.ts'

export const reportStatuses = ['draft', 'review', 'published', 'archived'] as const
export type ReportStatus = (typeof reportStatuses)[number]
/** `return`: back to the author with a comment; `correct`: starts a new version of a published report. */
export const reportActs = ['submit', 'return', 'publish', 'archive', 'unarchive', 'correct', 'withdraw'] as const
export type ReportAct = (typeof reportActs)[number]

const reportWriteFields = {
  title: Required(300),
  summary: z.nullable(Text(5_000)),
  labels: z.array(Required(60)).check(z.maxLength(100)),
  /** The marking on every page of its files, one of the template's. Null: the template's default marking. */
  marking: z.nullable(Required(40)),
  read_user: IdList,
  write_user: IdList,
  read_group: IdList,
  write_group: IdList,
}
/** Links besides the records mentioned in the text. A given list replaces the links that the writer can see. */
const links = { ogs: IdList, persons: IdList, events: IdList }
const writable = { ...reportWriteFields, ...links }

export const ReportMember = z.nullable(Ref)

const listFields = {
  ...recordFields,
  ...accessFields,
  /** `2026-0007`: assigned at the first save, never reused. */
  number: z.string(),
  title: z.string(),
  summary: z.nullable(z.string()),
  labels: z.array(z.string()),
  marking: z.nullable(z.string()),
  status: z.enum(reportStatuses),
  /** Number of the shown version: 1, 2, … */
  version: z.int(),
  /** The published version; null if none is. */
  published_version: z.nullable(z.int()),
  published_at: z.nullable(Instant),
  author: ReportMember,
  reviewer: ReportMember,
  /** Links given by the writers; for published reports also the records mentioned in the text. */
  ogs: z.array(OgRef),
  persons: z.array(Ref),
  events: z.array(Ref),
  /** The records mentioned in the text. They follow the text and cannot be set. */
  named: z.optional(z.strictObject({ ogs: z.array(OgRef), persons: z.array(Ref), events: z.array(Ref) })),
  /** Comments without an answer. */
  open_comments: z.int(),
  acts: z.array(z.enum(reportActs)),
}
export const ReportItem = z.strictObject(listFields)
export type ReportItem = z.output<typeof ReportItem>
export const Report = z.strictObject({
  ...listFields,
  body: ReportBody,
  /**
   * The users who may publish, while the report waits for review and the reader is its author and therefore may not
   * publish. Empty if there is no one, until the setting `report_four_eyes` is switched off or another user may write.
   * Null for everyone else.
   */
  publishers: z.nullable(z.array(Ref)),
})
export type Report = z.output<typeof Report>

export const NewReport = z.extend(z.partial(z.strictObject(writable)), {
  title: writable.title,
  body: z.optional(ReportBody),
})
export type NewReport = z.output<typeof NewReport>
export const ReportPatch = z.extend(z.partial(z.strictObject(writable)), {
  body: z.optional(ReportBody),
  rev: Rev,
})
export type ReportPatch = z.output<typeof ReportPatch>

export const reportOwnFields = Object.keys(reportWriteFields) as (keyof typeof reportWriteFields)[]
export const reportSortable = ['updated_at', 'created_at', 'published_at', 'number', 'title'] as const

const filter = {
  keyword: z.optional(Text(200)),
  id: z.optional(Repeated(PathId)),
  og: z.optional(Repeated(PathId)),
  person: z.optional(Repeated(PathId)),
  event: z.optional(Repeated(PathId)),
  status: z.optional(Repeated(z.enum(reportStatuses))),
  label: z.optional(Repeated(Required(60))),
  owner: z.optional(Repeated(PathId)),
  restricted: z.optional(QueryBool),
  trash: z.optional(QueryBool),
}
export const ReportFilter = z.strictObject(filter)
export type ReportFilter = z.output<typeof ReportFilter>
export const ReportQuery = z.strictObject({ ...listQuery(reportSortable), ...filter })
export type ReportQuery = z.output<typeof ReportQuery>

export const listReports = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/report',
  roles: reportReaders,
  summary: 'Reports; a super_reader sees published ones',
  query: ReportQuery,
  reply: pageOf(ReportItem),
  errors: ['invalid'],
})

export const listReportFacets = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/report/facet',
  roles: reportReaders,
  summary: 'Labels in use on reports that the requester may read, most used first',
  reply: z.strictObject({ labels: z.array(z.strictObject({ value: z.string(), count: z.int() })) }),
})

export const getReport = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/report/{id}',
  roles: reportReaders,
  summary:
    'One report with its text: the newest version for roles that write reports, the published version for roles that read them',
  params: IdParams,
  reply: Report,
  errors: ['not_found'],
})

export const createReport = endpoint({
  method: 'POST',
  path: '/v1/report',
  roles: supers,
  bound: 'write',
  summary: 'Create a report as a draft; its creator is its author and owner',
  body: NewReport,
  limitBytes: reportLimitBytes,
  reply: Report,
  errors: ['invalid', 'too_large'],
})

export const updateReport = endpoint({
  method: 'PUT',
  path: '/v1/report/{id}',
  roles: supers,
  bound: 'write',
  summary:
    'Save a report as a new version; absent fields do not change, null clears; the published version does not change',
  params: IdParams,
  body: ReportPatch,
  limitBytes: reportLimitBytes,
  reply: Report,
  errors: ['invalid', 'not_found', 'forbidden', 'stale', 'wrong_state', 'too_large'],
})

export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/v1/report/{id}',
  roles: supers,
  bound: 'write',
  summary: 'Move a report to the trash',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found', 'forbidden'],
})

export const restoreReport = endpoint({
  method: 'POST',
  path: '/v1/report/{id}/restore',
  roles: supers,
  bound: 'write',
  summary: 'Restore a report from the trash (30 days)',
  params: IdParams,
  reply: Report,
  errors: ['not_found', 'forbidden'],
})

export const bulkReport = endpoint({
  method: 'POST',
  path: '/v1/report/bulk',
  roles: supers,
  bound: 'bulk',
  summary: 'Bulk action on reports: those named, or all that match a filter if their number is as expected',
  ...bulkOf(
    ReportFilter,
    z.strictObject({
      read_user: reportWriteFields.read_user,
      write_user: reportWriteFields.write_user,
      read_group: reportWriteFields.read_group,
      write_group: reportWriteFields.write_group,
      add_labels: reportWriteFields.labels,
      remove_labels: reportWriteFields.labels,
    }),
  ),
  errors: ['invalid', 'count_changed'],
})

export const listReportHistory = endpoint({
  method: 'GET',
  readsFrom: 'replica',
  path: '/v1/report/{id}/history',
  roles: supers,
  summary: 'Change history by field, newest first',
  params: IdParams,
  query: z.strictObject(listQuery(['at'])),
  reply: pageOf(HistoryEntry),
  errors: ['not_found', 'invalid'],
})

export const actOnReport = endpoint({
  method: 'POST',
  path: '/v1/report/{id}/act',
  roles: supers,
  bound: 'write',
  summary:
    'Change the state of a report: submit, return with a comment, publish, archive, begin a correction, withdraw',
  params: IdParams,
  body: z.strictObject({ act: z.enum(reportActs), comment: z.optional(Text(5_000)), rev: Rev }),
  reply: Report,
  errors: ['invalid', 'not_found', 'forbidden', 'four_eyes', 'stale', 'wrong_state', 'struck'],
})

export const reportFormats = ['docx', 'pdf', 'md'] as const
export const exportReport = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/report/{id}/export',
  roles: reportReaders,
  summary:
    'A report as DOCX, PDF or Markdown with its links and its list of evidence; the export is recorded with its reason',
  params: IdParams,
  query: z.strictObject({
    format: z.enum(reportFormats),
    /** Absent: the version that the caller reads. */
    version: z.optional(PathNumber),
    reason: ExportReason,
  }),
  replies: 'stream',
  reply: z.unknown(),
  errors: ['invalid', 'not_found'],
})

/**
 * A report draft created from a difference: its content quoted as evidence, with the organisations and persons found in
 * it.
 */
export const draftReportOfDiff = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/diff/{id}/report',
  roles: admins,
  isReview: true,
  summary: 'Report values prefilled from a difference; nothing is saved',
  params: IdParams,
  reply: z.strictObject({
    title: z.string(),
    summary: z.nullable(z.string()),
    body: ReportBody,
    ogs: z.array(OgRef),
    persons: z.array(Ref),
  }),
  errors: ['not_found'],
})
