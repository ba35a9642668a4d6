import { sql } from 'kysely'
import type { ReportBody } from '#contract/report-body.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type ReportVersionRow = {
  number: number
  title: string
  summary: string | null
  saved_at: string
  saved_by: number | null
  is_published: boolean
  length: number
}
export type StoredVersion = ReportVersionRow & { body: ReportBody }

const columns = sql`number, title, summary, saved_at, saved_by, published_at is not null as is_published, length`

/** Users who saved any version of these reports, by report. */
export async function findSavers(ctx: Ctx, reportIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ report_id: number; users: number[] }>`
    select report_id, array_agg(distinct saved_by) as users from report_version
    where report_id = any(${reportIds}::bigint[]) and saved_by is not null group by report_id`.execute(ctx.db)
  return new Map(rows.map(row => [row.report_id, row.users]))
}

export async function insertVersion(
  ctx: Ctx,
  reportId: number,
  version: {
    number: number
    title: string
    summary: string | null
    body: ReportBody
    plain_text: string
    length: number
  },
): Promise<void> {
  const { number, title, summary, body, plain_text, length } = version
  await sql`insert into report_version (report_id, number, title, summary, body, plain_text, length, saved_by, saved_at)
    values (${reportId}::bigint, ${number}::int, ${title}, ${summary}, ${JSON.stringify(body)}::jsonb, ${plain_text},
      ${length}::int, ${ctx.actor.id}::bigint, ${ctx.now().toISOString()}::timestamptz)`.execute(ctx.db)
  await sql`update report set version = ${number}::int where id = ${reportId}::bigint`.execute(ctx.db)
}

/** Versions by report and number. The caller has checked that they may be read. */
export async function findVersion(ctx: Ctx, reportId: number, number: number): Promise<StoredVersion | undefined> {
  const { rows } = await sql<StoredVersion>`select ${columns}, body from report_version
    where report_id = ${reportId}::bigint and number = ${number}::int`.execute(ctx.db)
  return rows[0]
}

/** The newest text as stored, and this user's draft. */
export async function findStoredBodies(ctx: Ctx, reportId: number): Promise<ReportBody[]> {
  const { rows } = await sql<{ body: ReportBody }>`
    select version.body from report join report_version as version
      on version.report_id = report.id and version.number = report.version
    where report.id = ${reportId}::bigint
    union all
    select body from report_draft where report_id = ${reportId}::bigint and user_id = ${ctx.actor.id}::bigint`.execute(
    ctx.db,
  )
  return rows.map(row => row.body)
}

export async function findReportVersions(
  ctx: Ctx,
  reportId: number,
  { current, pageSize, sort }: { current: number; pageSize: number; sort?: string | undefined },
): Promise<ListPage<ReportVersionRow>> {
  const direction = sort === 'number' ? sql`asc` : sql`desc`
  const { rows: items } = await sql<ReportVersionRow>`select ${columns} from report_version
    where report_id = ${reportId}::bigint order by number ${direction}
    limit ${pageSize}::int offset ${(current - 1) * pageSize}::int`.execute(ctx.db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from report_version
    where report_id = ${reportId}::bigint`.execute(ctx.db)
  return { items, total: rows[0]?.total ?? 0, current, pageSize }
}

export async function markPublished(ctx: Ctx, reportId: number, number: number): Promise<void> {
  await sql`update report_version set published_at = ${ctx.now().toISOString()}::timestamptz
    where report_id = ${reportId}::bigint and number = ${number}::int`.execute(ctx.db)
}
