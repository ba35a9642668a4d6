import { type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

const hasVerdict = (verdict: 'confirmed' | 'rejected') => sql<SqlBool>`exists (select from mention_decision as said
  where said.noun = 'person' and said.record_id = m.record_id and said.upload_id = m.upload_id and said.verdict = ${verdict})`

/** Uploads that link one of these persons, or whose text certainly names one. */
const isOf = (personIds: readonly number[]) => sql<SqlBool>`(
  upload.id in (select upload_id from upload_person where person_id = any(${personIds}::bigint[]))
  or upload.id in (select m.upload_id from upload_mention as m where m.noun = 'person'
    and m.record_id = any(${personIds}::bigint[])
    and (m.certainty = 'certain' and not ${hasVerdict('rejected')} or ${hasVerdict('confirmed')})))`

/** Other uploads whose text contains the name and may mean another person. */
const isMaybeOf = (personIds: readonly number[]) => sql<SqlBool>`(not ${isOf(personIds)}
  and upload.id in (select m.upload_id from upload_mention as m where m.noun = 'person'
    and m.record_id = any(${personIds}::bigint[]) and not ${hasVerdict('rejected')}))`

export async function findUploadsOf(ctx: Ctx, personIds: readonly number[], { isCertain }: { isCertain: boolean }) {
  const { rows } = await sql<{ id: number; title: string; at: string }>`select id, title, created_at as at from upload
    where ${isCertain ? isOf(personIds) : isMaybeOf(personIds)} order by id`.execute(ctx.db)
  return rows
}

export async function readUploadsOf(ctx: Ctx, personIds: readonly number[]) {
  const { rows } = await sql<Record<string, unknown>>`
    select id, title, note, source, file_name, sha256, media_type, status, created_at, deleted_at,
      (select json_agg(json_build_object('name', mention.name, 'count', mention.count)) from upload_mention as mention
        where mention.upload_id = upload.id and mention.noun = 'person' and mention.record_id = any(${personIds}::bigint[])
      ) as mentions
    from upload where ${isOf(personIds)} order by id`.execute(ctx.db)
  return rows
}

/** Deletes uploads, and contents that no other upload uses; returns the blob keys. */
export async function removeUploads(ctx: Ctx, ids: readonly number[]): Promise<string[]> {
  const { rows: gone } = await sql<{ sha256: string }>`delete from upload where id = any(${ids}::bigint[])
    returning sha256`.execute(ctx.db)
  const { rows } = await sql<{ blob_key: string }>`delete from upload_content
    where sha256 = any(${gone.map(row => row.sha256)}::text[])
      and not exists (select from upload where upload.sha256 = upload_content.sha256) returning blob_key`.execute(
    ctx.db,
  )
  return rows.map(row => row.blob_key)
}

export async function unlinkPersonsFromUploads(ctx: Ctx, personIds: readonly number[]): Promise<void> {
  await sql`delete from upload_person where person_id = any(${personIds}::bigint[])`.execute(ctx.db)
  await sql`delete from upload_mention where noun = 'person' and record_id = any(${personIds}::bigint[])`.execute(
    ctx.db,
  )
}
