import type { Ctx } from '#server/platform/ctx.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeOldUses } from '#server/platform/jobs/quota.ts'
import { removeOldAddresses, removeOldAttempts } from './attempt.queries.ts'
import { removeDeadSessions } from './session.queries.ts'
import { idleMs } from './session.service.ts'

/** An address from which a user has not signed in for this long is no longer known. */
const addressRetentionMs = 180 * 86_400_000

export const sessionJobs = {
  remove_dead_sessions: async (ctx: Ctx) => {
    await removeDeadSessions(ctx, idleMs)
    await removeOldAddresses(ctx, new Date(ctx.now().getTime() - addressRetentionMs))
  },
  remove_old_attempts: removeOldAttempts,
  remove_old_uses: removeOldUses,
} satisfies Jobs
