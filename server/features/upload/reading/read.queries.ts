import { type SqlBool, sql } from 'kysely'
import type { TextCounts } from '#contract/text-counts.ts'
import type { Upload } from '#contract/upload.api.ts'
import type { UploadKind } from '#contract/upload-state.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { mostTries, pausesMinutes } from './tries.ts'

export type ReadingJob = {
  id: number
  step: number
  tries: number
  file_name: string
  sha256: string
  size: number
  blob_key: string
  owner: number | null
}

/** Claims a reading that is not finished; undefined if it was superseded or is finished. */
export async function beginReading(ctx: Ctx, id: number, step: number): Promise<ReadingJob | undefined> {
  const { rows } = await sql<ReadingJob>`update upload set status = 'processing', tries = tries + 1,
      touched_at = ${ctx.now().toISOString()}::timestamptz
    from upload_content
    where upload.id = ${id}::bigint and upload.step = ${step}::int and upload.status in ('received', 'processing')
      and upload_content.sha256 = upload.sha256
    returning upload.id, upload.step, upload.tries, upload.file_name, upload.sha256, upload.size, upload_content.blob_key,
      upload.owner`.execute(ctx.db)
  return rows[0]
}

/** Ends a try that met a temporary fault; the pause before the next one begins now. */
export async function releaseReading(ctx: Ctx, { id, step }: ReadingJob): Promise<void> {
  await sql`update upload set status = 'received', touched_at = ${ctx.now().toISOString()}::timestamptz
    where id = ${id}::bigint and step = ${step}::int and status = 'processing'`.execute(ctx.db)
}

export type ReadResult = Pick<Upload, 'failure' | 'flags' | 'media_type'> & {
  kind: UploadKind
  textLength: number
  partCount: number
  counts: TextCounts | null
  readerVersion: number
}

/** False if the reading was superseded meanwhile. */
export async function endReading(ctx: Ctx, { id, step }: ReadingJob, result: ReadResult): Promise<boolean> {
  const at = ctx.now().toISOString()
  const { numAffectedRows } =
    await sql`update upload set status = ${result.failure ? 'failed' : 'ready'}::upload_status,
      failure = ${result.failure}, flags = ${result.flags}::text[], kind = ${result.kind}, media_type = ${result.media_type},
      tries = 0, text_length = ${result.textLength}::int, part_count = ${result.partCount}::int,
      text_counts = ${result.counts && JSON.stringify(result.counts)}::jsonb, reader_version = ${result.readerVersion}::smallint,
      touched_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
    where id = ${id}::bigint and step = ${step}::int and status = 'processing'`.execute(ctx.db)
  return Number(numAffectedRows ?? 0) > 0
}

export async function restartReading(ctx: Ctx, id: number): Promise<number> {
  const at = ctx.now().toISOString()
  const { rows } = await sql<{ step: number }>`update upload set status = 'received', failure = null, step = step + 1,
      tries = 0, touched_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
    where id = ${id}::bigint returning step`.execute(ctx.db)
  return rows[0]!.step
}

/** Whether the pause after the latest try is over; the worker of a last try may have been lost. */
export const isPauseOver = (ctx: Ctx) => sql<SqlBool>`upload.touched_at < ${ctx.now().toISOString()}::timestamptz
  - make_interval(mins => (${[...pausesMinutes, pausesMinutes[0]]}::int[])[least(greatest(upload.tries, 1), ${mostTries}::int)])`

/** Readings without progress: their worker ended without reporting, or the last try met a temporary fault. */
export async function findStalled(ctx: Ctx): Promise<{ id: number; step: number }[]> {
  const { rows } = await sql<{ id: number; step: number }>`select id, step from upload
    where status in ('received', 'processing') and ${isPauseOver(ctx)} limit 1000`.execute(ctx.db)
  return rows
}

/**
 * Uploads whose text was searched with an older dictionary, the oldest first; quarantined ones have their own retries.
 */
export async function findOldScans(ctx: Ctx, dictionary: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from upload
    where (scanned is null or scanned < ${dictionary}::int) and part_count > 0 and status not in ('received', 'processing')
      and not exists (select from set_aside where queue = 'rescan' and key = 'upload:' || upload.id)
    order by scanned nulls first limit ${limit}`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Locks an upload whose text was read; false if it no longer exists. */
export async function lockToScan(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from upload where id = ${id}::bigint and part_count > 0
    and status not in ('received', 'processing') for update`.execute(ctx.db)
  return rows.length > 0
}

/** Locks an upload for its findings; false if another worker has locked it or it was deleted. */
export async function lockForScan(ctx: Ctx, id: number, dictionary: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from upload where id = ${id}::bigint and (scanned is null or scanned < ${dictionary}::int)
    for update skip locked`.execute(ctx.db)
  return rows.length > 0
}
