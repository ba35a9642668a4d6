import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { TextPart } from '../reader/file-reading.ts'

/** Parts in their order. The caller has checked that the upload may be read. */
export async function findParts(
  ctx: Ctx,
  uploadId: number,
  { current, pageSize }: { current: number; pageSize: number },
): Promise<TextPart[]> {
  return await ctx.db
    .selectFrom('upload_part')
    .select(['number', 'name', 'text'])
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .limit(pageSize)
    .offset((current - 1) * pageSize)
    .execute()
}

/** Parts after one, up to a limit. */
export async function findPartsAfter(ctx: Ctx, uploadId: number, number: number, limit: number): Promise<TextPart[]> {
  return await ctx.db
    .selectFrom('upload_part')
    .select(['number', 'name', 'text'])
    .where('upload_id', '=', uploadId)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()
}

const portionChars = 2_000_000

/** Replaces the stored text. */
export async function replaceParts(ctx: Ctx, uploadId: number, parts: readonly TextPart[]): Promise<void> {
  await ctx.db.deleteFrom('upload_part').where('upload_id', '=', uploadId).execute()
  for (let at = 0; at < parts.length; ) {
    const start = at
    for (let chars = 0; at < parts.length && (at === start || chars < portionChars); at += 1)
      chars += parts[at]!.text.length
    await sql`insert into upload_part (upload_id, number, name, text)
      select ${uploadId}::bigint, part.number, part.name, part.text
      from json_to_recordset(${JSON.stringify(parts.slice(start, at))}::json)
        as part (number integer, name text, text text)`.execute(ctx.db)
  }
}
