import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { CrawlOutcome } from './outcome.ts'

/**
 * Records unchanged pages in one statement instead of a transaction of many: they are most of what a collector writes.
 * The commit does not wait for the disk: a power cut may lose it, and then the pages are fetched again. Returns the
 * keys written.
 */
export async function flushUnchanged(
  ctx: Ctx,
  deviceId: number,
  outcomes: readonly CrawlOutcome[],
): Promise<Set<string>> {
  const rows = outcomes.map(({ target, at, page, bytes, host }) => ({
    og_id: target.og_id,
    url_key: target.url_key,
    page_id: target.page_id,
    version: target.version?.id ?? null,
    round: target.round,
    host: target.host,
    at: at.toISOString(),
    etag: page?.type === 'seen' ? page.etag : null,
    last_modified: page?.type === 'seen' ? page.lastModified : null,
    bytes,
    next_at: host.nextAt.toISOString(),
  }))
  const hosts = [...new Set(rows.map(row => row.host))]
  const ogs = [...new Set(rows.map(row => row.og_id))]
  const written = await sql<{ og_id: number; url_key: string }>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true) as is),
    own as materialized (
      select host from host_clock where host = any(${hosts}::text[]) and device_id = ${deviceId}::bigint
    ), open as materialized (
      select og_id, number from round where og_id = any(${ogs}::bigint[]) and state in ('running', 'stopping', 'stopped')
      order by og_id for no key update
    ), e as materialized (
      select each.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as each (og_id bigint, url_key text,
          page_id bigint, version bigint, round integer, host text, at timestamptz, etag text, last_modified text,
          bytes bigint, next_at timestamptz)
        join own on own.host = each.host join open on open.og_id = each.og_id and open.number = each.round
        cross join relaxed
    ), settled as (
      update frontier set state = 'done', reason = null, priority = 0 from e
      where frontier.og_id = e.og_id and frontier.url_key = e.url_key and frontier.state = 'taken' and frontier.round = e.round
      returning e.*
    ), seen as (
      update page set last_fetched_at = s.at, last_round = greatest(last_round, s.round),
        visited_rounds = add_visit(page.visited_rounds, s.round), etag = s.etag, last_modified = s.last_modified, status = 'active', status_reason = null, low_version = null, gone_rounds = 0,
        failing_since = null
      from settled as s where page.og_id = s.og_id and page.id = s.page_id
    ), seen_version as (
      update page_version set last_seen_at = s.at from settled as s
      where page_version.og_id = s.og_id and page_version.page_id = s.page_id and page_version.id = s.version
    ), counted as (
      update round set fetched = round.fetched + sum.pages, unchanged = round.unchanged + sum.pages,
        bytes = round.bytes + sum.bytes
      from (select og_id, round as number, count(*)::int as pages, sum(bytes) as bytes from settled group by og_id, round) as sum
      where round.og_id = sum.og_id and round.number = sum.number
    ), clocks as (
      update host_clock set next_at = greatest(host_clock.next_at, last.next_at), back_off_ms = 0, fails = 0
      from (select host, max(next_at) as next_at from settled group by host) as last where host_clock.host = last.host
    )
    select og_id, url_key from settled`.execute(ctx.db)
  return new Set(written.rows.map(row => `${row.og_id} ${row.url_key}`))
}
