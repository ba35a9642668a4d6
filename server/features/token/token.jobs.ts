import type { Ctx } from '#server/platform/ctx.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { removeExpiredTokens } from './token.queries.ts'

/** An expired token stays on its user's list for a while, so that its user sees why a program has stopped. */
const expiredForMs = 30 * 86_400_000

export const tokenJobs = {
  remove_expired_tokens: async (ctx: Ctx) => {
    await removeExpiredTokens(ctx, new Date(ctx.now().getTime() - expiredForMs))
  },
} satisfies Jobs
