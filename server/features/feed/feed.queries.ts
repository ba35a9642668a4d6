import { sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import type { Feed, FeedKind } from '#contract/feed.api.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const columns = ['id', 'name', 'kind', 'subject_id', 'created_at', 'last_used_at'] as const

/** The user's own feeds, the newest first. */
export async function findFeeds(ctx: Ctx): Promise<Feed[]> {
  const rows = await ctx.db
    .selectFrom('feed')
    .select(columns)
    .where('user_id', '=', ctx.actor.id)
    .orderBy('id', 'desc')
    .execute()
  return rows as Feed[]
}

type NewFeed = { name: string; kind: FeedKind; subject_id: number | null; token_hash: Buffer }

/** Undefined if the user has the maximum number; of two concurrent calls the second counts the first. */
export async function insertFeed(ctx: Ctx, userId: number, feed: NewFeed, most: number): Promise<Feed | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('feed'), ${userId}::int)`.execute(ctx.db)
  if ((await findFeeds(ctx)).length >= most) return undefined
  const row = await ctx.db
    .insertInto('feed')
    .values({ ...feed, user_id: userId, created_at: ctx.now().toISOString() })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return row as Feed
}

export async function removeFeed(ctx: Ctx, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('feed')
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findFeedByHash(ctx: Ctx, tokenHash: Buffer) {
  const row = await ctx.db
    .selectFrom('feed')
    .select([...columns, 'user_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row as (Feed & { user_id: number }) | undefined
}

/** Records the use, unless the last recorded one is later than `before`: feed readers send requests all day. */
export async function touchFeed(ctx: Ctx, id: number, before: Date): Promise<void> {
  await sql`update feed set last_used_at = ${ctx.now().toISOString()}::timestamptz where id = ${id}::bigint
    and (last_used_at is null or last_used_at < ${before.toISOString()}::timestamptz)`.execute(ctx.db)
}

/** The name of the organisation or of the user's saved search; undefined if the user has none such. */
export async function findSubjectName(ctx: Ctx, kind: 'og' | 'search', id: number): Promise<string | undefined> {
  const { rows } =
    kind === 'og'
      ? await sql<{ name: string }>`select og.name from og where og.id = ${id}::bigint and ${pageExists(ctx)}`.execute(
          ctx.db,
        )
      : await sql<{ name: string }>`select name from saved_search
          where id = ${id}::bigint and owner = ${ctx.actor.id}::bigint`.execute(ctx.db)
  return rows[0]?.name
}

export type DiffRow = {
  id: number
  page_id: number
  version: number | null
  title: string
  url: string
  excerpt: string | null
  at: string
}

/** The newest differences of an organisation that deserve a review, one for each edit that several pages share. */
export async function findDiffs(ctx: Ctx, ogId: number, most: number): Promise<DiffRow[]> {
  const { rows } = await sql<DiffRow>`select * from (
      select distinct on (coalesce(diff.cluster, diff.id::text)) diff.id, diff.page_id,
        coalesce(diff.to_version, diff.from_version) as version, coalesce(nullif(page.title, ''), page.url) as title,
        page.url, diff.excerpt, diff.created_at as at
      from (select * from diff where diff.og_id = ${ogId}::bigint and diff.score >= ${reviewThreshold}::int
          and diff.status <> 'ignored' order by diff.id desc limit 1000) as diff
        join page on page.og_id = diff.og_id and page.id = diff.page_id join og on og.id = diff.og_id
      where ${pageExists(ctx)} order by coalesce(diff.cluster, diff.id::text), diff.score desc, diff.id
    ) as edit order by id desc limit ${most}`.execute(ctx.db)
  return rows
}
