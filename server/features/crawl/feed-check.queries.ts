import { sql } from 'kysely'
import type { FeedCounts } from '#contract/feed-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A page to check, with its newest version; hashes are hexadecimal. */
export type CheckedPage = {
  og_id: number
  page_id: number
  last_version: number | null
  hash: string
  text_blob: string | null
  content_type: string | null
  charset: string | null
  final_url: string
}

/** Locks some pages that are still to be checked, and skips those of another worker. */
export async function claimFeedChecks(ctx: Ctx, most: number): Promise<CheckedPage[]> {
  const { rows } = await sql<CheckedPage>`with claimed as (
      select og_id, page_id from feed_check order by og_id, page_id limit ${most} for update skip locked)
    select claimed.og_id, claimed.page_id, version.id as last_version, encode(version.hash, 'hex') as hash,
      encode(version.text_blob, 'hex') as text_blob, version.content_type, version.charset, version.final_url
    from claimed join page on page.og_id = claimed.og_id and page.id = claimed.page_id
      left join page_version as version on version.og_id = page.og_id and version.page_id = page.id
        and version.id = page.last_version and not version.is_lost`.execute(ctx.db)
  return rows
}

export async function removeFeedChecks(
  ctx: Ctx,
  pages: readonly Pick<CheckedPage, 'og_id' | 'page_id'>[],
): Promise<void> {
  await sql`delete from feed_check using jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as e (og_id bigint, page_id bigint)
    where feed_check.og_id = e.og_id and feed_check.page_id = e.page_id`.execute(ctx.db)
}

/** Stores the counts of a feed, unless the page has a newer version by now. */
export async function setFeedCounts(ctx: Ctx, page: CheckedPage, feed: FeedCounts): Promise<void> {
  await sql`update page set feed = ${JSON.stringify(feed)}::jsonb where og_id = ${page.og_id}::bigint
    and id = ${page.page_id}::bigint and last_version = ${page.last_version}::bigint`.execute(ctx.db)
}

/** Hosts and start addresses of some sites. */
export async function findScopes(
  ctx: Ctx,
  ogIds: readonly number[],
): Promise<Map<number, { host: string | null; entrances: string[] }>> {
  const { rows } = await sql<{
    id: number
    host: string | null
    entrances: string[]
  }>`select id, host, entrances from og
    where id = any(${ogIds}::bigint[]) and deleted_at is null`.execute(ctx.db)
  return new Map(rows.map(({ id, ...scope }) => [id, scope]))
}
