import type { JobName } from '#contract/job.ts'
import { giveUpFiles, removeReleasedFiles, removeStrays } from '#server/platform/blob/removed-files.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { addJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { checkRows } from './check.ts'
import type { ImportAdapters } from './import.adapter.ts'
import { findStalled, findStoredFiles, removeImportsBefore } from './job.queries.ts'
import { parseImport } from './parse.ts'
import { runRows } from './run.ts'
import { stepJob } from './step.ts'

const stalledAfterMs = 120_000
/** Time for which files and rows of imports are stored after their last step; the history of records remains. */
const retentionMs = 30 * 86_400_000

const jobOf: Readonly<Record<string, JobName>> = {
  parsing: 'parse_import',
  checking: 'check_import',
  running: 'run_import',
}

export function importJobs(kits: ImportAdapters): Jobs {
  return {
    parse_import: stepJob(kits, 'parsing', parseImport),
    check_import: stepJob(kits, 'checking', checkRows),
    run_import: stepJob(kits, 'running', runRows),
    /** A step whose worker was killed is given to another worker. */
    resume_imports: async ctx => {
      const stalled = await findStalled(ctx, new Date(ctx.now().getTime() - stalledAfterMs))
      for (const { id, step, state } of stalled) {
        const job = jobOf[state]
        if (job) await addJob(ctx.db, job, { id, step }, { key: `import:${id}` })
      }
    },
    remove_old_imports: async (ctx, _payload, { signal }) => {
      const before = new Date(ctx.now().getTime() - retentionMs)
      await inTransaction(ctx, async ctx => giveUpFiles(ctx, await removeImportsBefore(ctx, before)))
      await removeReleasedFiles(ctx)
      await removeStrays(ctx, 'import', findStoredFiles, signal)
    },
  }
}

export const importCrontab = ['* * * * * resume_imports', '41 3 * * * remove_old_imports']
