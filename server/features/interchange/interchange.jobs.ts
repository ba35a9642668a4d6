import type { ImportAdapters } from '#server/features/import/import.service.ts'
import { removeOldFiles, resumeStalled } from '#server/ingest/staging/files.ts'
import { stepJob } from '#server/ingest/staging/step.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { checkFile } from './check.ts'
import { writeExport } from './export.ts'
import { interchanges, removeBefore } from './interchange.queries.ts'
import { queueStep } from './interchange.service.ts'
import { writeFile } from './run.ts'
import { exchangeSteps } from './step.ts'

const dayMs = 86_400_000

export function interchangeJobs(adapters: ImportAdapters): Jobs {
  return {
    write_interchange: stepJob(exchangeSteps, ['queued', 'running'], writeExport),
    check_interchange: stepJob(exchangeSteps, ['checking'], (ctx, row, work) => checkFile(ctx, adapters, row, work)),
    run_interchange: stepJob(exchangeSteps, ['running'], (ctx, row, work) => writeFile(ctx, adapters, row, work)),
    resume_interchanges: ctx =>
      resumeStalled(ctx, interchanges, async (ctx, { id, step }) =>
        queueStep(ctx, await interchanges.change(ctx, id, { step: step + 1 })),
      ),
    /** Exports are stored for a day, imports for a month. */
    remove_old_interchanges: (ctx, _payload, { signal }) => {
      const now = ctx.now().getTime()
      const remove = async (ctx: Parameters<typeof removeBefore>[0]) => [
        ...(await removeBefore(ctx, 'export', new Date(now - dayMs))),
        ...(await removeBefore(ctx, 'import', new Date(now - 30 * dayMs))),
      ]
      return removeOldFiles(ctx, 'interchange', interchanges, { remove, signal })
    },
  }
}

export const interchangeCrontab = ['* * * * * resume_interchanges', '47 * * * * remove_old_interchanges']
