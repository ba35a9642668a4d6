import { removeOldFiles, resumeStalled } from '#server/ingest/staging/files.ts'
import { stepJob } from '#server/ingest/staging/step.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { compareFile } from './compare.ts'
import { readFile } from './read.ts'
import { screeningFiles } from './screening_file.queries.ts'
import { queueStep } from './screening_file.service.ts'
import { fileSteps } from './step.ts'

const dayMs = 86_400_000

export const screeningFileJobs: Jobs = {
  read_screening_file: stepJob(fileSteps, ['reading'], readFile),
  screen_file: stepJob(fileSteps, ['screening'], compareFile),
  resume_screening_files: ctx =>
    resumeStalled(ctx, screeningFiles, async (ctx, { id, step }) =>
      queueStep(ctx, await screeningFiles.change(ctx, id, { step: step + 1 })),
    ),
  remove_old_screening_files: async (ctx, _payload, { signal }) => {
    const days = await readSetting(ctx, 'screening_file_days')
    const before = new Date(ctx.now().getTime() - days * dayMs)
    await removeOldFiles(ctx, 'screening', screeningFiles, {
      remove: ctx => screeningFiles.removeBefore(ctx, before),
      signal,
    })
  },
}

export const screeningFileCrontab = ['* * * * * resume_screening_files', '47 3 * * * remove_old_screening_files']
