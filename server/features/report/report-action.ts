import type { Received } from '#contract/endpoint.ts'
import type { DomainEventKind } from '#contract/notification.api.ts'
import type { actOnReport as endpoint, Report } from '#contract/report.api.ts'
import { publish } from '#server/core/events.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { patchRecord } from '#server/core/table.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findFourEyes } from './four-eyes.ts'
import { publishLinks } from './link.queries.ts'
import { isOwnWork, mayAct, ways } from './report.policy.ts'
import { type ReportRow, type ReportValues, reportTable } from './report.queries.ts'
import { getReport, needWritable } from './report.service.ts'
import { markPublished } from './version.queries.ts'
import { findReviewers, findWriters, insertComment } from './work/comment.queries.ts'

type ReportActBody = Received<typeof endpoint>['body']

/** Notification of each act for the users whom the report concerns. */
const eventKindOfAct: Partial<Record<ReportActBody['act'], DomainEventKind>> = {
  submit: 'review_asked',
  return: 'returned',
  publish: 'published',
}

/** Performs an act of the review workflow; stores the reviewer, and records every step in the history. */
export function actOnReport(ctx: Ctx, id: number, { act, comment, rev }: ReportActBody): Promise<Report> {
  return inTransaction(ctx, async ctx => {
    const report = await needWritable(ctx, id)
    if (rev !== undefined && rev !== report.rev) throw new AppError('stale', {}, { data: await getReport(ctx, id) })
    if (ways[act].from !== report.status) throw new AppError('wrong_state')
    const walking = { ...report, writers: (await findFourEyes(ctx, [report])).get(id) ?? null }
    if (!mayAct(ctx.actor, act, walking))
      throw new AppError(act === 'publish' && isOwnWork(ctx.actor, walking) ? 'four_eyes' : 'forbidden')
    if (act === 'return' && !comment) throw fieldError('comment', 'required')
    const values = valuesOf(ctx, act, report)
    const changed = await patchRecord(ctx, reportTable, report, values)
    if (act === 'publish') {
      await markPublished(ctx, id, report.version)
      await publishLinks(ctx, id)
    }
    if (comment) await insertComment(ctx, id, { content: comment, version: report.version })
    const changes = changesOf(['status', 'published_version', 'reviewer'], report, { ...report, ...values })
    await writeHistory(ctx, 'report', 'update', [{ id, rev: changed.rev, changes }])
    const kind = eventKindOfAct[act] ?? (comment ? 'commented' : undefined)
    if (kind) {
      const users = [...(await findWriters(ctx, id)), ...(act === 'submit' ? await findReviewers(ctx) : [])]
      await publish(ctx, [{ kind, noun: 'report', recordId: id, users: [...new Set(users)], detail: { act } }])
    }
    return await getReport(ctx, id)
  })
}

function valuesOf(ctx: Ctx, act: ReportActBody['act'], report: ReportRow): ReportValues {
  const status = ways[act].to
  if (act === 'return') return { status, reviewer: ctx.actor.id }
  // Published labels follow edits of a published report until a correction begins.
  if (act === 'correct') return { status, published_labels: report.labels }
  if (act !== 'publish') return { status }
  return {
    status,
    reviewer: ctx.actor.id,
    published_version: report.version,
    published_at: ctx.now().toISOString(),
    published_by: ctx.actor.id,
    published_title: report.title,
    published_summary: report.summary,
  }
}
