import * as z from 'zod/mini'
import type { Locale } from '#contract/error.ts'
import { IngestFault, ingestSentence } from '#server/ingest/fault.ts'
import { removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import type { FileTable, JobStep } from './file-table.queries.ts'

/** The step was cancelled, or replaced by another. */
export class StepStopped extends Error {}

/**
 * A running step. `inStep` runs one batch in one transaction with the owner's present rights, if the step is still the
 * present one; `pause` ends the step between two batches when the worker stops.
 */
export type StepWork<Row> = {
  step: JobStep
  inStep<T>(ctx: Ctx, batch: (ctx: Ctx, row: Row) => Promise<T>): Promise<T>
  pause(): void
  /** Aborted when the worker stops. */
  signal?: AbortSignal | undefined
}

/** The common settings of all steps of a table. */
export type StepsOf<Row extends { id: number }> = {
  table: FileTable<Row>
  /** The message of the log for an error that is no fault of the file. */
  log: string
  /** The context of the owner with their present rights; throws `not_allowed` if they have lost them. */
  asOwner?(ctx: Ctx, row: Row): Promise<Ctx>
  /** Ends a failed file, in a transaction that holds its lock. */
  fail(ctx: Ctx, row: Row, fault: IngestFault): Promise<void>
}

const Payload = z.strictObject({ id: z.int(), step: z.int() })

/**
 * A step keeps results of its batches in memory, so a transaction must not be repeated: after a serialisation failure
 * the job begins again.
 */
const onlyOnce = { isOnce: true }

/** A job that runs one step of a file while it is in one of `states`, and stores why it failed. */
export function stepJob<Row extends { id: number }>(
  { table, log, asOwner = async ctx => ctx, fail }: StepsOf<Row>,
  states: readonly string[],
  doStep: (ctx: Ctx, row: Row, work: StepWork<Row>) => Promise<void>,
): Job {
  return async (jobCtx, payload, { signal }) => {
    const step = Payload.parse(payload)
    const row = await inTransaction(jobCtx, ctx => table.lock(ctx, step, states))
    if (!row) return
    const ctx: Ctx = { ...jobCtx, locale: 'locale' in row ? (row.locale as Locale) : jobCtx.locale }
    const work: StepWork<Row> = {
      step,
      inStep: (ctx, batch) =>
        inTransaction(
          ctx,
          async ctx => {
            const row = await table.lock(ctx, step, states)
            if (!row) throw new StepStopped()
            return await batch(await asOwner(ctx, row), row)
          },
          onlyOnce,
        ),
      pause: () => signal?.throwIfAborted(),
      signal,
    }
    try {
      await doStep(await asOwner(ctx, row), row, work)
    } catch (error) {
      if (error instanceof StepStopped) return
      if (!(error instanceof IngestFault)) {
        if (signal?.aborted || isOfTheMoment(error)) throw error
        ctx.log.error({ err: error, [`${table.name}_id`]: row.id }, log)
      }
      const fault = error instanceof IngestFault ? error : new IngestFault('internal')
      await inTransaction(ctx, async ctx => {
        const row = await table.lock(ctx, step, states)
        if (row) await fail(ctx, row, fault)
      })
    }
    await removeReleasedFiles(ctx)
  }
}

/** Temporary faults, which a retry fixes; they include a concurrent change of the same record. */
const isOfTheMoment = (error: unknown) =>
  isTransient(error) || (error instanceof AppError && (error.code === 'stale' || error.code === 'unavailable'))

/** The values of a failed file with the sentence for its owner. */
export const failedWith = ({ locale }: Ctx, { code, detail }: IngestFault) => ({
  state: 'failed' as const,
  error: ingestSentence(code, locale, detail),
})
