import { sql } from 'kysely'
import { isVersionRetained } from '#server/features/erasure/erasure.service.ts'
import { alonePriority, emptyFrontier } from '#server/features/site/site.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'

/** Ends rounds that exceed their time or bytes: refuses their waiting addresses. */
export function endOverdueRounds(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const { rows } = await sql<{ og_id: number; number: number; why: string }>`
      select round.og_id, round.number,
        case when round.deadline_at <= ${ctx.now().toISOString()} then 'limit_time' else 'limit_bytes' end as why
      from round join site on site.og_id = round.og_id
      where round.state = 'running' and (round.deadline_at <= ${ctx.now().toISOString()}
        or round.bytes >= site.max_round_mb::bigint * 1048576)
      order by round.og_id for update of round`.execute(ctx.db)
    for (const { og_id, number, why } of rows)
      await sql`with left_over as (
          update frontier set state = 'refused', reason = ${why}, priority = 0
          where og_id = ${og_id}::bigint and round = ${number}::int and state = 'waiting' and priority <= ${alonePriority}
          returning 1
        ), counted as (select count(*)::int as count from left_over)
        update round set refused = refused + counted.count, end_reason = coalesce(end_reason, ${why}),
          reasons = add_counts(reasons, jsonb_build_object(${why}::text, counted.count))
        from counted
        where counted.count > 0 and og_id = ${og_id}::bigint and number = ${number}::int`.execute(ctx.db)
  })
}

/** Aborts rounds of organisations in the trash: nothing is fetched for them. */
export function abortDeletedRounds(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const { rows } = await sql<{ og_id: number }>`update round set state = 'aborted', end_reason = 'stopped',
        ended_at = ${ctx.now().toISOString()}
      from og where og.id = round.og_id and og.deleted_at is not null
        and round.state in ('running', 'stopping', 'stopped')
      returning round.og_id`.execute(ctx.db)
    for (const { og_id } of rows) await emptyFrontier(ctx, og_id)
  })
}

/** Whether the last round left pages unfetched, or its rules have changed since. */
export async function wasLeftOpen(ctx: Ctx, ogId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select round.end_reason not in ('done', 'limit_pages') or round.started_at <= greatest(og.updated_at, site.updated_at) as is
    from round join og on og.id = round.og_id left join site on site.og_id = round.og_id
    where round.og_id = ${ogId}::bigint and round.ended_at is not null order by round.number desc limit 1`.execute(
    ctx.db,
  )
  return rows[0]?.is ?? true
}

/** Stops rounds whose stop was requested and whose last page in hand is written. */
export async function stopRounds(ctx: Ctx): Promise<void> {
  await sql`update round set state = 'stopped' where state = 'stopping'
    and not exists (select from frontier where frontier.og_id = round.og_id and frontier.round = round.number
      and frontier.state = 'taken')`.execute(ctx.db)
}

/** Running rounds with nothing left to fetch. */
export async function findDoneRounds(ctx: Ctx): Promise<{ og_id: number; number: number }[]> {
  const { rows } = await sql<{ og_id: number; number: number }>`select og_id, number from round where state = 'running'
    and not exists (select from frontier where frontier.og_id = round.og_id and frontier.round = round.number
      and frontier.state in ('waiting', 'taken'))`.execute(ctx.db)
  return rows
}

type OpenRound = { fetched: number; failed: number; end_reason: string | null; is_cut: boolean }

/** Locks a running round for its end; undefined if another process has ended it, or if it has work again. */
export async function lockRunning(ctx: Ctx, ogId: number, number: number): Promise<OpenRound | undefined> {
  const { rows } = await sql<OpenRound>`select fetched, failed, end_reason, reasons ? 'limit_pages' as is_cut
    from round where og_id = ${ogId}::bigint and number = ${number}::int and state = 'running'
      and not exists (select from frontier where frontier.og_id = round.og_id and frontier.round = round.number
        and frontier.state in ('waiting', 'taken'))
    for update`.execute(ctx.db)
  return rows[0]
}

/** Sets the site's newest version. */
export async function raiseVersion(ctx: Ctx, ogId: number, number: number): Promise<void> {
  await sql`update og set new_version = ${number}::int where id = ${ogId}::bigint`.execute(ctx.db)
}

/**
 * Removes versions beyond the number to retain, but never the newest or one that is held. Differences with a low score
 * are removed with their text; decided ones stay, so that a decision can be looked up. Snapshots that are not good do
 * not count towards the number of good ones; versions of archives are not pruned.
 */
export async function pruneVersions(ctx: Ctx, ogId: number): Promise<number> {
  const { rows } = await sql<{ page_id: number }>`
    with old as (
      select page_version.og_id, page_version.page_id, page_version.id,
        row_number() over (partition by page_version.page_id, page_version.is_good order by page_version.id desc) as place
      from page_version join og on og.id = page_version.og_id
      where page_version.og_id = ${ogId}::bigint and og.version_keep > 0 and page_version.archive_id is null
    ), gone as (
      delete from page_version using old, og
      where og.id = ${ogId}::bigint and old.place > og.version_keep
        and page_version.og_id = old.og_id and page_version.page_id = old.page_id and page_version.id = old.id
        and not ${isVersionRetained}
        and not exists (select from page where page.og_id = page_version.og_id and page.id = page_version.page_id
          and page_version.id in (page.last_version, page.low_version))
      returning page_version.page_id, page_version.id, page_version.is_good
    ), unread_diffs as (
      delete from diff using gone where diff.og_id = ${ogId}::bigint and diff.page_id = gone.page_id
        and gone.id in (diff.from_version, diff.to_version) and diff.status = 'unread'
    ), sums as (select page_id, count(*) filter (where is_good)::int as count from gone group by page_id)
    update page set versions = greatest(page.versions - sums.count, 1) from sums
    where page.og_id = ${ogId}::bigint and page.id = sums.page_id returning sums.page_id`.execute(ctx.db)
  return rows.length
}
