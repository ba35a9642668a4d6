import { sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import type { Round, RoundState } from '#contract/site.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { VisitablePage } from './choose-visits.ts'

type Counts = Round['counts']
type Row = Omit<Round, 'counts'> & Counts

/** Rounds of a site, newest first. */
export async function findRounds(
  ctx: Ctx,
  ogId: number,
  page: { current: number; pageSize: number; number?: number },
): Promise<Round[]> {
  const { rows } = await sql<Row>`
    select round.og_id, round.number, round.state, round.cause, "user".username as user_name, round.started_at,
      round.ended_at, round.found, round.fetched, round.unchanged, round.changed, round.added, round.removed,
      round.failed, round.refused, round.bytes::float8 as bytes, round.reasons, round.end_reason,
      case when round.ended_at is null then (select count(*)::int from frontier
        where frontier.og_id = round.og_id and frontier.state in ('waiting', 'taken')) else 0 end as waiting,
      (select count(*)::int from diff where diff.og_id = round.og_id and diff.round = round.number
        and diff.status = 'unread' and diff.score >= ${reviewThreshold}::int) as diffs_waiting
    from round left join "user" on "user".id = round.user_id
    where round.og_id = ${ogId}::bigint
      ${page.number === undefined ? sql`` : sql`and round.number = ${page.number}::int`}
    order by round.number desc limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(ctx.db)
  return rows.map(
    ({ found, waiting, fetched, unchanged, changed, added, removed, failed, refused, bytes, ...round }) => ({
      ...round,
      counts: { found, waiting, fetched, unchanged, changed, added, removed, failed, refused, bytes },
    }),
  )
}

export async function countRounds(ctx: Ctx, ogId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from round
    where og_id = ${ogId}::bigint`.execute(ctx.db)
  return rows[0]!.count
}

/** Locks and returns the round that has not ended. */
export async function findOpenRound(
  ctx: Ctx,
  ogId: number,
): Promise<{ number: number; state: RoundState } | undefined> {
  const { rows } = await sql<{ number: number; state: RoundState }>`select number, state from round
    where og_id = ${ogId}::bigint and state in ('running', 'stopping', 'stopped') for update`.execute(ctx.db)
  return rows[0]
}

/** Inserts a new round with the number after the last one; another request may have been faster. */
export async function insertRound(
  ctx: Ctx,
  ogId: number,
  { cause, maxMinutes }: { cause: 'schedule' | 'person'; maxMinutes: number },
): Promise<number> {
  const at = ctx.now()
  const deadline = new Date(at.getTime() + maxMinutes * 60_000)
  try {
    const { rows } = await sql<{ number: number }>`
      insert into round (og_id, number, cause, user_id, started_at, deadline_at)
      select ${ogId}::bigint, greatest(coalesce(max(number), 0), (select new_version from og where id = ${ogId}::bigint)) + 1,
        ${cause}::round_cause, ${ctx.actor.id}::bigint, ${at.toISOString()}, ${deadline.toISOString()}
      from round where og_id = ${ogId}::bigint
      returning number`.execute(ctx.db)
    return rows[0]!.number
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('wrong_state')
    throw error
  }
}

export async function setRoundState(
  ctx: Ctx,
  ogId: number,
  number: number,
  state: RoundState,
  end?: { reason: string },
): Promise<void> {
  await sql`update round set state = ${state}::round_state
      ${end ? sql`, ended_at = ${ctx.now().toISOString()}, end_reason = ${end.reason}` : sql``}
    where og_id = ${ogId}::bigint and number = ${number}::int`.execute(ctx.db)
}

/** Sets a new deadline, so that time in which the round was stopped does not count. */
export async function setDeadline(ctx: Ctx, ogId: number, number: number, maxMinutes: number): Promise<void> {
  const deadline = new Date(ctx.now().getTime() + maxMinutes * 60_000)
  await sql`update round set deadline_at = ${deadline.toISOString()}
    where og_id = ${ogId}::bigint and number = ${number}::int`.execute(ctx.db)
}

export type RoundEntry = {
  url_key: string
  url: string
  host: string
  depth: number
  priority: number
  state: 'waiting' | 'refused'
  reason: string | null
}

/**
 * The priority of a page that a user requests; one more if its round has already processed it, so that the round does
 * not count it again.
 */
export const alonePriority = 100

/** An entry with its site and the round that it joins. */
export type PlacedEntry = RoundEntry & { og_id: number; round: number }
type EnqueuedUrl = { og_id: number; url_key: string; state: string; reason: string | null }

/**
 * Adds addresses to rounds; existing ones stay unchanged. A page that was requested alone joins the whole round.
 * Returns those that are new in their round.
 */
export async function enqueue(ctx: Ctx, entries: readonly PlacedEntry[]): Promise<EnqueuedUrl[]> {
  if (entries.length === 0) return []
  const at = ctx.now().toISOString()
  // Sorted, so that two crawlers that add the same links do not deadlock.
  const inOrder = entries.toSorted((a, b) => a.og_id - b.og_id || (a.url_key < b.url_key ? -1 : 1))
  const { rows } = await sql<EnqueuedUrl>`
    insert into frontier (og_id, url_key, round, url, host, depth, priority, state, reason, next_at)
    select e.og_id, e.url_key, e.round, e.url, e.host, e.depth, e.priority, e.state::frontier_state, e.reason, ${at}
    from jsonb_to_recordset(${JSON.stringify(inOrder)}::jsonb)
      as e (og_id bigint, round int, url_key text, url text, host text, depth smallint, priority smallint, state text, reason text)
    on conflict (og_id, url_key) do update
      set round = excluded.round, priority = greatest(frontier.priority, excluded.priority)
      where frontier.round = 0 and excluded.round > 0
    returning og_id, url_key, state::text, reason`.execute(ctx.db)
  const hosts = [...new Set(entries.filter(entry => entry.state === 'waiting').map(entry => entry.host))].sort()
  if (hosts.length > 0)
    await sql`insert into host_clock (host, next_at) select host, ${at} from unnest(${hosts}::text[]) as host
      on conflict do nothing`.execute(ctx.db)
  return rows
}

/** Queues one page before all others of its host, even in a round that is running or stopped. */
export async function enqueueAlone(ctx: Ctx, ogId: number, entry: RoundEntry): Promise<void> {
  const at = ctx.now().toISOString()
  await sql`insert into frontier (og_id, url_key, round, url, host, depth, priority, next_at)
    values (${ogId}::bigint, ${entry.url_key}, 0, ${entry.url}, ${entry.host}, ${entry.depth}, ${alonePriority}, ${at})
    on conflict (og_id, url_key) do update
      set priority = case when frontier.state in ('waiting', 'taken') then greatest(frontier.priority, ${alonePriority})
          else ${alonePriority + 1} end,
        state = case when frontier.state = 'taken' then 'taken' else 'waiting' end::frontier_state,
        attempts = case when frontier.state = 'taken' then frontier.attempts else 0 end, next_at = ${at}, reason = null`.execute(
    ctx.db,
  )
  await sql`insert into host_clock (host, next_at) values (${entry.host}, ${at}) on conflict do nothing`.execute(ctx.db)
}

/** A page that was gone in this many rounds is visited like the others. */
export const confirmedRounds = 3

/** A page that is not excluded by a person; rules may exclude a page and change later. */
const isKnown = (ogId: number) => sql`page.og_id = ${ogId}::bigint
  and (page.status <> 'forbidden' or coalesce(page.status_reason, 'person') <> 'person')`

/**
 * The pages that `findKnownPages` returns, with what their next visit depends on. The worth of the changes of a page is
 * 0 to 1 a change: by the decision of a reviewer, else by the score. It is halved every `halfLifeDays`. That a page was
 * added counts too: new pages are edited most.
 */
export async function findVisitablePages(
  ctx: Ctx,
  ogId: number,
  { most, halfLifeDays }: { most: number; halfLifeDays: number },
): Promise<VisitablePage[]> {
  const now = ctx.now().toISOString()
  const { rows } = await sql<VisitablePage>`with worth as (
      select page_id, sum(
        case when status = 'important' then 1 when status = 'ignored' then 0
          when score >= ${reviewThreshold}::int then score / 100.0 else 0 end
        * power(2, -extract(epoch from ${now}::timestamptz - created_at) / 86400 / ${halfLifeDays}::float8))::float8 as worth
      from diff where og_id = ${ogId}::bigint and kind in ('changed', 'link_only', 'added') group by page_id)
    select page.url_key, page.first_seen_at, page.last_fetched_at, page.last_round, coalesce(worth.worth, 0) as worth,
      page.versions = 0 or (page.status <> 'active' and page.gone_rounds < ${confirmedRounds})
        or page.feed is not null
        or exists (select from follow where follow.noun = 'page' and follow.record_id = page.id)
        or exists (select from figure_alert as alert where alert.og_id = page.og_id and alert.page_id = page.id) as is_required
    from page left join worth on worth.page_id = page.id where ${isKnown(ogId)}
    order by page.depth, page.id limit ${most}::int`.execute(ctx.db)
  return rows
}

/** Whether the settings of the site changed since its last complete round started, or it has none. */
export async function needsWholeRound(ctx: Ctx, ogId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select not exists (select from round join site on site.og_id = round.og_id
    where round.og_id = ${ogId}::bigint and round.state = 'complete' and round.started_at > site.updated_at) as is`.execute(
    ctx.db,
  )
  return rows[0]!.is
}

export type KnownPage = { url_key: string; url: string; depth: number; status: string }

/**
 * Addresses known from earlier rounds that are still to be fetched, including forbidden ones, because the rules may
 * have changed; the first `most` of them by depth.
 */
export async function findKnownPages(ctx: Ctx, ogId: number, most: number): Promise<KnownPage[]> {
  const { rows } = await sql<KnownPage>`
    select page.url_key, page.url, page.depth, page.status::text from page where ${isKnown(ogId)}
    order by page.depth, page.id limit ${most}::int`.execute(ctx.db)
  return rows
}

export async function emptyFrontier(ctx: Ctx, ogId: number): Promise<void> {
  await sql`delete from frontier where og_id = ${ogId}::bigint and round > 0`.execute(ctx.db)
}

/** Adds to the counters of a round other than those of its pages. */
export async function addToRound(
  ctx: Ctx,
  ogId: number,
  number: number,
  add: { found: number; refused: number; reasons: Record<string, number> },
): Promise<void> {
  await sql`update round set found = found + ${add.found}::int, refused = refused + ${add.refused}::int,
      reasons = add_counts(reasons, ${JSON.stringify(add.reasons)}::jsonb)
    where og_id = ${ogId}::bigint and number = ${number}::int`.execute(ctx.db)
}
