import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** No version shows it and nothing builds on it. Younger ones may belong to a version that is just being written. */
const isUnneeded = (before: Date) => sql`blob.created_at < ${before.toISOString()}::timestamptz
  and not exists (select from page_version where page_version.hash = blob.hash)
  and not exists (select from page_version where page_version.text_blob = blob.hash)
  and not exists (select from blob as next where next.base = blob.hash)`

/** Removes what nothing needs among the next contents in the order of their hashes; `last` is where to go on. */
export async function removeUnneededAfter(ctx: Ctx, before: Date, after: Buffer, limit: number) {
  const { rows } = await sql<{ removed: number; bases: Buffer[]; last: Buffer | null }>`
    with batch as (select hash from blob where hash > ${after} order by hash limit ${limit}),
      gone as (delete from blob where hash in (select hash from batch) and ${isUnneeded(before)} returning base)
    select (select count(*)::int from gone) as removed, (select max(hash) from batch) as last,
      array(select distinct base from gone where base is not null) as bases`.execute(ctx.db)
  return rows[0]!
}

/** The same among these. */
export async function removeUnneededOf(ctx: Ctx, before: Date, hashes: Buffer[]) {
  const { rows } = await sql<{ removed: number; bases: Buffer[] }>`
    with gone as (delete from blob where hash = any(${hashes}::bytea[]) and ${isUnneeded(before)} returning base)
    select (select count(*)::int from gone) as removed,
      array(select distinct base from gone where base is not null) as bases`.execute(ctx.db)
  return rows[0]!
}

export type PackUse = { pack: string; live: number; end: number }

/** For each pack that rows point to: bytes in use, and where the last of them ends. */
export async function findPackUse(ctx: Ctx): Promise<Map<string, PackUse>> {
  const { rows } = await sql<PackUse>`select pack, sum(stored)::bigint as live, max(at + stored)::bigint as end
    from blob group by pack`.execute(ctx.db)
  return new Map(rows.map(row => [row.pack, row]))
}

export async function isPackUsed(ctx: Ctx, pack: string): Promise<boolean> {
  const { rows } = await sql`select from blob where pack = ${pack}::uuid limit 1`.execute(ctx.db)
  return rows.length > 0
}

export type PackRow = { hash: Buffer; at: number; stored: number }

/** What lies in a pack from this offset on, in order. */
export async function findInPack(ctx: Ctx, pack: string, from: number, limit: number): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`select hash, at, stored from blob
    where pack = ${pack}::uuid and at >= ${from}::bigint order by at, hash limit ${limit}`.execute(ctx.db)
  return rows
}

/** Points to copies that are durable; a row that has changed meanwhile stays as it is. */
export async function moveInPack(
  ctx: Ctx,
  pack: string,
  moved: { hash: Buffer; pack: string; at: number }[],
): Promise<void> {
  await sql`update blob set pack = new_place.pack, at = new_place.at
    from unnest(${moved.map(row => row.hash)}::bytea[], ${moved.map(row => row.pack)}::uuid[],
      ${moved.map(row => row.at)}::bigint[]) as new_place (hash, pack, at)
    where blob.hash = new_place.hash and blob.pack = ${pack}::uuid`.execute(ctx.db)
}
