import type { Reply } from '#contract/endpoint.ts'
import type { Report } from '#contract/report.api.ts'
import type { compareReportVersions, getReportVersion, listReportVersions } from '#contract/report-version.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findMembers } from './report.queries.ts'
import { needReport, putReport } from './report.service.ts'
import { findReportVersions, findVersion, type ReportVersionRow, type StoredVersion } from './version.queries.ts'
import { bodiesForReader } from './withhold.ts'
import { compareInThread } from './work/compare-apart.ts'

async function forReader(ctx: Ctx, rows: readonly ReportVersionRow[]) {
  const members = await findMembers(
    ctx,
    rows.map(row => row.saved_by),
  )
  return rows.map(({ number, title, saved_at, saved_by, is_published, length }) => ({
    number,
    title,
    saved_at,
    saved_by: members.get(saved_by ?? 0) ?? null,
    is_published,
    length,
  }))
}

export async function listVersions(
  ctx: Ctx,
  id: number,
  query: { current: number; pageSize: number; sort?: string | undefined },
): Promise<Reply<typeof listReportVersions>> {
  await needReport(ctx, id)
  const page = await findReportVersions(ctx, id, query)
  return { ...page, items: await forReader(ctx, page.items) }
}

async function needVersion(ctx: Ctx, id: number, number: number): Promise<StoredVersion> {
  const version = await findVersion(ctx, id, number)
  if (!version) throw new AppError('not_found')
  return version
}

export async function getVersion(ctx: Ctx, id: number, number: number): Promise<Reply<typeof getReportVersion>> {
  await needReport(ctx, id)
  const version = await needVersion(ctx, id, number)
  const [[head], [body]] = [await forReader(ctx, [version]), await bodiesForReader(ctx, [version.body])]
  return { ...head!, summary: version.summary, body: body! }
}

/** Makes the old text the newest version, including parts that the user may not read. */
export function restoreVersion(
  ctx: Ctx,
  { id, number }: { id: number; number: number },
  rev: number | undefined,
): Promise<Report> {
  return putReport(ctx, id, rev, async ctx => {
    const { title, summary, body } = await needVersion(ctx, id, number)
    return { title, summary, body }
  })
}

export async function compareVersions(
  ctx: Ctx,
  id: number,
  { from, to }: { from: number; to: number },
): Promise<Reply<typeof compareReportVersions>> {
  await needReport(ctx, id)
  const versions = [await needVersion(ctx, id, from), await needVersion(ctx, id, to)]
  const bodies = await bodiesForReader(
    ctx,
    versions.map(version => version.body),
  )
  const [before, after] = versions.map((version, n) => ({ ...version, body: bodies[n]! }))
  return { blocks: await compareInThread({ before: before!, after: after! }) }
}
