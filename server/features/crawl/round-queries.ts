import { sql } from 'kysely'
import { worthATime } from '#contract/diff.ts'
import type { RoundDiff } from '#server/features/diff/diff.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Rounds whose clock or bytes have run out: what waits in them is refused, so that they end. */
export async function endOverdueRounds(ctx: Ctx): Promise<void> {
  const at = ctx.now().toISOString()
  await sql`
    with over as (
      select round.og_id, round.number, case when round.deadline_at <= ${at} then 'limit_time' else 'limit_bytes' end as why
      from round join site on site.og_id = round.og_id
      where round.state = 'running'
        and (round.deadline_at <= ${at} or round.bytes >= site.max_round_mb::bigint * 1048576)
    ), left_over as (
      update frontier set state = 'refused', reason = over.why from over
      where frontier.og_id = over.og_id and frontier.round = over.number and frontier.state = 'waiting'
      returning frontier.og_id, frontier.round, over.why
    )
    update round set refused = round.refused + counted.count, end_reason = counted.why,
      reasons = add_counts(round.reasons, jsonb_build_object(counted.why, counted.count))
    from (select og_id, round, why, count(*)::int as count from left_over group by og_id, round, why) as counted
    where round.og_id = counted.og_id and round.number = counted.round`.execute(ctx.db)
}

/** Rounds asked to stop, whose last page in hand is written. */
export async function stopRounds(ctx: Ctx): Promise<void> {
  await sql`update round set state = 'stopped' where state = 'stopping'
    and not exists (select from frontier where frontier.og_id = round.og_id and frontier.round = round.number
      and frontier.state = 'taken')`.execute(ctx.db)
}

/** Running rounds in which nothing is left to fetch. */
export async function findDoneRounds(ctx: Ctx): Promise<{ og_id: number; number: number }[]> {
  const { rows } = await sql<{ og_id: number; number: number }>`select og_id, number from round where state = 'running'
    and not exists (select from frontier where frontier.og_id = round.og_id and frontier.round = round.number
      and frontier.state in ('waiting', 'taken'))`.execute(ctx.db)
  return rows
}

export type OpenRound = { fetched: number; failed: number; end_reason: string | null }

/** Locks a running round for its end; undefined where another has ended it. */
export async function lockRunning(ctx: Ctx, ogId: number, number: number): Promise<OpenRound | undefined> {
  const { rows } = await sql<OpenRound>`select fetched, failed, end_reason from round
    where og_id = ${ogId}::bigint and number = ${number}::int and state = 'running' for update`.execute(ctx.db)
  return rows[0]
}

export async function findRoundDiffs(ctx: Ctx, ogId: number, number: number): Promise<RoundDiff[]> {
  const { rows } = await sql<RoundDiff>`select id, facts from diff
    where og_id = ${ogId}::bigint and round = ${number}::int and facts is not null order by id`.execute(ctx.db)
  return rows
}

export type JudgedRow = { id: number; score: number; kind: string; reasons: unknown; cluster: string | null }

export async function saveJudged(ctx: Ctx, ogId: number, rows: readonly JudgedRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update diff set score = e.score, kind = e.kind::diff_kind, reasons = e.reasons, cluster = e.cluster, is_judged = true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (id bigint, score smallint, kind text, reasons jsonb, cluster text)
    where diff.og_id = ${ogId}::bigint and diff.id = e.id`.execute(ctx.db)
}

/** The site's newest version; the reviewed one follows where nothing of it waits for a person. */
export async function raiseVersion(ctx: Ctx, ogId: number, number: number): Promise<void> {
  await sql`update og set new_version = ${number}::int where id = ${ogId}::bigint`.execute(ctx.db)
  await moveReviewed(ctx, ogId)
}

/** `version` becomes the last round up to which no difference that is worth a person's time is unread. */
export async function moveReviewed(ctx: Ctx, ogId: number): Promise<void> {
  await sql`update og set version = coalesce((
      select min(diff.round) - 1 from diff where diff.og_id = og.id and diff.status = 'unread'
        and diff.score >= ${worthATime}::int and diff.round <= og.new_version and diff.round > og.version
    ), og.new_version)
    where id = ${ogId}::bigint and version < new_version`.execute(ctx.db)
}

/** Versions beyond the number kept, but never the newest, evidence, or one that an unread difference needs. */
export async function pruneVersions(ctx: Ctx, ogId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select page_version.og_id, page_version.page_id, page_version.id,
        row_number() over (partition by page_version.page_id order by page_version.id desc) as place
      from page_version join og on og.id = page_version.og_id
      where page_version.og_id = ${ogId}::bigint and og.version_keep > 0
    )
    delete from page_version using old, og
    where og.id = ${ogId}::bigint and old.place > og.version_keep
      and page_version.og_id = old.og_id and page_version.page_id = old.page_id and page_version.id = old.id
      and not exists (select from event where event.page_version = page_version.id)
      and not exists (select from diff where diff.og_id = page_version.og_id and diff.page_id = page_version.page_id
        and diff.status in ('unread', 'important')
        and (diff.from_version = page_version.id or diff.to_version = page_version.id))
      and not exists (select from page where page.og_id = page_version.og_id and page.id = page_version.page_id
        and page_version.id in (page.last_version, page.low_version))`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/** Pages of a site that are there. */
export async function countPages(ctx: Ctx, ogId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from page
    where og_id = ${ogId}::bigint and status = 'active'`.execute(ctx.db)
  return rows[0]!.count
}
