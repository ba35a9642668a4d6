import type { Jobs } from '#server/platform/jobs.ts'
import { examineScreening } from './examiner.ts'

export const examinerJobs: Jobs = {
  examine_screening: async (ctx, _payload, { signal }) => {
    await examineScreening(ctx, { signal })
  },
}

export const examinerCrontab = ['23 2 * * * examine_screening']
