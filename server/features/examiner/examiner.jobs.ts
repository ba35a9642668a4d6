import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { examineScreening } from './examiner.service.ts'

export const examinerJobs: Jobs = {
  examine_screening: async (ctx, _payload, { signal }) => {
    await examineScreening(ctx, { signal })
  },
}

export const examinerCrontab = ['23 2 * * * examine_screening']
