import { type RawBuilder, sql } from 'kysely'
import type { SavedSearch } from '#contract/search.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { isReadable } from './find.queries.ts'

/** A hit counts as fresh if it was found since the user last looked, and is still readable. */
const columns = (ctx: Ctx) => sql`saved_search.id, saved_search.name, saved_search.query, saved_search.is_notifying,
  saved_search.created_at, saved_search.is_notifying and exists (select from set_aside
    where queue = 'saved_search' and key = saved_search.id::text) as is_failed, (select count(*)::int from saved_search_hit as hit
    where hit.saved_search_id = saved_search.id and hit.found_at > saved_search.seen_at
      and exists (select from search_entry as entry where entry.noun = hit.noun and entry.record_id = hit.record_id
        and ${isReadable(ctx, 'entry')})) as fresh`

export async function findSavedSearches(ctx: Ctx): Promise<SavedSearch[]> {
  const { rows } = await sql<SavedSearch>`select ${columns(ctx)} from saved_search where owner = ${ctx.actor.id}::bigint
    order by id desc`.execute(ctx.db)
  return rows
}

export async function findSavedSearch(ctx: Ctx, id: number): Promise<SavedSearch | undefined> {
  const { rows } = await sql<SavedSearch>`select ${columns(ctx)} from saved_search
    where id = ${id}::bigint and owner = ${ctx.actor.id}::bigint`.execute(ctx.db)
  return rows[0]
}

/** Undefined if the user has reached the limit. The lock makes the second of two concurrent calls count the first. */
export async function insertSavedSearch(
  ctx: Ctx,
  saved: Pick<SavedSearch, 'name' | 'query' | 'is_notifying'>,
  most: number,
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('saved_search'), ${ctx.actor.id}::int)`.execute(ctx.db)
  const at = ctx.now().toISOString()
  const { rows } = await orDuplicateName(
    saved.name,
    sql<{ id: number }>`insert into saved_search (owner, name, query, is_notifying, checked_at, seen_at, created_at)
      select ${ctx.actor.id}::bigint, ${saved.name}, ${JSON.stringify(saved.query)}::jsonb, ${saved.is_notifying}::boolean,
        ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
      where (select count(*) from saved_search where owner = ${ctx.actor.id}::bigint) < ${most}::int returning id`.execute(
      ctx.db,
    ),
  )
  return rows[0]?.id
}

/** Number of the user's own saved searches that notify. */
export async function countNotifying(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from saved_search
    where owner = ${ctx.actor.id}::bigint and is_notifying`.execute(ctx.db)
  return rows[0]!.total
}

export async function changeSavedSearch(
  ctx: Ctx,
  id: number,
  patch: { name?: string | undefined; is_notifying?: boolean | undefined; is_seen?: true | undefined },
): Promise<void> {
  const at = ctx.now().toISOString()
  await orDuplicateName(
    patch.name ?? '',
    sql`update saved_search set name = coalesce(${patch.name ?? null}::text, name),
      is_notifying = coalesce(${patch.is_notifying ?? null}::boolean, is_notifying),
      seen_at = case when ${patch.is_seen ?? false}::boolean then ${at}::timestamptz else seen_at end
      where id = ${id}::bigint and owner = ${ctx.actor.id}::bigint`.execute(ctx.db),
  )
}

async function orDuplicateName<T>(name: string, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isUniqueViolation(error, 'saved_search_name_key')) throw new AppError('duplicate', { value: name })
    throw error
  }
}

/** False if this user has no such search. */
export async function removeSavedSearch(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`delete from saved_search where id = ${id}::bigint and owner = ${ctx.actor.id}::bigint
    returning id`.execute(ctx.db)
  return rows.length > 0
}

export async function hasNotifying(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean
  }>`select exists (select from saved_search where is_notifying) as is`.execute(ctx.db)
  return rows[0]!.is
}

export type WatchedSearch = { id: number; owner: number; query: SavedSearch['query']; checked_at: string }

/** Saved searches that notify. */
export async function findWatching(ctx: Ctx): Promise<WatchedSearch[]> {
  const { rows } = await sql<WatchedSearch>`select id, owner, query, checked_at from saved_search where is_notifying
    order by id`.execute(ctx.db)
  return rows
}

/** Time at which the newest entry was written; entries of transactions in progress will be later. */
export async function newestWritten(ctx: Ctx): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select max(written_at) as at from search_entry`.execute(ctx.db)
  return rows[0]!.at
}

export async function setChecked(ctx: Ctx, id: number, at: string): Promise<void> {
  await sql`update saved_search set checked_at = ${at}::timestamptz where id = ${id}::bigint`.execute(ctx.db)
}

/** Stores all matches and returns those that are found for the first time. */
export async function addSavedHits(
  ctx: Ctx,
  id: number,
  matches: RawBuilder<{ noun: string; id: number }>,
): Promise<{ noun: string; record_id: number }[]> {
  const { rows } = await sql<{ noun: string; record_id: number }>`insert into saved_search_hit
      (saved_search_id, noun, record_id, found_at)
    select ${id}::bigint, noun, id, ${ctx.now().toISOString()}::timestamptz from (${matches}) as match
    on conflict do nothing returning noun, record_id`.execute(ctx.db)
  return rows
}

export type UnreportedHit = { saved_search: number; noun: string; record_id: number }

/**
 * Forgets hits whose owners could not be notified, so that they are found again once the record is written again;
 * entries written since then are checked again.
 */
export async function deleteSavedHits(ctx: Ctx, hits: readonly UnreportedHit[]): Promise<void> {
  if (hits.length === 0) return
  await sql`with forgotten as (
      delete from saved_search_hit as hit
      using jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as e (saved_search bigint, noun text, record_id bigint)
      where hit.saved_search_id = e.saved_search and hit.noun = e.noun and hit.record_id = e.record_id
      returning hit.saved_search_id, hit.found_at)
    update saved_search set checked_at = least(checked_at, since.found_at)
    from (select saved_search_id, min(found_at) as found_at from forgotten group by saved_search_id) as since
    where saved_search.id = since.saved_search_id`.execute(ctx.db)
}
