import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { StoredCapture } from './store.queries.ts'
import type { PackRow } from './tidy.queries.ts'

export type CheckedRow = StoredCapture & { is_lost: boolean }

const columns = sql`blob.hash, blob.base, blob.pack, blob.at, blob.stored, blob.size, blob.codec, blob.step, blob.is_lost`

/** The next contents that are stored without a base, in the order of their hashes. */
export async function findAloneAfter(ctx: Ctx, after: Buffer, limit: number): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`select ${columns} from blob where base is null and hash > ${after}
    order by hash limit ${limit}`.execute(ctx.db)
  return rows
}

export async function findContents(ctx: Ctx, hashes: readonly Buffer[]): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`select ${columns} from blob where hash = any(${hashes}::bytea[])
    order by step`.execute(ctx.db)
  return rows
}

/** Contents that use one of these as their base. */
export async function findBuiltOn(ctx: Ctx, hashes: Buffer[]): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`select ${columns} from blob where base = any(${hashes}::bytea[])
    order by hash`.execute(ctx.db)
  return rows
}

/** Sets whether contents, and the versions that show them, are lost. */
export async function markLost(ctx: Ctx, hashes: Buffer[], isLost: boolean): Promise<void> {
  await sql`update blob set is_lost = ${isLost} where hash = any(${hashes}::bytea[])`.execute(ctx.db)
  for (const column of ['hash', 'text_blob'])
    await sql`update page_version set is_lost = whole.is_lost
      from (
        select page_version.og_id, page_version.page_id, page_version.id, shown.is_lost or coalesce(text.is_lost, false) as is_lost
        from page_version join blob as shown on shown.hash = page_version.hash
        left join blob as text on text.hash = page_version.text_blob
        where page_version.${sql.ref(column)} = any(${hashes}::bytea[])
      ) as whole
      where page_version.og_id = whole.og_id and page_version.page_id = whole.page_id and page_version.id = whole.id
        and page_version.is_lost <> whole.is_lost`.execute(ctx.db)
}

/** Sets the position at which the bytes of a content were found. */
export async function relink(ctx: Ctx, hash: Buffer, pack: string, at: number): Promise<void> {
  await sql`update blob set pack = ${pack}::uuid, at = ${at}::bigint where hash = ${hash}`.execute(ctx.db)
}

/** Contents that no version uses and that are old enough not to be needed any more. */
export async function countUnneeded(ctx: Ctx, before: Date): Promise<number> {
  // The references are read from the catalogue, because a backup may be made of the database of an older version.
  const references = await sql<{
    table: string
    column: string
  }>`select class.relname as table, column_.attname as column
    from pg_constraint as reference join pg_class as class on class.oid = reference.conrelid
    join pg_attribute as column_ on column_.attrelid = reference.conrelid and column_.attnum = reference.conkey[1]
    where reference.contype = 'f' and reference.confrelid = 'blob'::regclass`.execute(ctx.db)
  const isUnused = references.rows.map(
    ({ table, column }) =>
      sql`and not exists (select from ${sql.table(table)} as user_ where user_.${sql.ref(column)} = blob.hash)`,
  )
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from blob
    where created_at < ${before.toISOString()}::timestamptz ${sql.join(isUnused, sql` `)}`.execute(ctx.db)
  return rows[0]!.count
}

/** Used ranges of a pack, in order. */
export async function findPlaces(ctx: Ctx, pack: string): Promise<PackRow[]> {
  const { rows } = await sql<PackRow>`select hash, at, stored from blob
    where pack = ${pack}::uuid order by at`.execute(ctx.db)
  return rows
}
