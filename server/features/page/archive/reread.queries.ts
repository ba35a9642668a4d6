import { sql } from 'kysely'
import type { TextCounts } from '#contract/text-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A version whose text was extracted by an older reader version. Hashes are hexadecimal. */
export type OldText = {
  id: number
  hash: string
  text_blob: string
  content_type: string | null
  final_url: string
}

const isOld = (reader: number) => sql`page_version.text_blob is not null
  and page_version.reader_version < ${reader}::smallint and not page_version.is_lost`

export async function findOldTexts(ctx: Ctx, reader: number, afterId: number, limit: number): Promise<OldText[]> {
  const { rows } = await sql<OldText>`select id, encode(hash, 'hex') as hash, encode(text_blob, 'hex') as text_blob,
      content_type, final_url
    from page_version where ${isOld(reader)} and id > ${afterId}::bigint order by id limit ${limit}`.execute(ctx.db)
  return rows
}

/** Marks a version as read by this reader; `text`: the new text, if it differs. The words are then searched again. */
export async function writeText(
  ctx: Ctx,
  { id, text_blob }: OldText,
  reader: number,
  { text, counts }: { text: { blob: Buffer; hash: string } | null; counts: TextCounts | null },
): Promise<void> {
  await sql`update page_version set reader_version = ${reader}::smallint
      ${counts ? sql`, text_counts = ${JSON.stringify(counts)}::jsonb` : sql``}
      ${text ? sql`, text_blob = ${text.blob}::bytea, text_hash = decode(${text.hash}, 'hex'), scanned = 0` : sql``}
    where id = ${id}::bigint and text_blob = decode(${text_blob}, 'hex') and ${isOld(reader)}`.execute(ctx.db)
}
