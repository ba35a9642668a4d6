import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Bytes of a transfer that lie in the bucket. */
export type PartRow = { at: number; length: number; blob_key: string }

export async function findParts(ctx: Ctx, id: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`select at, length, blob_key from transfer_part where transfer_id = ${id}
    order by at`.execute(ctx.db)
  return rows
}

/** Bytes of each that are there for good. */
export async function sumParts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`select transfer_id as id, sum(length)::bigint as bytes
    from transfer_part where transfer_id = any(${ids}::text[]) group by 1`.execute(ctx.db)
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** One that lies there already is replaced by one that is longer. */
export async function addPart(ctx: Ctx, id: string, { at, length, blob_key }: PartRow): Promise<void> {
  await sql`insert into transfer_part (transfer_id, at, length, blob_key)
    values (${id}, ${at}::bigint, ${length}::int, ${blob_key})
    on conflict (transfer_id, at) do update set length = excluded.length, blob_key = excluded.blob_key`.execute(ctx.db)
}

/** The keys of the objects that are needed no more. */
export async function takeParts(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ blob_key: string }>`delete from transfer_part where transfer_id = any(${ids}::text[])
    returning blob_key`.execute(ctx.db)
  return rows.map(row => row.blob_key)
}

/** Which of these keys are of a part that is on its way in. */
export async function findKnownParts(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ blob_key: string }>`select blob_key from transfer_part
    where blob_key = any(${keys}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.blob_key))
}
