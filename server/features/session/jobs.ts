import type { Ctx } from '#server/platform/ctx.ts'
import { removeDeadSessions } from './queries.ts'
import { idleMs } from './session.ts'

export const sessionJobs = {
  remove_dead_sessions: (ctx: Ctx) => removeDeadSessions(ctx, idleMs),
}
