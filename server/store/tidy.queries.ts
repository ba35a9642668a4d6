import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * No version and no file of a page shows it and nothing builds on it. Younger contents may belong to a version that is just being written.
 */
const isUnneeded = (before: Date) => sql`blob.created_at < ${before.toISOString()}::timestamptz
  and not exists (select from page_version where page_version.hash = blob.hash)
  and not exists (select from page_version where page_version.text_blob = blob.hash)
  and not exists (select from page_asset where page_asset.hash = blob.hash)
  and not exists (select from page_snapshot where page_snapshot.picture = blob.hash)
  and not exists (select from blob as next where next.base = blob.hash)`

/** The number of removed contents, their bases, and their packs. */
export type RemovedContents = { removed: number; bases: Buffer[]; packs: string[] }
const whatWent = sql`(select count(*)::int from gone) as removed, array(select distinct pack::text from gone) as packs,
  array(select distinct base from gone where base is not null) as bases`

/**
 * Removes unneeded contents among the next ones in the order of their hashes; `last` is the position to continue from.
 */
export async function removeUnneededAfter(ctx: Ctx, before: Date, after: Buffer, limit: number) {
  const { rows } = await sql<RemovedContents & { last: Buffer | null }>`
    with batch as (select hash from blob where hash > ${after} order by hash limit ${limit}),
      gone as (delete from blob where hash in (select hash from batch) and ${isUnneeded(before)} returning base, pack)
    select (select max(hash) from batch) as last, ${whatWent}`.execute(ctx.db)
  return rows[0]!
}

/** The same among these contents. */
export async function removeUnneededOf(ctx: Ctx, before: Date, hashes: Buffer[]): Promise<RemovedContents> {
  const { rows } = await sql<RemovedContents>`
    with gone as (delete from blob where hash = any(${hashes}::bytea[]) and ${isUnneeded(before)} returning base, pack)
    select ${whatWent}`.execute(ctx.db)
  return rows[0]!
}

/**
 * The same among the next contents that lost a version before that time. They are removed from the list, because they
 * need no second check.
 */
export async function removeLoose(
  ctx: Ctx,
  before: Date,
  limit: number,
): Promise<RemovedContents & { looked: number }> {
  const { rows } = await sql<RemovedContents & { looked: number }>`
    with batch as (delete from blob_loose where hash in (select hash from blob_loose
          where at < ${before.toISOString()}::timestamptz order by hash limit ${limit} for update skip locked) returning hash),
      gone as (delete from blob where hash in (select hash from batch) and ${isUnneeded(before)} returning base, pack)
    select (select count(*)::int from batch) as looked, ${whatWent}`.execute(ctx.db)
  return rows[0]!
}

type PackUse = { pack: string; live: number; end: number }

/** For each pack that rows point to, or only for these: the used bytes, and the end of the last used range. */
export async function findPackUse(ctx: Ctx, packs?: readonly string[]): Promise<Map<string, PackUse>> {
  const { rows } = await sql<PackUse>`select pack, sum(stored)::bigint as live, max(at + stored)::bigint as end
    from blob ${packs ? sql`where pack = any(${packs}::uuid[])` : sql``} group by pack`.execute(ctx.db)
  return new Map(rows.map(row => [row.pack, row]))
}

export async function isPackUsed(ctx: Ctx, pack: string): Promise<boolean> {
  const { rows } = await sql`select from blob where pack = ${pack}::uuid limit 1`.execute(ctx.db)
  return rows.length > 0
}

export type PackRow = { hash: Buffer; at: number; stored: number }

/** Contents of a pack from this offset on, in order. */
export async function findInPack(ctx: Ctx, pack: string, from: number, limit: number): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`select hash, at, stored from blob
    where pack = ${pack}::uuid and at >= ${from}::bigint order by at, hash limit ${limit}`.execute(ctx.db)
  return rows
}

/** Points rows to durable copies; a row that has changed meanwhile stays as it is. */
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
