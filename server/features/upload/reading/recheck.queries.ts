import { sql } from 'kysely'
import type { UploadFailure } from '#contract/upload-state.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A random sample of uploads that count as searched with this dictionary, with their findings. */
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

/** Makes the next rescan search these uploads again, whatever the dictionary version is. */
export async function markUnsearched(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`update upload set scanned = 0 where id = any(${ids}::bigint[])`.execute(ctx.db)
}

type KeptReading = {
  id: number
  step: number
  file_name: string
  blob_key: string
  failure: UploadFailure | null
}

/** A random sample of uploads that this reader has read to the end, or cannot read. */
export async function sampleReadings(ctx: Ctx, version: number, size: number): Promise<KeptReading[]> {
  const { rows } =
    await sql<KeptReading>`select upload.id, upload.step, upload.file_name, upload_content.blob_key, upload.failure
    from upload join upload_content on upload_content.sha256 = upload.sha256
    where deleted_at is null and status not in ('received', 'processing') and reader_version = ${version}::smallint
      and (failure is null or failure not in ('too_slow', 'too_much_memory', 'storage_fault', 'interrupted')) and not flags && array['slow', 'older_text']
    order by random() limit ${size}`.execute(ctx.db)
  return rows
}

/**
 * Marks an upload as read by an older reader, so that it is read again; pictures and web pages are not (`isOld`). False
 * if it was read again meanwhile or no longer exists.
 */
export async function markUnread(ctx: Ctx, { id, step }: Pick<KeptReading, 'id' | 'step'>): Promise<boolean> {
  const { rows } = await sql`update upload set reader_version = case
      when failure is null and kind in ('image', 'html') then reader_version else 0 end
    where id = ${id}::bigint and step = ${step}::int and deleted_at is null and status not in ('received', 'processing')
    returning id`.execute(ctx.db)
  return rows.length > 0
}
