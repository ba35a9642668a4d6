import * as z from 'zod/mini'
import { editors } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isPassing } from '#server/platform/db/transient-fault.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { changeRun, type JobStep, lockStep, type StoredRun } from './import_run.queries.ts'
import { sentences, type UndoFaultCode } from './sentences.ts'

/** The step is no longer current: it was cancelled, or replaced by another. */
class Stopped extends Error {}

/** The user who requested the undo has lost the role or the account. */
class NotAllowed extends Error {}

/** The input of a step's work; `pause` ends it between two batches when the worker stops. */
export type StepWork = { step: JobStep; pause(): void }

const Payload = z.strictObject({ id: z.int(), step: z.int() })

/** A job that runs one step of an undo, as the user who requested it. */
export function stepJob(state: 'checking' | 'running', doStep: (ctx: Ctx, work: StepWork) => Promise<void>): Job {
  return async (ctx, payload, { signal }) => {
    const step = Payload.parse(payload)
    try {
      await doStep(ctx, { step, pause: () => signal?.throwIfAborted() })
    } catch (error) {
      if (error instanceof Stopped) return
      const isOurs = error instanceof NotAllowed
      if (!isOurs && (signal?.aborted || isPassing(error))) throw error
      if (!isOurs) ctx.log.error({ err: error, import_run_id: step.id }, 'import undo: run failed')
      await inTransaction(ctx, async ctx => {
        const run = await lockStep(ctx, step, state)
        const code: UndoFaultCode = isOurs ? 'not_allowed' : 'internal'
        if (run) await changeRun(ctx, run.id, { undo_state: 'failed', undo_error: sentences[code][run.locale] })
      })
    }
  }
}

/** Runs one batch in one transaction, with the user's current rights, while the step is still current. */
export function inStep<T>(
  ctx: Ctx,
  { step }: StepWork,
  state: 'checking' | 'running',
  work: (ctx: Ctx, run: StoredRun) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async ctx => {
    const run = await lockStep(ctx, step, state)
    if (!run) throw new Stopped()
    const user = run.undo_by === null ? undefined : await findUser(ctx, run.undo_by)
    const actor = asUser({ ...ctx, locale: run.locale }, user, editors)
    const isOwner = actor !== undefined && (actor.actor.role === 'admin' || actor.actor.id === run.owner)
    if (!isOwner) throw new NotAllowed()
    return await work(actor, run)
  })
}
