import { IngestFault } from '#server/ingest/fault.ts'
import { failedWith, type StepWork, stepJob } from '#server/ingest/staging/step.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { findUser } from '../user/user.service.ts'
import { withCustomFields } from './custom.ts'
import type { ImportAdapters } from './import.adapter.ts'
import { type ImportState, imports, type StoredImport } from './import.queries.ts'

export type ImportWork = StepWork<StoredImport>

/** A job that runs one step of an import as its owner, with the custom fields at the beginning of the step. */
export function importJob(
  adapters: ImportAdapters,
  state: ImportState,
  doStep: (ctx: Ctx, adapters: ImportAdapters, row: StoredImport, work: ImportWork) => Promise<void>,
): Job {
  /** The owner with their present rights: a user who has lost the role, or the account, imports nothing more. */
  const asOwner = async (ctx: Ctx, { noun, owner }: StoredImport) => {
    const found = asUser(ctx, owner === null ? undefined : await findUser(ctx, owner), adapters[noun].roles)
    if (!found) throw new IngestFault('not_allowed')
    return found
  }
  const fail = async (ctx: Ctx, { id }: StoredImport, fault: IngestFault) => {
    await imports.change(ctx, id, failedWith(ctx, fault))
  }
  return stepJob({ table: imports, log: 'import: run failed', asOwner, fail }, [state], async (ctx, row, work) =>
    doStep(ctx, { ...adapters, [row.noun]: await withCustomFields(ctx, adapters[row.noun]) }, row, work),
  )
}
