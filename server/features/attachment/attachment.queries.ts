import { type RawBuilder, sql } from 'kysely'
import type { AttachmentEntity } from '#contract/attachment.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type AttachmentRow = {
  id: number
  noun: AttachmentEntity
  record_id: number
  name: string
  media_type: string
  size: number
  is_picture: boolean
  created_at: string
  owner: number | null
  owner_name: string | null
  blob_key: string
}

export type AttachmentContent = {
  hash: Buffer
  blob_key: string
  size: number
  media_type: string
  is_picture: boolean
}

/** Merged events are represented by another one, and their files belong to it. */
const survivingEventSql = sql`coalesce((
  with recursive chain as (
    select event.id, event.merged_into from event where event.id = attachment.record_id
    union all
    select event.id, event.merged_into from event join chain on event.id = chain.merged_into
  ) select chain.id from chain where chain.merged_into is null limit 1), attachment.record_id)`

const recordId = sql`case when attachment.noun = 'event' then ${survivingEventSql} else attachment.record_id end`

const select = sql`select attachment.id, attachment.noun, ${recordId} as record_id, attachment.name, content.media_type,
    content.size, content.is_picture, attachment.created_at, attachment.owner,
    coalesce(nullif(u.name, ''), u.username) as owner_name, content.blob_key
  from attachment join attachment_content content on content.hash = attachment.hash
    left join "user" u on u.id = attachment.owner`

/** The record and all records merged into it. */
function mergedIds(noun: AttachmentEntity, id: number): RawBuilder<unknown> {
  if (noun !== 'event') return sql`select ${id}::bigint`
  return sql`with recursive behind as (
    select ${id}::bigint as id union all select event.id from event join behind on event.merged_into = behind.id
  ) select behind.id from behind`
}

export async function findAttachments(ctx: Ctx, noun: AttachmentEntity, id: number): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`${select}
    where attachment.noun = ${noun}::text and attachment.record_id in (${mergedIds(noun, id)})
    order by attachment.id`.execute(ctx.db)
  return rows
}

export async function findAttachment(ctx: Ctx, id: number): Promise<AttachmentRow | undefined> {
  const { rows } = await sql<AttachmentRow>`${select} where attachment.id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

/** Serialises attaching for this user; without it two concurrent requests could exceed the limit together. */
export async function lockOwner(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('attachment', ${ctx.actor.id ?? 0}::bigint))`.execute(ctx.db)
}

/** The bytes of all files that the user attached, and the number of files of the record. */
export async function countUse(
  ctx: Ctx,
  noun: AttachmentEntity,
  id: number,
): Promise<{ bytes: number; files: number }> {
  const { rows } = await sql<{ bytes: number; files: number }>`select
    (select coalesce(sum(content.size), 0)::bigint from attachment
      join attachment_content content on content.hash = attachment.hash
      where attachment.owner = ${ctx.actor.id}::bigint) as bytes,
    (select count(*) from attachment where noun = ${noun}::text and record_id = ${id}::bigint) as files`.execute(ctx.db)
  return rows[0]!
}

/** Stores the row of a content and returns the key of its blob: the existing one if the content was stored before. */
export async function keepContent(ctx: Ctx, content: AttachmentContent): Promise<string> {
  // The update changes nothing but locks the row, so that no clean-up removes it meanwhile.
  const { blob_key } = await ctx.db
    .insertInto('attachment_content')
    .values({ ...content, created_at: ctx.now().toISOString() })
    .onConflict(conflict => conflict.column('hash').doUpdateSet({ hash: content.hash }))
    .returning('blob_key')
    .executeTakeFirstOrThrow()
  return blob_key
}

export async function insertAttachment(
  ctx: Ctx,
  values: { noun: AttachmentEntity; record_id: number; name: string; hash: Buffer },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('attachment')
    .values({ ...values, owner: ctx.actor.id, created_at: ctx.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False if another request has just removed it. */
export async function removeAttachment(ctx: Ctx, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('attachment').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
