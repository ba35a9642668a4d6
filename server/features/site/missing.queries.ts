import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * The number of rounds after which an address that never was a page is no longer tried, until a changed page links to
 * it again.
 */
const patience = 10
const mostMissing = 2_000

/** Stores the addresses of a round that failed and are not pages; call it before the frontier is emptied. */
export async function storeMissingUrls(ctx: Ctx, ogId: number, round: number): Promise<void> {
  await sql`delete from missing_url using frontier where missing_url.og_id = ${ogId}::bigint and frontier.og_id = missing_url.og_id
    and frontier.url_key = missing_url.url_key and frontier.state <> 'failed'`.execute(ctx.db)
  await sql`insert into missing_url (og_id, url_key, url, depth)
    select frontier.og_id, frontier.url_key, frontier.url, frontier.depth from frontier
    where frontier.og_id = ${ogId}::bigint and frontier.round = ${round}::int and frontier.state = 'failed'
      and not exists (select from page where page.og_id = frontier.og_id and page.url_key = frontier.url_key)
    order by frontier.depth limit ${mostMissing}
    on conflict (og_id, url_key) do update set rounds = missing_url.rounds + 1`.execute(ctx.db)
}

/** Queues addresses for the next round of a site, unless they are pages or known to have failed. */
export async function queueUrls(
  ctx: Ctx,
  ogId: number,
  urls: readonly { url: string; url_key: string; depth: number }[],
): Promise<void> {
  if (urls.length === 0) return
  await sql`insert into missing_url (og_id, url_key, url, depth, rounds)
    select ${ogId}::bigint, e.url_key, e.url, e.depth, 0
    from jsonb_to_recordset(${JSON.stringify(urls)}::jsonb) as e (url_key text, url text, depth smallint)
    where not exists (select from page where page.og_id = ${ogId}::bigint and page.url_key = e.url_key)
    on conflict do nothing`.execute(ctx.db)
}

export async function findMissing(ctx: Ctx, ogId: number): Promise<{ url: string; depth: number }[]> {
  const { rows } = await sql<{ url: string; depth: number }>`select url, depth from missing_url
    where og_id = ${ogId}::bigint and rounds < ${patience} order by rounds, depth limit ${mostMissing}`.execute(ctx.db)
  return rows
}
