import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { noShared, type SharedTexts } from '#server/text/shared-texts.ts'

/** The counted texts of a page; of the pages of one slot, the sample has the one with the lowest rank. */
export type SampledTexts = {
  og_id: number
  slot: number
  rank: number
  page_id: number
  round: number
  hashes: number[]
}

/** Little-endian, as all supported machines have them in memory. */
function bytesOf(hashes: ArrayLike<number>): Buffer {
  return Buffer.from(Int32Array.from(hashes).buffer)
}

function hashesOf(bytes: Buffer): Int32Array {
  return new Int32Array(Uint8Array.from(bytes).buffer)
}

/** A page without texts, or with another slot because its address is another one, leaves the slot that it had. */
export async function saveSampled(ctx: Ctx, rows: readonly SampledTexts[]): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(row => ({ ...row, hashes: bytesOf(row.hashes).toString('hex') }))
  await sql`with e as materialized (
      select og_id, slot, rank, page_id, round, decode(hashes, 'hex') as hashes
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as e (og_id bigint, slot smallint, rank integer, page_id bigint, round integer, hashes text)
    ), gone as (
      delete from shared_text_sample as old using e where old.og_id = e.og_id and old.page_id = e.page_id
        and (old.slot <> e.slot or length(e.hashes) = 0)
    )
    insert into shared_text_sample (og_id, slot, rank, page_id, round, hashes)
    select og_id, slot, rank, page_id, round, hashes from e where length(hashes) > 0
    on conflict (og_id, slot) do update set rank = excluded.rank, page_id = excluded.page_id, round = excluded.round,
      hashes = excluded.hashes where shared_text_sample.rank >= excluded.rank`.execute(ctx.db)
}

/** The rank of the page in each slot of a site's sample. */
export async function findRanks(ctx: Ctx, ogId: number): Promise<{ slot: number; rank: number }[]> {
  const { rows } = await sql<{ slot: number; rank: number }>`select slot, rank from shared_text_sample
    where og_id = ${ogId}::bigint`.execute(ctx.db)
  return rows
}

/** Pages that are not active make room for others of their slot. Returns their number. */
export async function dropInactive(ctx: Ctx, ogId: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from shared_text_sample using page
    where shared_text_sample.og_id = ${ogId}::bigint and page.og_id = shared_text_sample.og_id
      and page.id = shared_text_sample.page_id and page.status <> 'active'`.execute(ctx.db)
  return Number(numAffectedRows)
}

/** Whether a round read a page of the sample with another text. */
export async function hasNewTexts(ctx: Ctx, ogId: number, round: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from shared_text_sample
    where og_id = ${ogId}::bigint and round = ${round}::int) as has`.execute(ctx.db)
  return rows[0]!.has
}

export async function findSampled(ctx: Ctx, ogId: number): Promise<Int32Array[]> {
  const { rows } = await sql<{ hashes: Buffer }>`select hashes from shared_text_sample
    where og_id = ${ogId}::bigint`.execute(ctx.db)
  return rows.map(({ hashes }) => hashesOf(hashes))
}

/** The list in force in a round. `isEarly`: the first list if the round is older than it. */
export async function findList(ctx: Ctx, ogId: number, round: number, isEarly: boolean): Promise<SharedTexts> {
  const { rows } = await sql<{ hashes: Buffer }>`select hashes from shared_text
    where og_id = ${ogId}::bigint and (since <= ${round}::int or ${isEarly}::boolean)
    order by since <= ${round}::int desc, abs(since - ${round}::int) limit 1`.execute(ctx.db)
  return rows[0] ? hashesOf(rows[0].hashes) : noShared
}

/** Saves the list in force from a round on. */
export async function saveList(ctx: Ctx, ogId: number, since: number, hashes: SharedTexts): Promise<void> {
  await sql`insert into shared_text (og_id, since, hashes) values (${ogId}::bigint, ${since}::int, ${bytesOf(hashes)}::bytea)
    on conflict (og_id, since) do update set hashes = excluded.hashes`.execute(ctx.db)
}
