import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Webhook, WebhookDelivery } from '#contract/webhook.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { outgoingChannel } from '#server/core/outgoing.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type StoredWebhook = Omit<Webhook, 'url' | 'has_sign_secret'> & {
  target_sealed: Buffer
  secret_sealed: Buffer
  former_sealed: Buffer | null
  sign_sealed: Buffer | null
}

// Only events that were sent at least once: a number of others would reveal changes of records that the owner may not
// read.
const count = (state: string) => sql`(select count(*)::int from (select from webhook_delivery
  where webhook_id = webhook.id and state = ${sql.lit(state)} and tried_at is not null limit 10000) as counted)`
const columns = sql`webhook.id, json_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.username)) as "user",
  webhook.name, webhook.host, webhook.format, webhook.former_until, webhook.kinds, webhook.og_id, webhook.saved_search,
  webhook.state, webhook.stop_reason, webhook.failing_since, webhook.delivered_at, webhook.created_at,
  webhook.target_sealed, webhook.secret_sealed, webhook.former_sealed, webhook.sign_sealed,
  ${count('waiting')} as waiting, ${count('dead')} as dead`

/** The webhooks of a user, or of all users; the newest first. */
export async function findWebhooks(ctx: Ctx, userId: number | undefined): Promise<StoredWebhook[]> {
  const whose = userId === undefined ? sql`true` : sql`webhook.user_id = ${userId}::bigint`
  const { rows } = await sql<StoredWebhook>`select ${columns} from webhook join "user" u on u.id = webhook.user_id
    where ${whose} order by webhook.id desc limit 1000`.execute(ctx.db)
  return rows
}

export async function findWebhook(ctx: Ctx, id: number): Promise<StoredWebhook | undefined> {
  const { rows } = await sql<StoredWebhook>`select ${columns} from webhook join "user" u on u.id = webhook.user_id
    where webhook.id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

type Values = {
  name: string
  target_sealed: Buffer
  host: string
  format: string
  secret_sealed: Buffer
  former_sealed: Buffer | null
  former_until: string | null
  sign_sealed: Buffer | null
  kinds: string[]
  og_id: number | null
  saved_search: number | null
  state: string
  stop_reason: string | null
  failing_since: string | null
}

/** Concurrent calls for one user run one after the other until the transaction ends. */
export async function lockWebhooks(ctx: Ctx, userId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('webhook'), ${userId}::int)`.execute(ctx.db)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from webhook
    where user_id = ${userId}::bigint`.execute(ctx.db)
  return rows[0]!.total
}

export async function insertWebhook(
  ctx: Ctx,
  userId: number,
  values: Omit<Values, 'former_sealed' | 'former_until' | 'state' | 'stop_reason' | 'failing_since'>,
): Promise<number> {
  const at = ctx.now().toISOString()
  const row = await ctx.db
    .insertInto('webhook')
    .values({ ...values, user_id: userId, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function patchWebhook(ctx: Ctx, id: number, values: Partial<Values>): Promise<void> {
  await ctx.db
    .updateTable('webhook')
    .set({ ...values, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await wake(ctx)
}

export async function removeWebhook(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Wakes the workers that deliver, once the caller's transaction is committed. */
export async function wake(ctx: Ctx): Promise<void> {
  await sql`select pg_notify(${outgoingChannel}, '')`.execute(ctx.db)
}

export async function insertTest(ctx: Ctx, webhookId: number): Promise<number> {
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const { rows } = await sql<{ id: number }>`insert into webhook_delivery
      (webhook_id, kind, about_noun, about_id, actor_id, at, next_at)
    values (${webhookId}::bigint, 'webhook.test', 'webhook', ${webhookId}::bigint, ${ctx.actor.id}::bigint, ${at}, ${at})
    returning id`.execute(ctx.db)
  await wake(ctx)
  return rows[0]!.id
}

/** Makes a delivery wait again, as new; false if it waits already or is none of this webhook. */
export async function replayDelivery(ctx: Ctx, webhookId: number, id: number): Promise<boolean> {
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const { rows } =
    await sql`update webhook_delivery set state = 'waiting', attempts = 0, next_at = ${at}, done_at = null
    where id = ${id}::bigint and webhook_id = ${webhookId}::bigint
      and (state <> 'waiting' or (next_at > ${at} and (leased_until is null or leased_until <= ${at})))
    returning id`.execute(ctx.db)
  await wake(ctx)
  return rows.length > 0
}

type DeliveryRow = Omit<WebhookDelivery, 'title'>

/** A page of the log of a webhook; `title` is SQL for the names that its reader may read. */
export async function findDeliveries(
  ctx: Ctx,
  webhookId: number,
  { current, pageSize, state }: { current: number; pageSize: number; state?: readonly string[] | undefined },
  reader: {
    title: (noun: RawBuilder<string>, id: RawBuilder<number>) => RawBuilder<string | null>
    isVisible: (noun: RawBuilder<string>, id: RawBuilder<number>) => RawBuilder<SqlBool>
  },
): Promise<ListPage<WebhookDelivery>> {
  // An event that was never sent, of a record that the reader may not read, leaves no trace.
  const isShown = sql`(tried_at is not null or kind = 'webhook.test'
    or ${reader.isVisible(sql.ref('about_noun'), sql.ref('about_id'))})`
  const where = sql`webhook_id = ${webhookId}::bigint and ${isShown}
    and (${state ?? null}::text[] is null or state = any(${state ?? null}::text[]))`
  const { rows } = await sql<DeliveryRow & { title: string | null }>`
    select entry.*, ${reader.title(sql.ref('entry.noun'), sql.ref('entry.record_id'))} as title from (
      select id, 'msg_' || replace(message_key::text, '-', '') as message_id, kind, about_noun as noun,
        about_id as record_id, at, state, attempts, case when state = 'waiting' then next_at end as next_at, tried_at,
        http_status, fault, latency_ms, response
      from webhook_delivery where ${where} order by id desc limit ${pageSize} offset ${(current - 1) * pageSize}
    ) as entry order by entry.id desc`.execute(ctx.db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from (select from webhook_delivery
    where ${where} limit 100000) as counted`.execute(ctx.db)
  return { items: rows, total: counted.rows[0]!.total, current, pageSize }
}
