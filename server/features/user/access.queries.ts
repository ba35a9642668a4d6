import { sql } from 'kysely'
import type { UserFeed } from '#contract/user.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The calendar feeds of a user, the newest first. */
export function selectFeeds(ctx: Ctx, userId: number): Promise<UserFeed[]> {
  return ctx.db
    .selectFrom('event_feed')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes all of a user's feeds, or one of them. Returns the number deleted. */
export async function deleteFeeds(ctx: Ctx, userId: number, only?: number): Promise<number> {
  const ended = await ctx.db
    .deleteFrom('event_feed')
    .where('user_id', '=', userId)
    .$if(only !== undefined, query => query.where('id', '=', only as number))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Deletes the feeds for feed readers. Returns the number deleted. */
export async function deleteEntryFeeds(ctx: Ctx, userId: number): Promise<number> {
  const ended = await ctx.db.deleteFrom('feed').where('user_id', '=', userId).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Removes the addresses at which programs match names (reconciliation). */
export async function deleteReconcileAddresses(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('reconcile_address').where('user_id', '=', userId).execute()
}

/** Revokes all access tokens. */
export async function deleteTokens(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('token').where('user_id', '=', userId).execute()
}

/** Ends logins that wait for their second step, and forgets identities and passkeys that are being added. */
export async function deleteLoginSteps(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('login_start').where('user_id', '=', userId).execute()
  await ctx.db.deleteFrom('login_challenge').where('user_id', '=', userId).execute()
}

/** Webhooks send nothing until their owner switches them on again. */
export async function stopWebhooks(ctx: Ctx, userId: number): Promise<void> {
  await sql`update webhook set state = 'stopped', stop_reason = 'access', updated_at = ${ctx.now().toISOString()}::timestamptz
    where user_id = ${userId}::bigint and state <> 'stopped'`.execute(ctx.db)
}

/** Removes all second factors, for a user who lost them. Returns whether there were any. */
export async function deleteFactors(ctx: Ctx, userId: number): Promise<boolean> {
  const { numDeletedRows: passkeys } = await ctx.db
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { numDeletedRows: apps } = await ctx.db
    .deleteFrom('one_time_code')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await ctx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  return passkeys + apps > 0n
}

export async function deleteTickets(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('ticket').where('user_id', '=', userId).execute()
}

/**
 * Removes addresses from which this user's sign-ins are slowed down instead of refused: an attacker who learned the
 * password there must count as a stranger again.
 */
export async function deleteKnownAddresses(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('known_address').where('user_id', '=', userId).execute()
}

/** Cancels the user's running exports; each job stops at its next batch. */
export async function cancelExports(ctx: Ctx, userId: number): Promise<void> {
  await sql`update export set state = 'cancelled', updated_at = ${ctx.now().toISOString()}::timestamptz
    where owner = ${userId}::bigint and state in ('queued', 'running')`.execute(ctx.db)
}
