import { sql } from 'kysely'
import type { EventFeed } from '#contract/event-feed.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const columns = ['id', 'name', 'search', 'created_at', 'last_used_at'] as const

/** The user's own feeds, the newest first. */
export function findFeeds(ctx: Ctx): Promise<EventFeed[]> {
  return ctx.db
    .selectFrom('event_feed')
    .select(columns)
    .where('user_id', '=', ctx.actor.id)
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Inserts a feed; undefined if the user has the maximum number. Two concurrent calls run one after the other, so that
 * the second counts the first.
 */
export async function insertFeed(
  ctx: Ctx,
  userId: number,
  feed: { name: string; search: string; tokenHash: Buffer },
  most: number,
): Promise<EventFeed | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('event_feed'), ${userId}::int)`.execute(ctx.db)
  const { total } = await ctx.db
    .selectFrom('event_feed')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (total >= most) return undefined
  return await ctx.db
    .insertInto('event_feed')
    .values({
      user_id: userId,
      name: feed.name,
      search: feed.search,
      token_hash: feed.tokenHash,
      created_at: ctx.now().toISOString(),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** False if this user has no such feed. */
export async function removeFeed(ctx: Ctx, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('event_feed')
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function findFeedByHash(ctx: Ctx, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('event_feed')
    .select([...columns, 'user_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/**
 * Records the use of a feed, but only if the last recorded use is older than `before`, because programs send requests
 * often.
 */
export async function touchFeed(ctx: Ctx, id: number, before: Date): Promise<void> {
  await ctx.db
    .updateTable('event_feed')
    .set({ last_used_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before.toISOString())]))
    .execute()
}
