import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { json } from './json.queries.ts'
import type { CrawlOutcome } from './outcome.ts'

type RoundRoom = { number: number; room: number }

/** Locks the open rounds of these sites; returns how many more addresses each may add. */
export async function lockRounds(ctx: Ctx, ogIds: readonly number[]): Promise<Map<number, RoundRoom>> {
  const { rows } = await sql<
    RoundRoom & { og_id: number }
  >`select round.og_id, round.number, site.max_pages - round.found as room
    from round join site on site.og_id = round.og_id
    where round.og_id = any(${ogIds}::bigint[]) and round.state in ('running', 'stopping', 'stopped')
    order by round.og_id for no key update of round`.execute(ctx.db)
  return new Map(rows.map(({ og_id, ...round }) => [og_id, round]))
}

/** Marks addresses in hand as settled and returns them; a page fetched alone (round 0) leaves no row. */
export async function completeFrontier(ctx: Ctx, outcomes: readonly CrawlOutcome[]): Promise<Set<string>> {
  const rows = outcomes.map(({ target, state, reason, retryAt }) => ({
    og_id: target.og_id,
    url_key: target.url_key,
    round: target.round,
    state,
    reason,
    next_at: retryAt?.toISOString() ?? null,
  }))
  // A round that began meanwhile fetches the page again, for its links. The state is compared as text, otherwise
  // PostgreSQL scans the index of open addresses for each row instead of using the key.
  const settled = await sql<{ og_id: number; url_key: string; round: number; state: string }>`
    update frontier set next_at = coalesce(e.next_at, frontier.next_at),
      state = case when frontier.round > e.round then 'waiting' else e.state end::frontier_state,
      reason = case when frontier.round > e.round then null else e.reason end,
      priority = case when e.state = 'waiting' then frontier.priority else 0 end
    from jsonb_to_recordset(${json(rows)})
      as e (og_id bigint, url_key text, round integer, state text, reason text, next_at timestamptz)
    where frontier.og_id = e.og_id and frontier.url_key = e.url_key and frontier.state::text = 'taken'
      and (frontier.round = e.round or e.round = 0)
    returning frontier.og_id, frontier.url_key, frontier.round, frontier.state::text`.execute(ctx.db)
  const alone = settled.rows.filter(({ round, state }) => round === 0 && state !== 'waiting')
  if (alone.length > 0)
    await sql`delete from frontier using jsonb_to_recordset(${json(alone)}) as e (og_id bigint, url_key text)
      where frontier.og_id = e.og_id and frontier.url_key = e.url_key and frontier.round = 0`.execute(ctx.db)
  return new Set(settled.rows.map(row => `${row.og_id} ${row.url_key}`))
}

/** Returns the addresses that a site's open round already knows. */
export async function findKnownKeys(
  ctx: Ctx,
  entries: readonly { og_id: number; url_key: string }[],
): Promise<{ og_id: number; url_key: string }[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<{ og_id: number; url_key: string }>`select og_id, url_key
    from unnest(${entries.map(({ og_id }) => og_id)}::bigint[], ${entries.map(({ url_key }) => url_key)}::text[])
      as e (og_id, url_key)
    where exists (select from frontier where frontier.og_id = e.og_id and frontier.url_key = e.url_key and round > 0)`.execute(
    ctx.db,
  )
  return rows
}

/** Writes when hosts may receive their next request. */
export async function setHostClocks(ctx: Ctx, outcomes: readonly CrawlOutcome[]): Promise<void> {
  const last = new Map(outcomes.map(({ target, host }) => [target.host, host]))
  const rows = [...last].map(([host, { nextAt, backOffMs, fails }]) => ({
    host,
    next_at: nextAt.toISOString(),
    back_off_ms: backOffMs,
    fails,
  }))
  await sql`update host_clock set next_at = greatest(host_clock.next_at, e.next_at), back_off_ms = e.back_off_ms, fails = e.fails
    from jsonb_to_recordset(${json(rows)}) as e (host text, next_at timestamptz, back_off_ms integer, fails smallint)
    where host_clock.host = e.host`.execute(ctx.db)
}

export type RoundAdd = {
  og_id: number
  number: number
  found: number
  fetched: number
  unchanged: number
  changed: number
  added: number
  removed: number
  failed: number
  refused: number
  bytes: number
  reasons: Record<string, number>
}

export async function addToRounds(ctx: Ctx, adds: readonly RoundAdd[]): Promise<void> {
  if (adds.length === 0) return
  const inOrder = adds.toSorted((a, b) => a.og_id - b.og_id)
  await sql`update round set found = round.found + e.found, fetched = round.fetched + e.fetched,
      unchanged = round.unchanged + e.unchanged, changed = round.changed + e.changed, added = round.added + e.added,
      removed = round.removed + e.removed, failed = round.failed + e.failed, refused = round.refused + e.refused,
      bytes = round.bytes + e.bytes, reasons = add_counts(round.reasons, e.reasons)
    from jsonb_to_recordset(${json(inOrder)}) as e (og_id bigint, number integer, found integer, fetched integer,
      unchanged integer, changed integer, added integer, removed integer, failed integer, refused integer, bytes bigint,
      reasons jsonb)
    where round.og_id = e.og_id and round.number = e.number`.execute(ctx.db)
}
