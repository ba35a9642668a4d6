import { editors } from '#contract/role.ts'
import { findUser } from '#server/features/user/user.service.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { failedWith, type StepsOf, type StepWork } from '#server/ingest/staging/step.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import { importRuns, type StoredRun } from './import_run.queries.ts'

export type UndoWork = StepWork<StoredRun>

/** Steps of an undo, which run as the user who requested it. */
export const undoSteps: StepsOf<StoredRun> = {
  table: importRuns,
  log: 'import undo: run failed',
  asOwner: async (ctx, { undo_by, owner }) => {
    const user = asUser(ctx, undo_by === null ? undefined : await findUser(ctx, undo_by), editors)
    if (!user || (user.actor.role !== 'admin' && user.actor.id !== owner)) throw new IngestFault('not_allowed')
    return user
  },
  fail: async (ctx, { id }, fault) => {
    const { state, error } = failedWith(ctx, fault)
    await importRuns.change(ctx, id, { undo_state: state, undo_error: error })
  },
}
