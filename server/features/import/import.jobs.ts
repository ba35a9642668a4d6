import { removeOldFiles, resumeStalled } from '#server/ingest/staging/files.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { checkRows } from './check.ts'
import type { ImportAdapters } from './import.adapter.ts'
import { imports } from './import.queries.ts'
import { queueStep } from './import.service.ts'
import { parseImport } from './parse.ts'
import { runRows } from './run.ts'
import { importJob } from './step.ts'

/** Time for which files and rows of imports are stored after their last step; the history of records remains. */
const retentionMs = 30 * 86_400_000

export function importJobs(adapters: ImportAdapters): Jobs {
  return {
    parse_import: importJob(adapters, 'parsing', parseImport),
    check_import: importJob(adapters, 'checking', checkRows),
    run_import: importJob(adapters, 'running', runRows),
    resume_imports: ctx =>
      resumeStalled(ctx, imports, async (ctx, { id, step }) =>
        queueStep(ctx, await imports.change(ctx, id, { step: step + 1 })),
      ),
    remove_old_imports: (ctx, _payload, { signal }) =>
      removeOldFiles(ctx, 'import', imports, {
        remove: ctx => imports.removeBefore(ctx, new Date(ctx.now().getTime() - retentionMs)),
        signal,
      }),
  }
}

export const importCrontab = ['* * * * * resume_imports', '41 3 * * * remove_old_imports']
