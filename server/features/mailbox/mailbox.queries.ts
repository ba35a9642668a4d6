import { type SqlBool, sql } from 'kysely'
import type { Mailbox, MailboxFailure, NewMailbox } from '#contract/mailbox.api.ts'
import { writable } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'

/** A mailbox as stored: with its sealed secret, and the access list of its uploads as one list. */
export type StoredMailbox = Omit<Mailbox, 'secret' | 'read_group' | 'is_running' | 'counts'> & {
  secret_sealed: Buffer | null
  held_until: string | null
  failures: number
}

const columns = sql`id, rev, name, is_active, host, port, security, username, auth, secret_sealed, folder,
  to_char(since, 'YYYY-MM-DD') as since, after_read, move_to, server_id, senders, owner, read_user, run_at, fetched_at,
  failing_since, failure, failure_detail, failures, next_at, held_until, created_at, updated_at`

export async function findMailboxes(ctx: Ctx): Promise<StoredMailbox[]> {
  const { rows } = await sql<StoredMailbox>`select ${columns} from mailbox order by lower(name) limit 1000`.execute(
    ctx.db,
  )
  return rows
}

export async function findMailbox(
  ctx: Ctx,
  id: number,
  options: { lock?: boolean } = {},
): Promise<StoredMailbox | undefined> {
  const { rows } = await sql<StoredMailbox>`select ${columns} from mailbox where id = ${id}::bigint
    ${options.lock ? sql`for update` : sql``}`.execute(ctx.db)
  return rows[0]
}

/** Creations run one after the other until the transaction ends. */
export async function lockMailboxes(ctx: Ctx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('mailbox'))`.execute(ctx.db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from mailbox`.execute(ctx.db)
  return rows[0]!.total
}

/** Stored values; `read_user` has the groups as negative ids. */
export type MailboxValues = Omit<NewMailbox, 'secret' | 'read_group'> & { secret_sealed: Buffer | null }

function duplicateError(error: unknown, name: string | undefined): unknown {
  return isUniqueViolation(error, 'mailbox_name_key') ? new AppError('duplicate', { value: name }) : error
}

export async function insertMailbox(ctx: Ctx, values: MailboxValues): Promise<number> {
  const at = ctx.now().toISOString()
  try {
    const { id } = await ctx.db
      .insertInto('mailbox')
      .values({ ...values, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    throw duplicateError(error, values.name)
  }
}

/** After a change, the next run comes at once: the failure may be repaired. */
export async function patchMailbox(
  ctx: Ctx,
  { id, rev }: StoredMailbox,
  values: Partial<MailboxValues>,
): Promise<void> {
  try {
    await ctx.db
      .updateTable('mailbox')
      .set({ ...values, rev: rev + 1, next_at: null, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw duplicateError(error, values.name)
  }
}

export async function deleteMailboxRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('mailbox').where('id', '=', id).execute()
}

/** Active mailboxes whose back-off is over. */
export async function findDueMailboxes(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from mailbox
    where is_active and (next_at is null or next_at <= ${ctx.now().toISOString()}::timestamptz) order by id`.execute(
    ctx.db,
  )
  return rows.map(row => row.id)
}

/** Makes `holder` the only process that fetches this mailbox, for a while; undefined if another one does. */
export async function holdMailbox(
  ctx: Ctx,
  id: number,
  holder: string,
  forMs: number,
): Promise<StoredMailbox | undefined> {
  const at = ctx.now()
  const { rows } = await sql<StoredMailbox>`update mailbox set holder = ${holder},
      held_until = ${new Date(at.getTime() + forMs).toISOString()}::timestamptz
    where id = ${id}::bigint and is_active
      and (holder is null or holder = ${holder} or held_until <= ${at.toISOString()}::timestamptz)
    returning ${columns}`.execute(ctx.db)
  return rows[0]
}

/** Whether `holder` still has the lease; call it in a transaction, which locks the lease until it ends. */
export async function isHolder(ctx: Ctx, id: number, holder: string): Promise<boolean> {
  const { rows } = await sql`select from mailbox where id = ${id}::bigint and holder = ${holder} for update`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export type RunOutcome = { failure: MailboxFailure | null; detail: string | null; nextAt: Date | null }

/** Ends a run and notes its outcome; nothing if another process fetches now. */
export async function releaseMailbox(ctx: Ctx, id: number, holder: string, outcome: RunOutcome): Promise<void> {
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const { failure, detail, nextAt } = outcome
  await sql`update mailbox set holder = null, held_until = null, run_at = ${at}, failure = ${failure},
      failure_detail = ${detail}, next_at = ${nextAt?.toISOString() ?? null}::timestamptz,
      failures = case when ${failure}::text is null then 0 else failures + 1 end,
      failing_since = case when ${failure}::text is null then null else coalesce(failing_since, ${at}) end,
      fetched_at = case when ${failure}::text is null then ${at} else fetched_at end
    where id = ${id}::bigint and holder = ${holder}`.execute(ctx.db)
}

/** Those of these organisations that the user may change. */
export async function findWritableOgs(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const isWritable = sql<SqlBool>`${writable(entities.og.policy, ctx, 'update', 'og')}`
  const { rows } = await sql<{ id: number }>`select og.id from og
    where og.id = any(${ids}::bigint[]) and og.deleted_at is null and ${isWritable} order by og.id`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Failing mailboxes, the longest failing first, for the system's state. */
export async function measureMailboxes(
  ctx: Ctx,
): Promise<{ total: number; failing: { name: string; since: string }[]; undecided: number }> {
  const { rows } = await sql<{ name: string; since: string }>`select name, failing_since as since from mailbox
    where is_active and failing_since is not null order by failing_since limit 100`.execute(ctx.db)
  const counted = await sql<{ total: number; undecided: number }>`select
    (select count(*)::int from mailbox) as total,
    (select count(*)::int from (select from mailbox_message where state = 'failed' limit 10000) as failed) as undecided`.execute(
    ctx.db,
  )
  return { ...counted.rows[0]!, failing: rows }
}
