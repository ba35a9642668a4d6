import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { findQuarantinedKey, removeQuarantined } from './set_aside.queries.ts'

export { findQuarantined as listSetAside } from './set_aside.queries.ts'

/** Queues the retry of an item; a worker runs it a moment later. */
export function retrySetAside(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const named = await findQuarantinedKey(ctx, id)
    if (!named) throw new AppError('not_found')
    await addJob(ctx.db, 'retry_set_aside', { id }, { key: `retry_set_aside:${id}` })
    await audit(ctx, { act: 'retry', noun: 'set_aside', recordId: id, detail: named })
    return null
  })
}

export function dropSetAside(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const named = await removeQuarantined(ctx, id)
    if (!named) throw new AppError('not_found')
    await audit(ctx, { act: 'drop', noun: 'set_aside', recordId: id, detail: named })
    return null
  })
}
