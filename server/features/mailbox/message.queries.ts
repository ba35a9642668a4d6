import { sql } from 'kysely'
import type { Mailbox, MailMessage, MailReason, MailState } from '#contract/mailbox.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Where a message is in its folder. */
export type MessagePlace = { mailbox_id: number; uid_validity: number; uid: number }

/** The facts of a message when it is decided. */
export type MessageNote = MessagePlace & {
  message_key: string | null
  head_sha256: string | null
  sha256: string | null
  size: number
  from_address: string
  subject: string
  sent_at: string | null
  state: MailState
  reason: MailReason | null
  detail: string | null
  upload_id: number | null
  is_settled: boolean
}

/** Those of these messages that were not seen yet. */
export async function findUnseen(
  ctx: Ctx,
  { mailbox_id, uid_validity }: Omit<MessagePlace, 'uid'>,
  uids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`select listed.uid from unnest(${uids}::bigint[]) as listed (uid)
    where not exists (select from mailbox_message where mailbox_id = ${mailbox_id}::bigint
      and uid_validity = ${uid_validity}::bigint and mailbox_message.uid = listed.uid)
    order by listed.uid`.execute(ctx.db)
  return rows.map(row => row.uid)
}

/**
 * Notes what became of a message; one that was noted before, by its place, changes. False if a process has stored it
 * meanwhile.
 */
export async function noteMessage(ctx: Ctx, note: MessageNote): Promise<boolean> {
  const at = ctx.now().toISOString()
  const { rows } =
    await sql`insert into mailbox_message (mailbox_id, uid_validity, uid, message_key, head_sha256, sha256,
      size, from_address, subject, sent_at, state, reason, detail, tries, upload_id, is_settled, at)
    values (${note.mailbox_id}::bigint, ${note.uid_validity}::bigint, ${note.uid}::bigint, ${note.message_key},
      ${note.head_sha256}, ${note.sha256}, ${note.size}::bigint, ${note.from_address}, ${note.subject},
      ${note.sent_at}::timestamptz, ${note.state}, ${note.reason}, ${note.detail}, 1, ${note.upload_id}::bigint,
      ${note.is_settled}, ${at}::timestamptz)
    on conflict (mailbox_id, uid_validity, uid) do update set message_key = excluded.message_key,
      head_sha256 = coalesce(excluded.head_sha256, mailbox_message.head_sha256), sha256 = excluded.sha256,
      size = excluded.size, from_address = excluded.from_address, subject = excluded.subject,
      sent_at = excluded.sent_at, state = excluded.state, reason = excluded.reason, detail = excluded.detail,
      tries = mailbox_message.tries + 1, upload_id = excluded.upload_id, is_settled = excluded.is_settled
    where mailbox_message.state not in ('stored', 'duplicate')
    returning id`.execute(ctx.db)
  return rows.length > 0
}

/**
 * The upload that a message of this mailbox with the same Message-ID and bytes has become; undefined if there is none.
 * If that message has a place of an earlier numbering of the folder, it takes this one.
 */
export async function findStored(
  ctx: Ctx,
  place: MessagePlace,
  { message_key, sha256 }: { message_key: string | null; sha256: string },
): Promise<{ upload_id: number | null; is_moved: boolean } | undefined> {
  const { rows } = await sql<{ id: number; upload_id: number | null; is_old: boolean }>`select id, upload_id,
      uid_validity <> ${place.uid_validity}::bigint as is_old
    from mailbox_message where mailbox_id = ${place.mailbox_id}::bigint and sha256 = ${sha256} and state = 'stored'
      and message_key is not distinct from ${message_key} limit 1 for update`.execute(ctx.db)
  const found = rows[0]
  if (!found) return undefined
  if (found.is_old)
    await sql`update mailbox_message set uid_validity = ${place.uid_validity}::bigint, uid = ${place.uid}::bigint,
      is_settled = false where id = ${found.id}::bigint`.execute(ctx.db)
  return { upload_id: found.upload_id, is_moved: found.is_old }
}

/**
 * A message that was refused or failed under an earlier numbering of the folder takes its new place; returns its state.
 */
export async function renumber(ctx: Ctx, place: MessagePlace, headSha256: string): Promise<MailState | undefined> {
  const { rows } = await sql<{ state: MailState }>`update mailbox_message
    set uid_validity = ${place.uid_validity}::bigint, uid = ${place.uid}::bigint
    where id = (select id from mailbox_message where mailbox_id = ${place.mailbox_id}::bigint
      and uid_validity <> ${place.uid_validity}::bigint and head_sha256 = ${headSha256}
      and state in ('refused', 'failed', 'wanted') order by id limit 1)
    returning state`.execute(ctx.db)
  return rows[0]?.state
}

/** Whether the folder had another numbering when earlier messages were decided. */
export async function hasOlderPlaces(
  ctx: Ctx,
  { mailbox_id, uid_validity }: Omit<MessagePlace, 'uid'>,
): Promise<boolean> {
  const { rows } = await sql`select from mailbox_message where mailbox_id = ${mailbox_id}::bigint
    and uid_validity <> ${uid_validity}::bigint limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Messages under this numbering that a person wants. */
export async function findWanted(ctx: Ctx, place: Omit<MessagePlace, 'uid'>): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`select uid from mailbox_message
    where mailbox_id = ${place.mailbox_id}::bigint and uid_validity = ${place.uid_validity}::bigint and state = 'wanted'
    order by uid`.execute(ctx.db)
  return rows.map(row => row.uid)
}

/** Wanted messages that are no longer in the folder; those of an earlier numbering too, once all others were seen. */
export async function markGone(
  ctx: Ctx,
  { mailbox_id, uid_validity }: Omit<MessagePlace, 'uid'>,
  { uids, isAllSeen }: { uids: readonly number[]; isAllSeen: boolean },
): Promise<void> {
  await sql`update mailbox_message set state = 'failed', reason = 'gone', detail = null, tries = tries + 1
    where mailbox_id = ${mailbox_id}::bigint and state = 'wanted'
      and case when uid_validity = ${uid_validity}::bigint then uid <> all(${uids}::bigint[]) else ${isAllSeen} end`.execute(
    ctx.db,
  )
}

/** Stored messages to which the mailbox's action has not been applied: their process was killed before. */
export async function findUnsettled(ctx: Ctx, place: Omit<MessagePlace, 'uid'>): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`select uid from mailbox_message
    where mailbox_id = ${place.mailbox_id}::bigint and uid_validity = ${place.uid_validity}::bigint and not is_settled
    order by uid limit 1000`.execute(ctx.db)
  return rows.map(row => row.uid)
}

export async function settleMessages(
  ctx: Ctx,
  { mailbox_id, uid_validity }: Omit<MessagePlace, 'uid'>,
  uids: readonly number[],
): Promise<void> {
  await sql`update mailbox_message set is_settled = true where mailbox_id = ${mailbox_id}::bigint
    and uid_validity = ${uid_validity}::bigint and uid = any(${uids}::bigint[])`.execute(ctx.db)
}

export async function countMessages(ctx: Ctx, mailboxId?: number): Promise<Map<number, Mailbox['counts']>> {
  const { rows } = await sql<{ mailbox_id: number; state: MailState; total: number }>`select mailbox_id, state,
      count(*)::int as total
    from mailbox_message where ${mailboxId ?? null}::bigint is null or mailbox_id = ${mailboxId ?? null}::bigint
    group by mailbox_id, state`.execute(ctx.db)
  const counts = new Map<number, Mailbox['counts']>()
  for (const { mailbox_id, state, total } of rows) {
    const of = counts.get(mailbox_id) ?? { stored: 0, duplicate: 0, refused: 0, failed: 0, wanted: 0 }
    counts.set(mailbox_id, { ...of, [state]: total })
  }
  return counts
}

export async function findMessages(
  ctx: Ctx,
  mailboxId: number,
  { current, pageSize, state }: { current: number; pageSize: number; state?: readonly MailState[] | undefined },
): Promise<ListPage<MailMessage>> {
  const where = sql`mailbox_id = ${mailboxId}::bigint
    and (${state ?? null}::text[] is null or state = any(${state ?? null}::text[]))`
  const { rows } = await sql<MailMessage>`select id, state, from_address, subject, sent_at, size, reason, detail, tries,
      upload_id, at
    from mailbox_message where ${where} order by id desc limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(
    ctx.db,
  )
  const counted = await sql<{ total: number }>`select count(*)::int as total from (select from mailbox_message
    where ${where} limit 100000) as counted`.execute(ctx.db)
  return { items: rows, total: counted.rows[0]!.total, current, pageSize }
}

/** A person wants a message that was refused or failed; undefined if there is none, null if it is neither. */
export async function wantMessage(
  ctx: Ctx,
  mailboxId: number,
  id: number,
): Promise<{ from_address: string; subject: string; reason: string | null } | null | undefined> {
  type Row = { from_address: string; subject: string; reason: string | null; state: MailState }
  const { rows } = await sql<Row>`select from_address, subject, reason, state from mailbox_message
    where id = ${id}::bigint and mailbox_id = ${mailboxId}::bigint for update`.execute(ctx.db)
  const row = rows[0]
  if (!row) return undefined
  if (row.state !== 'refused' && row.state !== 'failed') return null
  await sql`update mailbox_message set state = 'wanted', wanted_by = ${ctx.actor.id}::bigint
    where id = ${id}::bigint`.execute(ctx.db)
  return row
}
