import * as z from 'zod/mini'
import { IngestFault, ingestSentence } from '#server/ingest/fault.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isPassing } from '#server/platform/db/transient-fault.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { findUser } from '../user/user.service.ts'
import { withCustomFields } from './custom.ts'
import type { ImportAdapter, ImportAdapters } from './import.adapter.ts'
import type { ImportState, StoredImport } from './import.queries.ts'
import { changeImport, type JobStep, lockStep } from './job.queries.ts'

/** The step was cancelled, or replaced by another. */
export class StepStopped extends Error {}

/** Context of a step; `pause` ends it between two batches when the worker stops. */
export type StepWork = { step: JobStep; pause(): void }

type DoStep = (ctx: Ctx, kits: ImportAdapters, row: StoredImport, work: StepWork) => Promise<void>

const Payload = z.strictObject({ id: z.int(), step: z.int() })

/** A job that runs one step of an import as its owner, and reports to them why it failed. */
export function stepJob(kits: ImportAdapters, state: ImportState, doStep: DoStep): Job {
  return async (systemCtx, payload, { signal }) => {
    const step = Payload.parse(payload)
    const row = await inTransaction(systemCtx, ctx => lockStep(ctx, step, state))
    if (!row) return
    const ctx: Ctx = { ...systemCtx, locale: row.locale }
    const work: StepWork = { step, pause: () => signal?.throwIfAborted() }
    try {
      await doStep(await asOwner(ctx, kits[row.noun], row), await kitsWith(ctx, kits, row.noun), row, work)
    } catch (error) {
      if (error instanceof StepStopped) return
      if (!(error instanceof IngestFault) && (signal?.aborted || isPassing(error))) throw error
      if (!(error instanceof IngestFault)) ctx.log.error({ err: error, import_id: row.id }, 'import: run failed')
      const text =
        error instanceof IngestFault
          ? ingestSentence(error.code, ctx.locale, error.detail)
          : ingestSentence('internal', ctx.locale)
      await inTransaction(ctx, async ctx => {
        if (await lockStep(ctx, step, state)) await changeImport(ctx, row.id, { state: 'failed', error: text })
      })
    }
  }
}

/** The import adapters with the custom fields at the beginning of the step. */
async function kitsWith(ctx: Ctx, kits: ImportAdapters, noun: ImportAdapter['noun']): Promise<ImportAdapters> {
  return { ...kits, [noun]: await withCustomFields(ctx, kits[noun]) }
}

/** The owner with their present rights: a user who has lost the role, or the account, imports nothing more. */
export async function asOwner(ctx: Ctx, kit: ImportAdapter, row: StoredImport): Promise<Ctx> {
  const owner = row.owner === null ? undefined : await findUser(ctx, row.owner)
  const found = asUser(ctx, owner, kit.roles)
  if (!found) throw new IngestFault('not_allowed')
  return found
}
