import { type RawBuilder, sql } from 'kysely'
import type { AttachmentNoun } from '#contract/attachment.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type AttachmentRow = {
  id: number
  noun: AttachmentNoun
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

export type Content = { hash: Buffer; blob_key: string; size: number; media_type: string; is_picture: boolean }

/** Events that were merged stand behind another: what they hold is there under that one. */
const standing = sql`coalesce((
  with recursive chain as (
    select event.id, event.merged_into from event where event.id = attachment.record_id
    union all
    select event.id, event.merged_into from event join chain on event.id = chain.merged_into
  ) select chain.id from chain where chain.merged_into is null limit 1), attachment.record_id)`

const recordId = sql`case when attachment.noun = 'event' then ${standing} else attachment.record_id end`

const select = sql`select attachment.id, attachment.noun, ${recordId} as record_id, attachment.name, content.media_type,
    content.size, content.is_picture, attachment.created_at, attachment.owner,
    coalesce(nullif(u.name, ''), u.username) as owner_name, content.blob_key
  from attachment join attachment_content content on content.hash = attachment.hash
    left join "user" u on u.id = attachment.owner`

/** The record and all that was merged into it. */
function holding(noun: AttachmentNoun, id: number): RawBuilder<unknown> {
  if (noun !== 'event') return sql`select ${id}::bigint`
  return sql`with recursive behind as (
    select ${id}::bigint as id union all select event.id from event join behind on event.merged_into = behind.id
  ) select behind.id from behind`
}

export async function findAttachments(ctx: Ctx, noun: AttachmentNoun, id: number): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`${select}
    where attachment.noun = ${noun}::text and attachment.record_id in (${holding(noun, id)})
    order by attachment.id`.execute(ctx.db)
  return rows
}

export async function findAttachment(ctx: Ctx, id: number): Promise<AttachmentRow | undefined> {
  const { rows } = await sql<AttachmentRow>`${select} where attachment.id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

/** Whoever attaches files in the name of this user waits here; without it two at once could pass the limit together. */
export async function lockOwner(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('attachment', ${ctx.actor.id ?? 0}::bigint))`.execute(ctx.db)
}

/** Bytes of all that the user attached, and how many files the record has. */
export async function countUse(ctx: Ctx, noun: AttachmentNoun, id: number): Promise<{ bytes: number; files: number }> {
  const { rows } = await sql<{ bytes: number; files: number }>`select
    (select coalesce(sum(content.size), 0)::bigint from attachment
      join attachment_content content on content.hash = attachment.hash
      where attachment.owner = ${ctx.actor.id}::bigint) as bytes,
    (select count(*) from attachment where noun = ${noun}::text and record_id = ${id}::bigint) as files`.execute(ctx.db)
  return rows[0]!
}

/** Remembers a content, and says under which blob it is kept: another's, where it was there before. */
export async function keepContent(ctx: Ctx, content: Content): Promise<string> {
  // The update that changes nothing locks the row, so that no clean-up takes it away meanwhile.
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
  values: { noun: AttachmentNoun; record_id: number; name: string; hash: Buffer },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('attachment')
    .values({ ...values, owner: ctx.actor.id, created_at: ctx.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False where somebody else has just taken it away. */
export async function removeAttachment(ctx: Ctx, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('attachment').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
