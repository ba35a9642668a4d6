import { sql } from 'kysely'
import type { AttachmentEntity } from '#contract/attachment.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Removes attachments whose record was deleted permanently; a record in the trash keeps its files. */
export async function removeOrphans(ctx: Ctx, noun: AttachmentEntity): Promise<number> {
  const { numAffectedRows } = await sql`delete from attachment where noun = ${noun}::text
    and not exists (select from ${sql.table(noun)} as record where record.id = attachment.record_id)`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/** Locks contents without attachments: a request that is about to attach one waits, or its content is skipped here. */
export async function lockUnshown(ctx: Ctx, limit: number): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`select content.hash from attachment_content content
    where not exists (select from attachment where attachment.hash = content.hash)
    limit ${limit} for update of content skip locked`.execute(ctx.db)
  return rows.map(row => row.hash)
}

/** Deletes the locked contents that still have no attachments; returns the keys of their blobs. */
export async function removeUnshown(ctx: Ctx, hashes: Buffer[]): Promise<string[]> {
  const { rows } = await sql<{ blob_key: string }>`delete from attachment_content content
    where content.hash = any(${hashes}::bytea[])
      and not exists (select from attachment where attachment.hash = content.hash)
    returning content.blob_key`.execute(ctx.db)
  return rows.map(row => row.blob_key)
}

/** The keys among these under which a content is stored. */
export async function findStoredKeys(ctx: Ctx, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ blob_key: string }>`select blob_key from attachment_content
    where blob_key = any(${keys}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.blob_key))
}
