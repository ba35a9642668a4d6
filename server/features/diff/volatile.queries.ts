import { sql } from 'kysely'
import { cutText } from '#contract/text.ts'
import type { VolatilePlace as VolatileDto } from '#contract/volatile.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { PlacedEdit } from './digest.ts'
import { fewestPages, historyRounds, type PlaceDecision, type PlaceHistory } from './judge-volatile.ts'

/** Beyond this many changed pages, positions of single pages are not compared. */
const mostPages = 20_000

/**
 * Positions that changed in the complete rounds before one; those of single pages in the rounds that read the page. Rounds
 * before the oldest one that a page remembers count as such.
 */
export async function findPlaceHistory(ctx: Ctx, ogId: number, round: number): Promise<PlaceHistory> {
  const earlier = sql`select number from round where og_id = ${ogId}::bigint and number < ${round}::int and number > 1
    and state = 'complete' order by number desc limit ${historyRounds}`
  const { rows: site } = await sql<PlaceHistory['site'][number]>`
    with edits as (
      select diff.round, (placed ->> 0)::int as place, placed ->> 1 as edit, count(*)::int as pages
      from diff cross join jsonb_array_elements(diff.places) as placed
      where diff.og_id = ${ogId}::bigint and diff.round in (${earlier}) group by 1, 2, 3
    )
    select edits.round, place, sum(pages)::int as pages, max(pages) as with_edit, round.fetched as visited,
      (array_agg(edit order by pages desc, edit))[1] as edit
    from edits join round on round.og_id = ${ogId}::bigint and round.number = edits.round
    group by edits.round, place, round.fetched having sum(pages) >= ${fewestPages}::int`.execute(ctx.db)
  const { rows: pages } = await sql<{ page_id: number; round: number; places: PlacedEdit[] }>`
    with changed as (select distinct page_id from diff where og_id = ${ogId}::bigint and round = ${round}::int)
    select diff.page_id, diff.round, diff.places
    from changed join page on page.og_id = ${ogId}::bigint and page.id = changed.page_id
      cross join lateral (select number from round where round.og_id = page.og_id and number < ${round}::int and number > 1
        and state = 'complete' and (number = any(page.visited_rounds)
          or number < coalesce(page.visited_rounds[cardinality(page.visited_rounds)], ${round}::int))
        order by number desc limit ${historyRounds}) as visited
      join diff on diff.og_id = page.og_id and diff.page_id = page.id and diff.round = visited.number
    where diff.places is not null
    limit ${mostPages}`.execute(ctx.db)
  const { rows: count } = await sql<{
    count: number
  }>`select count(*)::int as count from (${earlier}) as earlier`.execute(ctx.db)
  return { rounds: count[0]!.count, site, pages }
}

export async function findPlaceDecisions(ctx: Ctx, ogId: number): Promise<PlaceDecision[]> {
  const { rows } = await sql<PlaceDecision>`select place, page_id, state from volatile_place
    where og_id = ${ogId}::bigint and state <> 'learned'`.execute(ctx.db)
  return rows
}

export type LearnedPlace = { place: number; page_id: number | null; pages: number; sample: string | null }

/**
 * Notes the positions that a round showed as volatile; those that some rounds read without showing them are no longer
 * learned.
 */
export async function saveLearnedPlaces(
  ctx: Ctx,
  ogId: number,
  round: number,
  places: readonly LearnedPlace[],
): Promise<void> {
  if (places.length > 0)
    await sql`insert into volatile_place (og_id, page_id, place, pages, first_round, last_round, sample)
      select ${ogId}::bigint, e.page_id, e.place, e.pages, ${round}::int, ${round}::int, e.sample
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as e (page_id bigint, place int, pages int, sample text)
      on conflict (og_id, page_id, place) do update set pages = excluded.pages, sample = excluded.sample,
        last_round = greatest(volatile_place.last_round, excluded.last_round)`.execute(ctx.db)
  await sql`delete from volatile_place where og_id = ${ogId}::bigint and state = 'learned'
    and last_round < ${round - historyRounds}::int
    and not exists (select from page where page.og_id = volatile_place.og_id and page.id = volatile_place.page_id
      and cardinality(page.visited_rounds) > 0 and volatile_place.last_round >= coalesce(
        page.visited_rounds[${historyRounds + 1}::int],
        page.visited_rounds[cardinality(page.visited_rounds)] + cardinality(page.visited_rounds) - ${historyRounds + 1}::int))`.execute(
    ctx.db,
  )
}

const columns = sql`volatile_place.id, volatile_place.rev, volatile_place.state, volatile_place.pages,
  volatile_place.first_round, volatile_place.last_round, volatile_place.sample,
  case when page.id is not null then json_build_object('id', page.id, 'url', page.url, 'title', page.title) end as page,
  (select username from "user" where "user".id = volatile_place.decided_by) as decided_by, volatile_place.decided_at`

/** The most places that a site's page lists. */
const mostListed = 200

export async function findVolatilePlaces(ctx: Ctx, ogId: number): Promise<VolatileDto[]> {
  const { rows } = await sql<VolatileDto>`select ${columns} from volatile_place
      left join page on page.og_id = volatile_place.og_id and page.id = volatile_place.page_id
    where volatile_place.og_id = ${ogId}::bigint
    order by volatile_place.page_id is not null, volatile_place.pages desc, volatile_place.id limit ${mostListed}`.execute(
    ctx.db,
  )
  return rows
}

/** Whether the place exists with this revision; decides it if so. */
export async function decidePlace(
  ctx: Ctx,
  ogId: number,
  id: number,
  { state, rev }: { state: VolatileDto['state']; rev?: number | undefined },
): Promise<'decided' | 'stale' | 'missing'> {
  const { rows } = await sql<{ rev: number }>`select rev from volatile_place
    where og_id = ${ogId}::bigint and id = ${id}::bigint for update`.execute(ctx.db)
  const [row] = rows
  if (!row) return 'missing'
  if (rev !== undefined && rev !== row.rev) return 'stale'
  const isDecided = state !== 'learned'
  await sql`update volatile_place set state = ${state}, rev = rev + 1,
      decided_by = ${isDecided ? ctx.actor.id : null}::bigint,
      decided_at = ${isDecided ? ctx.now().toISOString() : null}::timestamptz
    where og_id = ${ogId}::bigint and id = ${id}::bigint`.execute(ctx.db)
  return 'decided'
}

/** Rounds with a difference that waits for review, newest first. */
export async function findWaitingRounds(ctx: Ctx, ogId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ round: number }>`select distinct round from diff
    where og_id = ${ogId}::bigint and status = 'unread' order by round desc limit ${most}`.execute(ctx.db)
  return rows.map(({ round }) => round)
}

/** The newest rounds with judged differences, newest first. */
export async function findJudgedRounds(ctx: Ctx, ogId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ round: number }>`select distinct round from diff
    where og_id = ${ogId}::bigint and facts is not null order by round desc limit ${most}`.execute(ctx.db)
  return rows.map(({ round }) => round)
}

/** The place of the line that a difference shows; undefined if its places are not known. */
export async function findShownPlace(
  ctx: Ctx,
  ogId: number,
  id: number,
): Promise<{ place: number; sample: string | null } | undefined> {
  const { rows } = await sql<{ place: number | null; sample: string | null }>`
    select (diff.facts #>> array['digest', 'hunks', coalesce(
        (select line ->> 'hunk' from jsonb_array_elements(diff.lines) as line where line ->> 'text' = diff.excerpt limit 1),
        '0'), 'place'])::int as place,
      diff.excerpt as sample
    from diff where diff.og_id = ${ogId}::bigint and diff.id = ${id}::bigint and diff.kind <> 'state'`.execute(ctx.db)
  const [row] = rows
  return row && row.place !== null ? { place: row.place, sample: row.sample } : undefined
}

const sampleChars = 120

/** Stores the decision of the actor about a place. */
export async function addDecision(
  ctx: Ctx,
  ogId: number,
  { place, page_id, state, round, sample }: PlaceDecision & { round: number; sample: string | null },
): Promise<void> {
  await sql`insert into volatile_place (og_id, page_id, place, state, pages, first_round, last_round, sample, decided_by,
      decided_at)
    values (${ogId}::bigint, ${page_id}::bigint, ${place}::int, ${state}, 1, ${round}::int, ${round}::int,
      ${cutText(sample ?? '', sampleChars) || null}, ${ctx.actor.id}::bigint, ${ctx.now().toISOString()}::timestamptz)
    on conflict (og_id, page_id, place) do update set state = excluded.state, rev = volatile_place.rev + 1,
      decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(ctx.db)
}
