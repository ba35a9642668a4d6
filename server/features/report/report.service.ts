import type { NewReport, Report, ReportFilter, ReportItem, ReportPatch, ReportQuery } from '#contract/report.api.ts'
import type { ReportBody } from '#contract/report-body.ts'
import { allow, openAccess } from '#server/core/access.ts'
import { replaceLinks } from '#server/core/link.ts'
import {
  createRecord,
  deleteRecord,
  getRecord,
  listRecordHistory,
  listRecords,
  type RecordServiceOptions,
  restoreRecord,
  updateRecord,
} from '#server/core/record.service.ts'
import { findRecord } from '#server/core/table.ts'
import { hideLinks } from '#server/features/relation/relation.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findFourEyes, publishersOf } from './four-eyes.ts'
import { reportLinks, withReportLinks } from './link.ts'
import { actsOn, readsDrafts, reportPolicy } from './report.policy.ts'
import {
  countLabels,
  countOpenComments,
  drawNumber,
  findMembers,
  type ReportRow,
  type ReportValues,
  reportTable,
  tableFor,
} from './report.queries.ts'
import { saveVersion } from './save.ts'
import { needMarking } from './template/template.ts'
import { findStoredBodies, findVersion } from './version.queries.ts'
import { bodiesForReader, bodyFromWriter } from './withhold.ts'
import { removeDraft } from './work/draft.queries.ts'

type WithAllowedActs = { can: ('update' | 'delete' | 'restore')[] }

const reports: RecordServiceOptions<ReportRow, ReportFilter, ReportItem, Report> = {
  table: reportTable,
  items,
  full: toDto,
  columns,
  link: async (ctx, row, input: Partial<NewReport>) => {
    const changes = [
      ...(await saveVersion(ctx, row, input)),
      ...(await replaceLinks(ctx, reportLinks, row.id, input, 'given')),
    ]
    if (changes.length > 0 && isFixed(row)) throw new AppError('wrong_state')
    return changes
  },
  hide: hideLinks,
  empty: { labels: [], ...openAccess, ogs: [], persons: [], events: [] },
}
const reportsFor = (ctx: Ctx) => ({ ...reports, table: tableFor(ctx) })

/** Adds names, links, comments and acts to rows, as far as their reader may see them. */
async function items(ctx: Ctx, rows: (ReportRow & WithAllowedActs)[]): Promise<ReportItem[]> {
  const ids = rows.map(row => row.id)
  const [linked, members, comments, writers] = await Promise.all([
    withReportLinks(ctx, rows),
    findMembers(
      ctx,
      rows.flatMap(row => [row.author, row.reviewer]),
    ),
    countOpenComments(ctx, ids),
    findFourEyes(ctx, rows),
  ])
  return linked.map(({ author, reviewer, ...row }) => ({
    ...row,
    author: members.get(author ?? 0) ?? null,
    reviewer: members.get(reviewer ?? 0) ?? null,
    open_comments: comments.get(row.id) ?? 0,
    acts: readsDrafts(ctx) ? actsOn(ctx.actor, { ...row, author, writers: writers.get(row.id) ?? null }) : [],
  }))
}

async function toDto(ctx: Ctx, rows: (ReportRow & WithAllowedActs)[]): Promise<Report[]> {
  const versions = await Promise.all(rows.map(row => findVersion(ctx, row.id, row.version)))
  const stored = versions.map(version => version?.body ?? { type: 'doc' as const, content: [] })
  const [listed, bodies, publishers] = await Promise.all([
    items(ctx, rows),
    bodiesForReader(ctx, stored),
    Promise.all(rows.map(row => publishersOf(ctx, row))),
  ])
  return listed.map((row, n) => ({ ...row, body: bodies[n] as ReportBody, publishers: publishers[n] ?? null }))
}

const isFixed = ({ status }: ReportRow) => status === 'published' || status === 'archived'

/**
 * A published text does not change: a correction must be begun first. Labels and access lists are not part of the text.
 */
async function columns(ctx: Ctx, input: Partial<NewReport>, before: ReportRow | undefined): Promise<ReportValues> {
  const { body: _body, ogs: _ogs, persons: _persons, events: _events, ...values } = input
  await needMarking(ctx, values.marking, before?.marking ?? null)
  if (!before) return { ...values, number: await drawNumber(ctx), author: ctx.actor.id, version: 1 }
  const isOther = (field: 'title' | 'summary') => values[field] !== undefined && values[field] !== before[field]
  if (isFixed(before) && (isOther('title') || isOther('summary'))) throw new AppError('wrong_state')
  return values
}

export const listReports = (ctx: Ctx, query: ReportQuery) => listRecords(ctx, reportsFor(ctx), query)
export const getReport = (ctx: Ctx, id: number) => getRecord(ctx, reportsFor(ctx), id)
export const deleteReport = (ctx: Ctx, id: number) => deleteRecord(ctx, reports, id)
export const restoreReport = (ctx: Ctx, id: number) => restoreRecord(ctx, reports, id)
export const countFacets = async (ctx: Ctx) => ({ labels: await countLabels(ctx) })

export function createReport(ctx: Ctx, input: NewReport): Promise<Report> {
  return inTransaction(ctx, async ctx => {
    const body = input.body && (await bodyFromWriter(ctx, input.body, []))
    return await createRecord(ctx, reports, { ...input, ...(body && { body }) })
  })
}

/** The report to be changed, locked until the transaction ends. */
export async function needWritable(ctx: Ctx, id: number) {
  return allow(reportPolicy, ctx.actor, 'update', await findRecord(ctx, reportTable, id, { lock: true }))
}

/** The report in the form that this reader may see; throws if they may not. */
export async function needReport(ctx: Ctx, id: number): Promise<ReportRow> {
  return allow(reportPolicy, ctx.actor, 'read', await findRecord(ctx, tableFor(ctx), id))
}

/** Stores the given text as a version, and deletes this user's draft. */
export function updateReport(ctx: Ctx, id: number, { rev, ...patch }: ReportPatch): Promise<Report> {
  return inTransaction(ctx, async ctx => {
    const report = await updateRecord(ctx, reports, id, rev, async ctx => {
      const body = patch.body && (await bodyFromWriter(ctx, patch.body, await findStoredBodies(ctx, id)))
      return { ...patch, ...(body && { body }) }
    })
    if (patch.body) await removeDraft(ctx, id)
    return report
  })
}

/** Saves a complete text from the database and deletes this user's draft. Calls `read` after the report is locked. */
export function putReport(
  ctx: Ctx,
  id: number,
  rev: number | undefined,
  read: (ctx: Ctx) => Promise<Pick<NewReport, 'title' | 'summary' | 'body'>>,
): Promise<Report> {
  return inTransaction(ctx, async ctx => {
    const report = await updateRecord(ctx, reports, id, rev, read)
    await removeDraft(ctx, id)
    return report
  })
}

export function listReportHistory(ctx: Ctx, id: number, query: { current: number; pageSize: number }) {
  return listRecordHistory(ctx, reports, id, query)
}

export { countClosedReports } from './closed.queries.ts'
/** For profiles: file export and its template. */
export type { ExportData } from './export/export-tasks.ts'
export { clean, type InlineRun, type ReportNode } from './export/export-tree.ts'
export { exportWords } from './export/export-words.ts'
export { contentOf, fileName, mediaTypes, setFile } from './export/set.ts'
/** For other features: access to reports. */
export { isReportReadable } from './readable.queries.ts'
export { houseOf } from './template/template.ts'
