import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

export async function hasContent(ctx: Ctx, sha256: string): Promise<boolean> {
  const { rows } = await sql`select 1 from upload_content where sha256 = ${sha256}`.execute(ctx.db)
  return rows.length > 0
}

/**
 * Stores a content once and returns its blob key: the given one if the content is new. The row remains locked until the
 * transaction ends, also against another upload or the cleaning job.
 */
export async function keepContent(
  ctx: Ctx,
  content: { sha256: string; size: number; blobKey: string },
): Promise<string> {
  const { rows } = await sql<{ blob_key: string }>`insert into upload_content (sha256, size, blob_key, created_at)
    values (${content.sha256}, ${content.size}::bigint, ${content.blobKey}, ${ctx.now().toISOString()}::timestamptz)
    on conflict (sha256) do update set size = excluded.size returning blob_key`.execute(ctx.db)
  return rows[0]!.blob_key
}

/** Deletes some contents that no upload uses any more, and returns their blob keys. */
export async function removeUnusedContents(ctx: Ctx, before: string): Promise<string[]> {
  // Locks the rows first: the second statement then sees uploads that were added meanwhile.
  const { rows } = await sql<{ sha256: string }>`select sha256 from upload_content
    where created_at < ${before}::timestamptz and not exists (select from upload where upload.sha256 = upload_content.sha256)
    limit 1000 for update skip locked`.execute(ctx.db)
  const { rows: gone } = await sql<{ blob_key: string }>`delete from upload_content
    where sha256 = any(${rows.map(row => row.sha256)}::text[])
      and not exists (select from upload where upload.sha256 = upload_content.sha256) returning blob_key`.execute(
    ctx.db,
  )
  return gone.map(row => row.blob_key)
}

export async function findKnownBlobs(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ blob_key: string }>`select blob_key from upload_content
    where blob_key = any(${keys}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.blob_key))
}
