import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** A random sample of uploads that count as searched with this dictionary, with what was found in them. */
export async function sampleUploads(
  ctx: Ctx,
  dictionary: number,
  size: number,
): Promise<{ id: number; found: string[] }[]> {
  const { rows } = await sql<{ id: number; found: string[] }>`select upload.id,
      coalesce((select array_agg('word ' || word_id) from upload_hit where upload_id = upload.id), '{}')
      || coalesce((select array_agg(noun || ' ' || record_id) from upload_mention where upload_id = upload.id), '{}') as found
    from upload where scanned = ${dictionary}::int and part_count > 0 and deleted_at is null
      and status not in ('received', 'processing')
    order by random() limit ${size}`.execute(ctx.db)
  return rows
}

/** They are searched again with the next rescan, whatever the dictionary is. */
export async function markUnsearched(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`update upload set scanned = 0 where id = any(${ids}::bigint[])`.execute(ctx.db)
}
