import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/upload.api.ts'
import type { Upload } from '#contract/upload.api.ts'
import { allow } from '#server/core/access.ts'
import { publish } from '#server/core/events.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { findRecord, patchRecord } from '#server/core/table.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { isRead } from './reader-view.ts'
import { restartReading } from './reading/read.queries.ts'
import { reviewPolicy } from './upload.policy.ts'
import { type UploadValues, uploadTable } from './upload.queries.ts'
import { getUpload } from './upload.service.ts'

const reviewTable = { ...uploadTable, policy: reviewPolicy }

/** Accepts or rejects an upload; a later review may change the result. */
export function reviewUpload(
  ctx: Ctx,
  id: number,
  { status, reason, rev }: Received<typeof contract.reviewUpload>['body'],
): Promise<Upload> {
  return inTransaction(ctx, async ctx => {
    const row = allow(reviewPolicy, ctx.actor, 'update', await findRecord(ctx, reviewTable, id, { lock: true }))
    if (rev !== undefined && rev !== row.rev) throw new AppError('stale', {}, { data: await getUpload(ctx, id) })
    if (!isRead(row)) throw new AppError('wrong_state')
    if (status === 'rejected' && !reason) throw fieldError('reason', 'required')
    const values: UploadValues = {
      status,
      reason: reason || null,
      reviewer: ctx.actor.id,
      reviewed_at: ctx.now().toISOString(),
    }
    const after = await patchRecord(ctx, reviewTable, row, values)
    const changes = changesOf<string>(['status', 'reason', 'reviewer'], row, after)
    await writeHistory(ctx, 'upload', 'update', [{ id, rev: after.rev, changes }])
    await publish(ctx, [{ kind: status, noun: 'upload', recordId: id, users: row.owner === null ? [] : [row.owner] }])
    return await getUpload(ctx, id)
  })
}

/** Queues a failed upload for another reading. */
export function retryUpload(ctx: Ctx, id: number): Promise<Upload> {
  return inTransaction(ctx, async ctx => {
    const row = allow(reviewPolicy, ctx.actor, 'update', await findRecord(ctx, reviewTable, id, { lock: true }))
    if (row.status !== 'failed') throw new AppError('wrong_state')
    const step = await restartReading(ctx, id)
    await addJob(ctx.db, 'read_upload', { id, step }, { key: `upload:${id}` })
    return await getUpload(ctx, id)
  })
}
