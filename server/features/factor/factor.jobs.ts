import { removeOldStarts } from '#server/features/identity/identity.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeOldChallenges } from './factor.service.ts'

export const factorJobs = {
  remove_old_login_steps: async (ctx: Ctx) => {
    await removeOldChallenges(ctx)
    await removeOldStarts(ctx)
  },
} satisfies Jobs
