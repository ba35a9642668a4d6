import { inTransaction } from '#server/platform/ctx.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { UndoAdapters } from './import_run.adapter.ts'
import { changeRun, findStalled } from './import_run.queries.ts'
import { queueStep } from './import_run.service.ts'
import { stepJob } from './step.ts'
import { checkUndo, runUndo } from './undo.ts'

const stalledAfterMs = 120_000

export function importRunJobs(kits: UndoAdapters): Jobs {
  return {
    check_import_undo: stepJob('checking', (ctx, work) => checkUndo(ctx, kits, work)),
    run_import_undo: stepJob('running', (ctx, work) => runUndo(ctx, kits, work)),
    /**
     * Continues an undo whose worker was killed as a new step, so that the old worker, if it still runs, can write no
     * more.
     */
    resume_import_undos: ctx =>
      inTransaction(ctx, async ctx => {
        for (const run of await findStalled(ctx, new Date(ctx.now().getTime() - stalledAfterMs)))
          await queueStep(ctx, await changeRun(ctx, run.id, { undo_step: run.undo_step + 1, undo_progress: 0 }))
      }),
  }
}

export const importRunCrontab = ['* * * * * resume_import_undos']
