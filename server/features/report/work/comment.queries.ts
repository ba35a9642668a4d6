import { sql } from 'kysely'
import type { ReportComment } from '#contract/report-work.api.ts'
import { type Role, supers } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type ReportCommentRow = Omit<ReportComment, 'author' | 'resolved_by' | 'is_mine'> & {
  author: number | null
  resolved_by: number | null
}

const columns = sql`id, author, content, quote, reply_to, version, created_at, resolved_at, resolved_by`

export async function findComments(ctx: Ctx, reportId: number): Promise<ReportCommentRow[]> {
  const { rows } = await sql<ReportCommentRow>`select ${columns} from report_comment
    where report_id = ${reportId}::bigint order by id`.execute(ctx.db)
  return rows
}

export async function findComment(ctx: Ctx, reportId: number, id: number): Promise<ReportCommentRow | undefined> {
  const { rows } = await sql<ReportCommentRow>`select ${columns} from report_comment
    where report_id = ${reportId}::bigint and id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

export async function insertComment(
  ctx: Ctx,
  reportId: number,
  comment: {
    content: string
    quote?: string | null | undefined
    reply_to?: number | null | undefined
    version: number
  },
): Promise<ReportCommentRow> {
  const { rows } =
    await sql<ReportCommentRow>`insert into report_comment (report_id, author, content, quote, reply_to, version, created_at)
    values (${reportId}::bigint, ${ctx.actor.id}::bigint, ${comment.content}, ${comment.quote ?? null},
      ${comment.reply_to ?? null}::bigint, ${comment.version}::int, ${ctx.now().toISOString()}::timestamptz)
    returning ${columns}`.execute(ctx.db)
  return rows[0]!
}

export async function markResolved(
  ctx: Ctx,
  reportId: number,
  id: number,
  isResolved: boolean,
): Promise<ReportCommentRow | undefined> {
  const { rows } = await sql<ReportCommentRow>`update report_comment set
      resolved_at = ${isResolved ? ctx.now().toISOString() : null}::timestamptz,
      resolved_by = ${isResolved ? ctx.actor.id : null}::bigint
    where report_id = ${reportId}::bigint and id = ${id}::bigint returning ${columns}`.execute(ctx.db)
  return rows[0]
}

/** Users who have written the report or comments on it. */
export async function findWriters(ctx: Ctx, reportId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select author as id from report_comment where report_id = ${reportId}::bigint and author is not null
    union select saved_by from report_version where report_id = ${reportId}::bigint and saved_by is not null
    union select unnest(array[author, reviewer, owner]) from report where id = ${reportId}::bigint`.execute(ctx.db)
  return rows.map(row => row.id).filter(id => id !== null)
}

/** Active users with a role that writes reports, by name. */
export async function findSupers(ctx: Ctx): Promise<{ id: number; name: string; role: Role; keys: number[] }[]> {
  const { rows } = await sql<{ id: number; name: string; role: Role; keys: number[] }>`
    select id, coalesce(nullif(name, ''), username) as name, role, id || group_keys as keys from "user"
    where status = 'active' and role::text = any(${[...supers]}::text[]) order by name, id limit 500`.execute(ctx.db)
  return rows
}

/** Users who may review reports. */
export async function findReviewers(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from "user"
    where status = 'active' and role::text = any(${[...supers]}::text[]) order by id limit 500`.execute(ctx.db)
  return rows.map(row => row.id)
}
