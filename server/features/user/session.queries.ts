import type { Ctx } from '#server/platform/ctx.ts'

/** Sessions that have not expired, the last used one first. */
export function selectSessions(ctx: Ctx, userId: number, idleMs: number) {
  const now = ctx.now().getTime()
  return ctx.db
    .selectFrom('session')
    .select(['id', 'created_at', 'last_seen_at', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now).toISOString())
    .where('last_seen_at', '>', new Date(now - idleMs).toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends a user's sessions: all, all but one, or only one. Returns the number ended. */
export async function deleteSessions(
  ctx: Ctx,
  userId: number,
  which: { except?: number; only?: number } = {},
): Promise<number> {
  const { except, only } = which
  const ended = await ctx.db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(except !== undefined, query => query.where('id', '<>', except as number))
    .$if(only !== undefined, query => query.where('id', '=', only as number))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}
