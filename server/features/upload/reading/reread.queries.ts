import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { isPauseOver, type ReadingJob, type ReadResult } from './read.queries.ts'

/**
 * Condition on `upload`: a newer reader may read more of it; pictures and web pages that were read contain no more
 * text.
 */
export const isOld = (version: number) => sql`upload.reader_version < ${version}::smallint
  and upload.status not in ('received', 'processing')
  and (upload.failure is not null or upload.kind is null or upload.kind not in ('image', 'html'))`

export type OldReading = Omit<ReadingJob, 'tries' | 'owner'>

/** Uploads after `afterId` whose text an older reader has read. */
export async function findOldReadings(
  ctx: Ctx,
  version: number,
  afterId: number,
  limit: number,
): Promise<OldReading[]> {
  const { rows } = await sql<OldReading>`select upload.id, upload.step, upload.file_name, upload.sha256, upload.size,
      upload_content.blob_key
    from upload join upload_content on upload_content.sha256 = upload.sha256
    where ${isOld(version)} and upload.id > ${afterId}::bigint and (upload.tries = 0 or ${isPauseOver(ctx)})
    order by upload.id limit ${limit}`.execute(ctx.db)
  return rows
}

/** Locks the upload for the new text; undefined if it was read again meanwhile or deleted. */
export async function lockOldReading(
  ctx: Ctx,
  { id, step }: OldReading,
  version: number,
): Promise<{ text_length: number; tries: number } | undefined> {
  const { rows } = await sql<{ text_length: number; tries: number }>`select text_length, tries from upload
    where id = ${id}::bigint and step = ${step}::int and ${isOld(version)} for update`.execute(ctx.db)
  return rows[0]
}

/** Replaces the text of an older reader; the review of the upload is retained. */
export async function writeReread(ctx: Ctx, id: number, result: ReadResult): Promise<void> {
  await sql`update upload set
      status = case when status = 'failed' and ${result.failure}::text is null then 'ready' else status end,
      failure = ${result.failure}::text,
      flags = ${result.flags}::text[], kind = ${result.kind}, media_type = ${result.media_type},
      text_length = ${result.textLength}::int, part_count = ${result.partCount}::int,
      text_counts = ${result.counts && JSON.stringify(result.counts)}::jsonb,
      reader_version = ${result.readerVersion}::smallint, tries = 0
    where id = ${id}::bigint`.execute(ctx.db)
}

/** Keeps the older reader's text because the newer reader found none: the upload counts as partly read. */
export async function keepOlderText(ctx: Ctx, id: number, version: number): Promise<void> {
  await sql`update upload set reader_version = ${version}::smallint, tries = 0,
      flags = array_append(array_remove(flags, 'older_text'), 'older_text')
    where id = ${id}::bigint`.execute(ctx.db)
}

/** Counts a try that met a temporary fault; the pause before the next one begins now. */
export async function countTry(ctx: Ctx, id: number): Promise<void> {
  await sql`update upload set tries = tries + 1, touched_at = ${ctx.now().toISOString()}::timestamptz
    where id = ${id}::bigint`.execute(ctx.db)
}
