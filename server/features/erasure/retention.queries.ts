import { type RawBuilder, sql } from 'kysely'
import type { Retention } from '#contract/erasure.api.ts'
import { isWhole } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isVersionRetained } from './retained-version.queries.ts'

export type RetentionEntity = Retention['noun']
type ExpiredRecord = { id: number; title: string; at: string }

/** Rows that a retention period applies to: each with an id, a title and the instant from which the days count. */
const sources: Record<RetentionEntity, RawBuilder<unknown>> = {
  person: sql`select id, name as title, updated_at as at from person where deleted_at is null and ${isWhole('person')}`,
  event: sql`select id, title, coalesce(upper(span), updated_at)::timestamptz(3) as at from event
    where deleted_at is null and ${isWhole('event')}`,
  upload: sql`select id, title, updated_at as at from upload where deleted_at is null`,
  notification: sql`select id, noun || ' ' || kind as title, at from notification`,
  import: sql`select id, file_name as title, updated_at as at from import
    where state not in ('parsing', 'checking', 'running')`,
  // Never includes the newest version of a page.
  page_version: sql`select page_version.id, coalesce(page.title, page.url) as title, page_version.fetched_at as at
    from page_version join page on page.og_id = page_version.og_id and page.id = page_version.page_id
    where page_version.is_replaced and page_version.id is distinct from page.last_version and page_version.id is distinct from page.low_version
      and not ${isVersionRetained}`,
}

export async function findRetentions(ctx: Ctx): Promise<Retention[]> {
  const { rows } = await sql<Retention>`select noun, days, ran_at, removed from retention`.execute(ctx.db)
  return rows
}

export async function saveRetention(
  ctx: Ctx,
  noun: RetentionEntity,
  days: number | null,
): Promise<number | null | undefined> {
  const { rows } = await sql<{ days: number | null }>`with before as (select days from retention where noun = ${noun})
    , saved as (insert into retention (noun, days, updated_at, updated_by)
      values (${noun}, ${days}, ${ctx.now().toISOString()}, ${ctx.actor.id})
      on conflict (noun) do update set days = excluded.days, updated_at = excluded.updated_at, updated_by = excluded.updated_by)
    select days from before`.execute(ctx.db)
  return rows[0]?.days
}

export async function countExpired(ctx: Ctx, noun: RetentionEntity, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${sources[noun]}) as found
    where at < ${before.toISOString()}::timestamptz`.execute(ctx.db)
  return rows[0]!.count
}

/**
 * Returns the oldest first, and only rows after `after`, so that rows that must stay are not examined again for each
 * portion.
 */
export async function findExpired(
  ctx: Ctx,
  noun: RetentionEntity,
  before: Date,
  limit: number,
  after?: Pick<ExpiredRecord, 'id' | 'at'>,
): Promise<ExpiredRecord[]> {
  const { rows } = await sql<ExpiredRecord>`select id, title, at from (${sources[noun]}) as found
    where at < ${before.toISOString()}::timestamptz
      ${after ? sql`and (at, id) > (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
    order by at, id limit ${limit}`.execute(ctx.db)
  return rows
}

export async function removeNotifications(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`delete from notification where id = any(${ids}::bigint[])`.execute(ctx.db)
}

export async function removeImports(ctx: Ctx, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ file_key: string | null }>`delete from import where id = any(${ids}::bigint[])
    returning file_key`.execute(ctx.db)
  return rows.flatMap(row => row.file_key ?? [])
}

/** Removes old versions together with the differences that refer to them. */
export async function removeOldVersions(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`delete from diff using page_version as old where old.id = any(${ids}::bigint[]) and diff.og_id = old.og_id
    and diff.page_id = old.page_id and (diff.from_version = old.id or diff.to_version = old.id)`.execute(ctx.db)
  await sql`with gone as (
      delete from page_version where id = any(${ids}::bigint[]) returning og_id, page_id, is_good
    ), sums as (select og_id, page_id, count(*) filter (where is_good)::int as count from gone group by og_id, page_id)
    update page set versions = greatest(page.versions - sums.count, 1) from sums
    where page.og_id = sums.og_id and page.id = sums.page_id`.execute(ctx.db)
}

export async function noteRun(ctx: Ctx, noun: RetentionEntity, removed: number): Promise<void> {
  await sql`update retention set ran_at = ${ctx.now().toISOString()}::timestamptz, removed = removed + ${removed}::bigint
    where noun = ${noun}`.execute(ctx.db)
}
