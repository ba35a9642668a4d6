import { giveUpFiles, removeReleasedFiles, removeStrays } from '#server/platform/blob/removed-files.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { compareFile } from './compare.ts'
import { readFile } from './read.ts'
import { findStalled, findStoredFiles, removeFilesBefore } from './screening_file.queries.ts'
import { queueStep } from './screening_file.service.ts'
import { stepJob } from './step.ts'

const stalledAfterMs = 120_000
const dayMs = 86_400_000

export const screeningFileJobs: Jobs = {
  read_screening_file: stepJob('reading', readFile),
  screen_file: stepJob('screening', compareFile),
  /** Queues a step again if its worker was killed. */
  resume_screening_files: async ctx => {
    for (const row of await findStalled(ctx, new Date(ctx.now().getTime() - stalledAfterMs))) await queueStep(ctx, row)
  },
  remove_old_screening_files: async (ctx, _payload, { signal }) => {
    const days = await readSetting(ctx, 'screening_file_days')
    const before = new Date(ctx.now().getTime() - days * dayMs)
    await inTransaction(ctx, async ctx => giveUpFiles(ctx, await removeFilesBefore(ctx, before)))
    await removeReleasedFiles(ctx)
    await removeStrays(ctx, 'screening', findStoredFiles, signal)
  },
}

export const screeningFileCrontab = ['* * * * * resume_screening_files', '47 3 * * * remove_old_screening_files']
