import type { Ctx } from '#server/platform/ctx.ts'
import { removeDeadSessions, removeOldAttempts } from './queries.ts'
import { idleMs } from './session.ts'

export const sessionJobs = {
  remove_dead_sessions: async (ctx: Ctx) => {
    await removeDeadSessions(ctx, idleMs)
    await removeOldAttempts(ctx)
  },
}
