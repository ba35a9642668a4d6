import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** The position of a content and its base. */
export type StoredCapture = {
  hash: Buffer
  base: Buffer | null
  pack: string
  at: number
  stored: number
  size: number
  codec: string
  step: number
}

/** Those of these contents that are stored and readable, locked against removal until the caller's transaction ends. */
export async function lockStoredContents(ctx: Ctx, hashes: Buffer[]): Promise<Buffer[]> {
  // The statement's text does not depend on the number of hashes, so that it is prepared once.
  const { rows } = await sql<{
    hash: Buffer
  }>`select hash from blob where hash = any(${hashes}::bytea[]) and not is_lost
    for key share`.execute(ctx.db)
  return rows.map(row => row.hash)
}

/** The content's row and its chain of bases, up to the one without a base; empty if it is unknown. */
export async function findChain(ctx: Ctx, hash: Buffer): Promise<StoredCapture[]> {
  return (await findChains(ctx, [hash])).get(hash.toString('hex')) ?? []
}

/** The same for many, by hash in hexadecimal. */
export async function findChains(ctx: Ctx, hashes: Buffer[]): Promise<Map<string, StoredCapture[]>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<StoredCapture & { of: string }>`
    with recursive chain as (
      select blob.hash as of, blob.*, 0 as nth from blob where blob.hash = any(${hashes}::bytea[])
      union all
      select chain.of, blob.*, chain.nth + 1 from chain join blob on blob.hash = chain.base where chain.nth < 100
    )
    select encode(of, 'hex') as of, hash, base, pack, at, stored, size, codec, step from chain order by of, nth`.execute(
    ctx.db,
  )
  return Map.groupBy(rows, row => row.of)
}

/**
 * Inserts contents whose bytes are durable. A content that another process has stored meanwhile stays; lost contents
 * that are readable again are returned.
 */
export async function insertCaptures(ctx: Ctx, rows: StoredCapture[]): Promise<Buffer[]> {
  if (rows.length === 0) return []
  // Always in the same order, so that two processes that store the same contents do not deadlock.
  const inOrder = rows.toSorted((a, b) => Buffer.compare(a.hash, b.hash))
  const made = await sql<{ hash: Buffer; is_healed: boolean }>`
    insert into blob (hash, base, pack, at, stored, size, codec, step, created_at)
    select fresh.*, ${ctx.now().toISOString()}::timestamptz
    from unnest(
      ${inOrder.map(row => row.hash)}::bytea[], ${inOrder.map(row => row.base)}::bytea[],
      ${inOrder.map(row => row.pack)}::uuid[], ${inOrder.map(row => row.at)}::bigint[],
      ${inOrder.map(row => row.stored)}::int[], ${inOrder.map(row => row.size)}::int[],
      ${inOrder.map(row => row.codec)}::text[], ${inOrder.map(row => row.step)}::smallint[]) as fresh
    on conflict (hash) do update set
      base = excluded.base, pack = excluded.pack, at = excluded.at, stored = excluded.stored, size = excluded.size,
      codec = excluded.codec, step = excluded.step, is_lost = false
    where blob.is_lost
    returning hash, xmax <> 0 as is_healed`.execute(ctx.db)
  return made.rows.filter(row => row.is_healed).map(row => row.hash)
}
