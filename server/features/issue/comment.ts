import type { IssueComment, ThreadEntry } from '#contract/issue.api.ts'
import { publish } from '#server/core/events.ts'
import { readHistory, writeHistory } from '#server/core/history.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import {
  findAdmins,
  findComment,
  findCommenters,
  findComments,
  findNames,
  type IssueCommentRow,
  insertComment,
  patchComment,
} from './comment.queries.ts'
import { mayComment } from './issue.policy.ts'
import { findIssue, type IssueRow, touchIssue } from './issue.queries.ts'

function forReader(ctx: Ctx, row: IssueCommentRow): IssueComment {
  return {
    type: 'comment',
    id: row.id,
    rev: row.rev,
    at: row.created_at,
    author: { id: row.author, name: row.author_name },
    text: row.text,
    edited_at: row.rev > 1 ? row.updated_at : null,
    can: isOwn(ctx, row) ? ['update'] : [],
  }
}

function isOwn({ actor }: Ctx, row: IssueCommentRow): boolean {
  return actor.id !== null && row.author === actor.id
}

async function readIssue(ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<IssueRow> {
  const issue = await findIssue(ctx, id, options)
  if (!issue) throw new AppError('not_found')
  return issue
}

const reportedFields = ['status', 'assignee', 'priority', 'kind', 'title', 'content', 'page'] as const
type ReportedField = (typeof reportedFields)[number]
const isReportedField = (field: string): field is ReportedField => (reportedFields as readonly string[]).includes(field)
/** Fields whose values are too long to be listed. */
const long: readonly ReportedField[] = ['content', 'page']
const changesAtMost = 1_000

/** Comments and changes together, by time; changes come from the history. */
export async function listThread(ctx: Ctx, id: number): Promise<{ items: ThreadEntry[] }> {
  const issue = await readIssue(ctx, id)
  const [comments, history] = await Promise.all([
    findComments(ctx, issue.id),
    readHistory(ctx, 'issue', issue.id, { current: 1, pageSize: changesAtMost }),
  ])
  const updates = history.items.filter(entry => entry.act === 'update' && Array.isArray(entry.changes))
  const changes = updates.flatMap(entry => entry.changes.map(change => ({ ...change, entry })))
  const users = changes.flatMap(({ field, from, to }) => (field === 'assignee' ? [from, to] : [])).map(Number)
  const writers = updates.flatMap(entry => entry.user_id ?? [])
  const names = await findNames(ctx, [...new Set([...users, ...writers])].filter(Boolean))
  const value = (field: ReportedField, raw: unknown): string | null => {
    if (raw === null || raw === undefined || long.includes(field)) return null
    return field === 'assignee' ? (names.get(Number(raw)) ?? `#${String(raw)}`) : String(raw)
  }
  const items: ThreadEntry[] = [
    ...comments.map(row => forReader(ctx, row)),
    ...changes.flatMap(({ field, from, to, entry }): ThreadEntry[] => {
      if (!isReportedField(field)) return []
      const name = (entry.user_id !== null && names.get(entry.user_id)) || (entry.username ?? '')
      const author = { id: entry.user_id, name }
      return [
        { type: 'change', id: entry.id, at: entry.at, author, field, from: value(field, from), to: value(field, to) },
      ]
    }),
  ]
  return { items: items.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)) }
}

/** Creates a comment and notifies all who take part, and the administrators as long as no user is assigned. */
export function createComment(ctx: Ctx, id: number, text: string): Promise<IssueComment> {
  return inTransaction(ctx, async ctx => {
    const issue = await readIssue(ctx, id, { lock: true })
    if (!mayComment(ctx.actor, issue)) throw new AppError('forbidden_record')
    const commentId = await insertComment(ctx, issue.id, text)
    await touchIssue(ctx, issue.id)
    const users = new Set(await findCommenters(ctx, issue.id))
    for (const each of [issue.reporter, issue.assignee]) if (each !== null) users.add(each)
    if (issue.assignee === null) for (const admin of await findAdmins(ctx)) users.add(admin)
    const detail = { comment_id: commentId }
    await publish(ctx, [{ kind: 'commented', noun: 'issue', recordId: issue.id, users: [...users], detail }])
    return forReader(ctx, await readComment(ctx, issue.id, commentId))
  })
}

async function readComment(ctx: Ctx, issueId: number, id: number, options: { lock?: boolean } = {}) {
  const comment = await findComment(ctx, issueId, id, options)
  if (!comment) throw new AppError('not_found')
  return comment
}

/** Changes the user's own comment, as long as they may still take part; the previous text stays in the history. */
export function updateComment(
  ctx: Ctx,
  ids: { id: number; comment_id: number },
  { text, rev }: { text: string; rev?: number | undefined },
): Promise<IssueComment> {
  return inTransaction(ctx, async ctx => {
    const issue = await readIssue(ctx, ids.id)
    const comment = await readComment(ctx, issue.id, ids.comment_id, { lock: true })
    if (!isOwn(ctx, comment) || !mayComment(ctx.actor, issue)) throw new AppError('forbidden_record')
    if (rev !== undefined && rev !== comment.rev) throw new AppError('stale', {}, { data: forReader(ctx, comment) })
    if (text === comment.text) return forReader(ctx, comment)
    await patchComment(ctx, comment, text)
    const changes = [{ field: 'text', from: comment.text, to: text }]
    await writeHistory(ctx, 'issue_comment', 'update', [{ id: comment.id, rev: comment.rev + 1, changes }])
    return forReader(ctx, await readComment(ctx, issue.id, comment.id))
  })
}
