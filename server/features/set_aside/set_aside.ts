import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { addJob } from '#server/platform/jobs.ts'
import { nameSetAside, removeSetAside } from './queries.ts'

export { findSetAside as listSetAside } from './queries.ts'

/** Queues the retry of an item; a worker runs it a moment later. */
export function retrySetAside(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const named = await nameSetAside(ctx, id)
    if (!named) throw new AppError('not_found')
    await addJob(ctx.db, 'retry_set_aside', { id }, { key: `retry_set_aside:${id}` })
    await audit(ctx, { act: 'retry', noun: 'set_aside', recordId: id, detail: named })
    return null
  })
}

export function dropSetAside(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const named = await removeSetAside(ctx, id)
    if (!named) throw new AppError('not_found')
    await audit(ctx, { act: 'drop', noun: 'set_aside', recordId: id, detail: named })
    return null
  })
}
