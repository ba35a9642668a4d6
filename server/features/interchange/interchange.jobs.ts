import type { ImportAdapters } from '#server/features/import/import.service.ts'
import { giveUpFiles, removeReleasedFiles, removeStrays } from '#server/platform/blob/removed-files.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { checkFile } from './check.ts'
import { writeExport } from './export.ts'
import {
  findStalled,
  findStoredFiles,
  removeBefore,
  type StoredExchange,
  updateExchange,
} from './interchange.queries.ts'
import { queueStep } from './interchange.service.ts'
import { writeFile } from './run.ts'
import { stepJob } from './step.ts'

const stalledAfterMs = 120_000
const dayMs = 86_400_000

const jobOf = ({ direction, state }: StoredExchange) =>
  direction === 'export' ? 'write_interchange' : state === 'checking' ? 'check_interchange' : 'run_interchange'

export function interchangeJobs(kits: ImportAdapters): Jobs {
  return {
    write_interchange: stepJob(['queued', 'running'], writeExport),
    check_interchange: stepJob(['checking'], (ctx, row, work) => checkFile(ctx, kits, row, work)),
    run_interchange: stepJob(['running'], (ctx, row, work) => writeFile(ctx, kits, row, work)),
    /**
     * Work of a killed worker becomes a new step, so that the old worker can write nothing more if it is still alive.
     */
    resume_interchanges: ctx =>
      inTransaction(ctx, async ctx => {
        for (const row of await findStalled(ctx, new Date(ctx.now().getTime() - stalledAfterMs)))
          await queueStep(ctx, jobOf(row), await updateExchange(ctx, row.id, { step: row.step + 1 }))
      }),
    remove_old_interchanges: async (ctx, _payload, { signal }) => {
      const now = ctx.now().getTime()
      const before = { export: new Date(now - dayMs), import: new Date(now - 30 * dayMs) }
      await inTransaction(ctx, async ctx => giveUpFiles(ctx, await removeBefore(ctx, before)))
      await removeReleasedFiles(ctx)
      await removeStrays(ctx, 'interchange', findStoredFiles, signal)
    },
  }
}

export const interchangeCrontab = ['* * * * * resume_interchanges', '47 * * * * remove_old_interchanges']
