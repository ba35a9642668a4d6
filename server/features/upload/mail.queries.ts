import { sql } from 'kysely'
import { readableLive } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { uploadPolicy } from './upload.policy.ts'

/** The facts that a message states, as it was received. */
export type ReceivedMail = {
  mailbox_name: string
  from_address: string
  from_name: string
  to_text: string
  subject: string
  sent_at: string | null
  received_at: string | null
  /** Its Message-ID, without the angle brackets. */
  message_key: string | null
  /** The messages that it replies to: In-Reply-To and References. */
  refs: readonly string[]
}

/**
 * Adds a message to the thread of those that it refers to, that refer to it, or that refer to the same; threads that it
 * connects become one. Call it in the transaction that creates the upload.
 */
export async function insertMail(ctx: Ctx, uploadId: number, mail: ReceivedMail): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('upload thread'))`.execute(ctx.db)
  const key = mail.message_key
  const ids = key === null ? [...mail.refs] : [key, ...mail.refs]
  const { rows } = await sql<{ thread: number }>`select distinct thread from upload_mail
    where message_key = any(${ids}::text[]) or refs && ${ids}::text[] order by thread limit 1000`.execute(ctx.db)
  const threads = rows.map(row => row.thread)
  const thread = threads[0] ?? uploadId
  if (threads.length > 1)
    await sql`update upload_mail set thread = ${thread}::bigint where thread = any(${threads.slice(1)}::bigint[])`.execute(
      ctx.db,
    )
  await ctx.db
    .insertInto('upload_mail')
    .values({ ...mail, refs: [...mail.refs], upload_id: uploadId, thread })
    .execute()
}

export type MailSummary = {
  from_address: string
  from_name: string
  received_at: string | null
  sent_at: string | null
}

/** How these uploads came by mail; the caller has checked that they may be read. */
export async function findMailSummaries(ctx: Ctx, ids: readonly number[]): Promise<Map<number, MailSummary>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('upload_mail')
    .select(['upload_id', 'from_address', 'from_name', 'received_at', 'sent_at'])
    .where('upload_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ upload_id, ...summary }) => [upload_id, summary]))
}

export async function findMail(ctx: Ctx, uploadId: number) {
  return await ctx.db
    .selectFrom('upload_mail')
    .select(['mailbox_name', 'to_text', 'subject', 'message_key', 'received_at', 'thread'])
    .where('upload_id', '=', uploadId)
    .executeTakeFirst()
}

export type ThreadMessage = {
  upload_id: number
  title: string
  from_address: string
  from_name: string
  sent_at: string | null
}

/** The newest messages of a thread that the reader may read, the oldest of them first. */
export async function findThread(ctx: Ctx, thread: number, most: number): Promise<ThreadMessage[]> {
  const { rows } = await sql<ThreadMessage>`select upload_mail.upload_id, upload.title, upload_mail.from_address,
      upload_mail.from_name, upload_mail.sent_at
    from upload_mail join upload on upload.id = upload_mail.upload_id
    where upload_mail.thread = ${thread}::bigint and ${readableLive(uploadPolicy, ctx, 'upload')}
    order by coalesce(upload_mail.sent_at, upload_mail.received_at, upload.created_at) desc, upload.id desc
    limit ${most}::int`.execute(ctx.db)
  return rows.reverse()
}
