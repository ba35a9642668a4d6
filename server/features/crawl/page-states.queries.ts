import { sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A state of this many pages of one round is one row of the review queue. */
const fewestTogether = 3
const failingScore = reviewThreshold + 20
const backScore = reviewThreshold + 5
const movedScore = reviewThreshold + 10
/** Shorter pages may be equal by chance. */
export const fewestBytes = 500

/**
 * Adds a difference for each page whose state changed: it has failed in two rounds, answers again, or robots.txt forbids
 * it. A page that was removed, or fails for the first time, has no such state.
 */
export async function reportPageStates(ctx: Ctx, ogId: number, round: number): Promise<void> {
  await sql`
    with current as (
      select page.id, page.last_version, page.reported_state as was, page.failing_since,
        case
          when page.status = 'forbidden' and page.status_reason = 'robots' then 'robots'
          when page.status in ('gone', 'forbidden') then null
          when page.failing_since < round.started_at and page.status_reason not in ('http_404', 'http_410')
            then coalesce((select 'http_' || low.http_status from page_version as low where low.og_id = page.og_id
              and low.page_id = page.id and low.id = page.low_version and low.http_status >= 400), page.status_reason)
        end as state,
        page.status in ('gone', 'forbidden') and page.status_reason is distinct from 'robots' as has_ended,
        page.status = 'active' and page.failing_since is null as is_good
      from page join round on round.og_id = page.og_id and round.number = ${round}::int
      where page.og_id = ${ogId}::bigint and page.last_version is not null
        and (page.last_round = ${round}::int or page.status = 'forbidden')
        and (page.reported_state is not null or page.failing_since is not null or page.status = 'forbidden')
    ), changed as (
      select *, was is null as is_new, count(*) over (partition by state, was) as together from current
      where (was is null and state is not null) or (was is not null and state is null and (is_good or has_ended))
    ), noted as (
      update page set reported_state = changed.state from changed
      where page.og_id = ${ogId}::bigint and page.id = changed.id
    )
    insert into diff (og_id, page_id, round, from_version, to_version, kind, score, is_judged, reasons, excerpt,
      cluster, cluster_kind, created_at)
    select ${ogId}::bigint, id, ${round}::int, last_version, null, 'state',
      case when is_new then ${failingScore}::int else ${backScore}::int end, true,
      jsonb_build_array(jsonb_build_object('code', case when is_new then 'page_failing' else 'page_back' end,
        'value', coalesce(state, was)))
        || case when together >= ${fewestTogether}::int
          then jsonb_build_array(jsonb_build_object('code', 'same_state', 'value', together)) else '[]' end,
      case when state like 'http\\_%' then 'HTTP ' || substr(state, 6) else state end,
      case when together >= ${fewestTogether}::int then 'state ' || coalesce(state, 'back ' || was) end,
      case when together >= ${fewestTogether}::int then 'same_state'::diff_cluster_kind end,
      ${ctx.now().toISOString()}::timestamptz
    from changed where not has_ended order by id`.execute(ctx.db)
}

export type MovedPage = { id: number; url: string; to: string; last_version: number; is_elsewhere: boolean }

/**
 * Pages that moved in a round: those that redirect for good, those that name a canonical address with the same text, and
 * those not found whose whole content is at an address that the round found for the first time.
 */
export async function findMovedPages(ctx: Ctx, ogId: number, round: number): Promise<MovedPage[]> {
  const { rows } = await sql<MovedPage>`
    select page.id, page.url, page.moved_to as to, page.last_version, false as is_elsewhere
      from page where page.og_id = ${ogId}::bigint and page.moved_round = ${round}::int and page.last_version is not null
        and not page.moved_if_same
    union all
    select page.id, page.url, page.moved_to, page.last_version, false
      from page
        join page_version as old on old.og_id = page.og_id and old.page_id = page.id and old.id = page.last_version
        join page as other on other.og_id = page.og_id and other.id <> page.id and other.url_key = page.moved_key
        join page_version as new on new.og_id = other.og_id and new.page_id = other.id and new.id = other.last_version
      where page.og_id = ${ogId}::bigint and page.moved_round = ${round}::int and page.moved_if_same
        and new.text_hash = old.text_hash and new.is_good and old.is_good and old.size >= ${fewestBytes}::int
        and other.status = 'active' and other.moved_round is distinct from ${round}::int
    union all
    select distinct on (page.id) page.id, page.url, other.url as to, page.last_version, true
      from page
        join page_version as old on old.og_id = page.og_id and old.page_id = page.id and old.id = page.last_version
        join page as other on other.og_id = page.og_id and other.id <> page.id and other.versions = 1
        join page_version as new on new.og_id = other.og_id and new.page_id = other.id and new.id = other.last_version
      where page.og_id = ${ogId}::bigint and page.gone_rounds > 0 and page.last_round = ${round}::int
        and new.round = ${round}::int and new.text_hash = old.text_hash and new.is_good and old.is_good
        and old.size >= ${fewestBytes}::int
    order by id`.execute(ctx.db)
  return rows
}

/**
 * Gives a page its new address. A page that the round found there is the same one and is removed; an older page there
 * keeps the address. Returns whether the page has the address now.
 */
export async function movePage(
  ctx: Ctx,
  ogId: number,
  round: number,
  page: MovedPage & { url_key: string },
): Promise<boolean> {
  await sql`delete from page as other using page_version
    where other.og_id = ${ogId}::bigint and other.url_key = ${page.url_key} and other.id <> ${page.id}::bigint
      and other.versions = 1 and page_version.og_id = other.og_id and page_version.page_id = other.id
      and page_version.id = other.last_version and page_version.round = ${round}::int`.execute(ctx.db)
  const { rows } = await sql<{
    id: number
  }>`update page set url = ${page.to}, url_key = ${page.url_key}, status = 'active',
      status_reason = null, gone_rounds = 0, failing_since = null
    where og_id = ${ogId}::bigint and id = ${page.id}::bigint and not exists (select from page as other
      where other.og_id = ${ogId}::bigint and other.url_key = ${page.url_key} and other.id <> ${page.id}::bigint)
    returning id`.execute(ctx.db)
  // A page that moved was not removed.
  if (rows.length > 0)
    await sql`delete from diff where og_id = ${ogId}::bigint and page_id = ${page.id}::bigint and round = ${round}::int
      and kind = 'removed' and status = 'unread'`.execute(ctx.db)
  return rows.length > 0
}

/** Adds the difference that reports a move; none if the same move was reported before. */
export async function reportMove(ctx: Ctx, ogId: number, round: number, page: MovedPage): Promise<void> {
  const reasons = JSON.stringify([{ code: 'moved_page', value: page.to }])
  await sql`insert into diff (og_id, page_id, round, from_version, to_version, kind, score, is_judged, reasons, excerpt,
      created_at)
    select ${ogId}::bigint, ${page.id}::bigint, ${round}::int, ${page.last_version}::bigint, null, 'state',
      ${movedScore}::int, true, ${reasons}::jsonb, ${`${page.url} → ${page.to}`}, ${ctx.now().toISOString()}::timestamptz
    where not exists (select from diff where og_id = ${ogId}::bigint and page_id = ${page.id}::bigint
      and kind = 'state' and reasons @> ${reasons}::jsonb)`.execute(ctx.db)
}
