import type { ReportComment } from '#contract/report-work.api.ts'
import { publish } from '#server/core/events.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findMembers } from '../report.queries.ts'
import { needReport } from '../report.service.ts'
import {
  findComment,
  findComments,
  findWriters,
  insertComment,
  markResolved,
  type ReportCommentRow,
} from './comment.queries.ts'

async function forReader(ctx: Ctx, rows: readonly ReportCommentRow[]): Promise<ReportComment[]> {
  const members = await findMembers(
    ctx,
    rows.flatMap(row => [row.author, row.resolved_by]),
  )
  return rows.map(row => ({
    ...row,
    author: members.get(row.author ?? 0) ?? null,
    resolved_by: members.get(row.resolved_by ?? 0) ?? null,
    is_mine: row.author !== null && row.author === ctx.actor.id,
  }))
}

export async function listComments(ctx: Ctx, id: number): Promise<{ items: ReportComment[] }> {
  await needReport(ctx, id)
  return { items: await forReader(ctx, await findComments(ctx, id)) }
}

/** A reply to a reply belongs to the same thread. */
export function createComment(
  ctx: Ctx,
  id: number,
  {
    reply_to,
    ...comment
  }: { content: string; quote?: string | null | undefined; reply_to?: number | null | undefined },
): Promise<ReportComment> {
  return inTransaction(ctx, async ctx => {
    const { version } = await needReport(ctx, id)
    const parent = reply_to ? await findComment(ctx, id, reply_to) : undefined
    if (reply_to && !parent) throw new AppError('not_found')
    const thread = parent ? (parent.reply_to ?? parent.id) : null
    const row = await insertComment(ctx, id, { ...comment, reply_to: thread, version })
    await publish(ctx, [{ kind: 'commented', noun: 'report', recordId: id, users: await findWriters(ctx, id) }])
    return await toDto(ctx, row)
  })
}

export function resolveComment(
  ctx: Ctx,
  { id, comment_id }: { id: number; comment_id: number },
  isResolved: boolean,
): Promise<ReportComment> {
  return inTransaction(ctx, async ctx => {
    await needReport(ctx, id)
    const comment = await findComment(ctx, id, comment_id)
    if (!comment) throw new AppError('not_found')
    const row = await markResolved(ctx, id, comment.reply_to ?? comment.id, isResolved)
    return await toDto(ctx, row as ReportCommentRow)
  })
}

async function toDto(ctx: Ctx, row: ReportCommentRow): Promise<ReportComment> {
  const [comment] = await forReader(ctx, [row])
  return comment as ReportComment
}
