import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** A capture to be requested again; `timestamp` is empty for the list of a page's captures. */
export type PastRetry = { url: string; timestamp: string; attempts: number; next_at: string }
export type StoredRetry = PastRetry & { id: number }

export async function insertRetries(ctx: Ctx, archiveId: number, retries: readonly PastRetry[]): Promise<void> {
  if (retries.length === 0) return
  await sql`insert into page_archive_retry (archive_id, url, timestamp, attempts, next_at)
    select ${archiveId}::bigint, e.url, e.timestamp, e.attempts, e.next_at
    from jsonb_to_recordset(${JSON.stringify(retries)}::jsonb)
      as e (url text, timestamp text, attempts smallint, next_at timestamptz)`.execute(ctx.db)
}

/** The retry with the earliest time, due or not. */
export async function findNextRetry(ctx: Ctx, archiveId: number): Promise<StoredRetry | undefined> {
  const { rows } = await sql<StoredRetry>`select id, url, timestamp, attempts, next_at from page_archive_retry
    where archive_id = ${archiveId}::bigint order by next_at, id limit 1`.execute(ctx.db)
  return rows[0]
}

export async function removeRetry(ctx: Ctx, id: number): Promise<void> {
  await sql`delete from page_archive_retry where id = ${id}::bigint`.execute(ctx.db)
}

/** Removes all retries of a fetch that ends; returns their numbers. */
export async function removeRetries(ctx: Ctx, archiveId: number): Promise<{ lists: number; captures: number }> {
  const { rows } = await sql<{ lists: number; captures: number }>`with removed as (
      delete from page_archive_retry where archive_id = ${archiveId}::bigint returning timestamp)
    select count(*) filter (where timestamp = '')::int as lists, count(*) filter (where timestamp <> '')::int as captures
    from removed`.execute(ctx.db)
  return rows[0]!
}
