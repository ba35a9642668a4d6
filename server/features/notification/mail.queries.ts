import { sql } from 'kysely'
import { type Locale, locales } from '#contract/error.ts'
import type { Role } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { columnsFor, type NotificationRow } from './notification.queries.ts'
import { mayReceive } from './visible.queries.ts'

export type MailKind = 'now' | 'digest'
export type Addressee = {
  id: number
  username: string
  role: Role
  status: string
  groups: number[]
  email: string | null
  locale: Locale
}

export async function findAddressee(ctx: Ctx, userId: number): Promise<Addressee | undefined> {
  const { rows } =
    await sql<Addressee>`select id, username, role, status, groups_of(group_keys) as groups, nullif(email, '') as email,
    case when setting ->> 'locale' = any(${locales}::text[]) then setting ->> 'locale' else 'zh-CN' end as locale
    from "user" where id = ${userId}::bigint`.execute(ctx.db)
  return rows[0]
}

/**
 * Collects a user's pending notifications in one message; creates none if nothing is pending. Skips notifications that
 * were read meanwhile or are too old.
 */
export async function makeMail(ctx: Ctx, userId: number, kind: MailKind, since: Date): Promise<void> {
  await sql`with waiting as materialized (
      select id from notification where user_id = ${userId}::bigint and mail = ${kind} and mail_id is null and read_at is null
        and at > ${since.toISOString()}::timestamptz
      for update
    ), made as (
      insert into outgoing_mail (user_id, kind, created_at)
      select ${userId}::bigint, ${kind}, ${ctx.now().toISOString()}::timestamptz where exists (select from waiting)
      returning id
    )
    update notification set mail_id = made.id from made where notification.id in (select id from waiting)`.execute(
    ctx.db,
  )
}

export async function findUnsent(ctx: Ctx, userId: number, kind: MailKind) {
  const { rows } = await sql<{ id: number; message_id: string }>`select id, message_id from outgoing_mail
    where user_id = ${userId}::bigint and kind = ${kind} and sent_at is null order by id`.execute(ctx.db)
  return rows
}

/** The notifications of a message that its reader may read now; the first `most`, and their total number. */
export async function findMailed(
  ctx: Ctx,
  mailId: number,
  most: number,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const { rows } = await sql<NotificationRow & { total: number }>`select ${columnsFor(ctx, 'n')}, n.total
    from (select n.*, (count(*) over ())::int as total from notification n
      where n.mail_id = ${mailId}::bigint and n.user_id = ${ctx.actor.id}::bigint and ${mayReceive(ctx, 'n')}
      order by n.seq desc limit ${most}) as n order by n.seq desc`.execute(ctx.db)
  return { rows, total: rows[0]?.total ?? 0 }
}

export async function markSent(ctx: Ctx, mailId: number): Promise<void> {
  await sql`update outgoing_mail set sent_at = ${ctx.now().toISOString()}::timestamptz where id = ${mailId}::bigint`.execute(
    ctx.db,
  )
}

/** Marks a message as unsent and returns its kind; undefined if it no longer exists. */
export async function markUnsent(ctx: Ctx, mailId: number): Promise<MailKind | undefined> {
  const { rows } = await sql<{ kind: MailKind }>`update outgoing_mail set sent_at = null where id = ${mailId}::bigint
    returning kind`.execute(ctx.db)
  return rows[0]?.kind
}

/** Users with digests, with the time up to which the last one was created. */
export async function findDigestUsers(ctx: Ctx) {
  const { rows } = await sql<{ user_id: number; digest_at: string }>`select kept.user_id, kept.digest_at
    from notification_setting as kept join "user" u on u.id = kept.user_id
    where u.status = 'active' and u.email <> '' and kept.digest_at is not null
      and kept.setting ->> 'digest' in ('daily', 'weekly')`.execute(ctx.db)
  return rows
}

export async function setDigestAt(ctx: Ctx, userId: number, at: Date): Promise<void> {
  await sql`update notification_setting set digest_at = ${at.toISOString()}::timestamptz where user_id = ${userId}::bigint`.execute(
    ctx.db,
  )
}
