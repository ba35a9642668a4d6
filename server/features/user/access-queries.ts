import { sql } from 'kysely'
import type { UserFeed } from '#contract/user.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The calendar feeds of any user, the newest first. */
export function selectFeeds(ctx: Ctx, userId: number): Promise<UserFeed[]> {
  return ctx.db
    .selectFrom('event_feed')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

/** Ends all of a user's feeds, or one of them. Returns how many there were. */
export async function deleteFeeds(ctx: Ctx, userId: number, only?: number): Promise<number> {
  const ended = await ctx.db
    .deleteFrom('event_feed')
    .where('user_id', '=', userId)
    .$if(only !== undefined, query => query.where('id', '=', only as number))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Addresses at which programs match names. */
export async function deleteReconcileAddresses(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('reconcile_address').where('user_id', '=', userId).execute()
}

export async function deleteTickets(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('ticket').where('user_id', '=', userId).execute()
}

/** Addresses where this user is slowed instead of refused: whoever learned a password there is a stranger again. */
export async function forgetAddresses(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('known_address').where('user_id', '=', userId).execute()
}

/** What is being written for them is not wanted any more; its job finds that out at its next batch. */
export async function cancelExports(ctx: Ctx, userId: number): Promise<void> {
  await sql`update export set state = 'cancelled', updated_at = ${ctx.now().toISOString()}::timestamptz
    where owner = ${userId}::bigint and state in ('queued', 'running')`.execute(ctx.db)
}
