import * as z from 'zod/mini'
import { editors, ogReaders } from '#contract/role.ts'
import { discardPlans } from '#server/core/mark-bulk.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isPassing } from '#server/platform/db/transient-fault.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { type JobStep, lockStep, type StoredExchange, updateExchange } from './interchange.queries.ts'
import { sentence } from './words.ts'

/** The step was cancelled, or replaced by another. */
export class StepStopped extends Error {}

/** Context of a step; `pause` ends it between two batches when the worker stops. */
export type StepWork = { step: JobStep; pause(): void }

const Payload = z.strictObject({ id: z.int(), step: z.int() })

/** A job that runs one step as its owner, and reports to them why it failed. */
export function stepJob(
  states: StoredExchange['state'][],
  doStep: (ctx: Ctx, row: StoredExchange, work: StepWork) => Promise<void>,
): Job {
  return async (systemCtx, payload, { signal }) => {
    const step = Payload.parse(payload)
    const row = await inTransaction(systemCtx, ctx => lockStep(ctx, step, states))
    if (!row) return
    const ctx: Ctx = { ...systemCtx, locale: row.locale }
    try {
      await doStep(ctx, row, { step, pause: () => signal?.throwIfAborted() })
    } catch (error) {
      if (error instanceof StepStopped) return
      if (!(error instanceof IngestFault) && (signal?.aborted || isOfTheMoment(error))) throw error
      if (!(error instanceof IngestFault))
        ctx.log.error({ err: error, interchange_id: row.id }, 'data exchange: run failed')
      const text =
        error instanceof IngestFault ? sentence(error.code, ctx.locale, error.detail) : sentence('internal', ctx.locale)
      await inTransaction(ctx, async ctx => {
        if (await lockStep(ctx, step, states)) await updateExchange(ctx, row.id, { state: 'failed', error: text })
      })
    }
  }
}

/**
 * A step collects notes in memory, so a transaction must not be repeated: after a serialisation failure the job begins
 * the step again.
 */
const onlyOnce = { isOnce: true }

/** Runs one batch of a step in one transaction, with the owner's present rights, if the step is still current. */
export function inStep<T>(
  ctx: Ctx,
  { step }: StepWork,
  states: StoredExchange['state'][],
  work: (ctx: Ctx, row: StoredExchange) => Promise<T>,
): Promise<T> {
  return inTransaction(
    ctx,
    async ctx => {
      const row = await lockStep(ctx, step, states)
      if (!row) throw new StepStopped()
      await discardPlans(ctx)
      return await work(await asOwner(ctx, row), row)
    },
    onlyOnce,
  )
}

/** A user who has lost the role, or the account, writes and reads nothing more. */
export async function asOwner(ctx: Ctx, row: StoredExchange): Promise<Ctx> {
  const found = asUser(ctx, await findUser(ctx, row.owner), row.direction === 'export' ? ogReaders : editors)
  if (!found) throw new IngestFault('not_allowed')
  return found
}

/** Temporary faults, which a retry fixes; here they include a concurrent change of the same record. */
function isOfTheMoment(error: unknown): boolean {
  return isPassing(error) || (error instanceof AppError && (error.code === 'stale' || error.code === 'unavailable'))
}
