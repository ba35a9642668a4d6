import { resumeStalled } from '#server/ingest/staging/files.ts'
import { stepJob } from '#server/ingest/staging/step.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { UndoAdapters } from './import_run.adapter.ts'
import { importRuns } from './import_run.queries.ts'
import { queueRunStep } from './import_run.service.ts'
import { undoSteps } from './step.ts'
import { checkUndo, runUndo } from './undo.ts'

export function importRunJobs(adapters: UndoAdapters): Jobs {
  return {
    check_import_undo: stepJob(undoSteps, ['checking'], (ctx, _run, work) => checkUndo(ctx, adapters, work)),
    run_import_undo: stepJob(undoSteps, ['running'], (ctx, _run, work) => runUndo(ctx, adapters, work)),
    resume_import_undos: ctx =>
      resumeStalled(ctx, importRuns, async (ctx, { id, undo_step }) =>
        queueRunStep(ctx, await importRuns.change(ctx, id, { undo_step: undo_step + 1, undo_progress: 0 })),
      ),
  }
}

export const importRunCrontab = ['* * * * * resume_import_undos']
