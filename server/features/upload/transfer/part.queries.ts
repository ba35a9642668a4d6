import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** A part of a transfer, stored as an object in the bucket. */
export type PartRow = { at: number; length: number; blob_key: string }

export async function findParts(ctx: Ctx, id: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`select at, length, blob_key from transfer_part where transfer_id = ${id}
    order by at`.execute(ctx.db)
  return rows
}

/** Number of stored bytes of each transfer. */
export async function sumParts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`select transfer_id as id, sum(length)::bigint as bytes
    from transfer_part where transfer_id = any(${ids}::text[]) group by 1`.execute(ctx.db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** Replaces an existing part at the same position by a longer one. */
export async function addPart(ctx: Ctx, id: string, { at, length, blob_key }: PartRow): Promise<void> {
  await sql`insert into transfer_part (transfer_id, at, length, blob_key)
    values (${id}, ${at}::bigint, ${length}::int, ${blob_key})
    on conflict (transfer_id, at) do update set length = excluded.length, blob_key = excluded.blob_key`.execute(ctx.db)
}

/** Deletes the parts of transfers and returns the keys of their objects. */
export async function claimParts(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ blob_key: string }>`delete from transfer_part where transfer_id = any(${ids}::text[])
    returning blob_key`.execute(ctx.db)
  return rows.map(row => row.blob_key)
}

/** Those of these keys that belong to parts of a transfer in progress. */
export async function findKnownParts(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ blob_key: string }>`select blob_key from transfer_part
    where blob_key = any(${keys}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.blob_key))
}
