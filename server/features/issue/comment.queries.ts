import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

export type IssueCommentRow = {
  id: number
  rev: number
  issue_id: number
  author: number | null
  author_name: string
  text: string
  created_at: string
  updated_at: string
}

const atMost = 1_000

/** The latest comments, oldest first; an author who still exists has the current name. */
export async function findComments(ctx: Ctx, issueId: number): Promise<IssueCommentRow[]> {
  const rows = await comments(ctx)
    .where('issue_comment.issue_id', '=', issueId)
    .orderBy('issue_comment.id', 'desc')
    .limit(atMost)
    .execute()
  return rows.reverse()
}

export function findComment(
  ctx: Ctx,
  issueId: number,
  id: number,
  options: { lock?: boolean } = {},
): Promise<IssueCommentRow | undefined> {
  return comments(ctx)
    .where('issue_comment.issue_id', '=', issueId)
    .where('issue_comment.id', '=', id)
    .$if(options.lock === true, query => query.forUpdate('issue_comment'))
    .executeTakeFirst()
}

function comments(ctx: Ctx) {
  return ctx.db
    .selectFrom('issue_comment')
    .leftJoin('user', 'user.id', 'issue_comment.author')
    .select([
      'issue_comment.id',
      'issue_comment.rev',
      'issue_comment.issue_id',
      'issue_comment.author',
      sql<string>`coalesce(nullif("user".name, ''), "user".username, issue_comment.author_name)`.as('author_name'),
      'issue_comment.text',
      'issue_comment.created_at',
      'issue_comment.updated_at',
    ])
}

export async function insertComment(ctx: Ctx, issueId: number, text: string): Promise<number> {
  const at = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('issue_comment')
    .values({
      issue_id: issueId,
      author: ctx.actor.id,
      author_name: ctx.actor.username,
      text,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function patchComment(ctx: Ctx, comment: IssueCommentRow, text: string): Promise<void> {
  await ctx.db
    .updateTable('issue_comment')
    .set({ text, rev: comment.rev + 1, updated_at: ctx.now().toISOString() })
    .where('id', '=', comment.id)
    .execute()
}

/** All users who commented. */
export async function findCommenters(ctx: Ctx, issueId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('issue_comment')
    .select('author')
    .distinct()
    .where('issue_id', '=', issueId)
    .where('author', 'is not', null)
    .execute()
  return rows.map(row => row.author as number)
}

/** The names of users who appear in a thread. */
export async function findNames(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`select id, coalesce(nullif(name, ''), username) as name
    from "user" where id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row.name]))
}

/** The active administrators: they are responsible for feedback until a user is assigned. */
export async function findAdmins(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .execute()
  return rows.map(row => row.id)
}

/** Whether the user can be assigned; their row is locked until the transaction ends. */
export async function isActiveUser(ctx: Ctx, id: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}
