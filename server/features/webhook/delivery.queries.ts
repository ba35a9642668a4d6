import { sql } from 'kysely'
import { editors, type Role } from '#contract/role.ts'
import type { WebhookEventKind, WebhookFormat } from '#contract/webhook.api.ts'
import type { FieldChange } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A delivery that this process sends until `leased_until`. */
export type ClaimedDelivery = {
  id: number
  webhook_id: number
  message_id: string
  kind: WebhookEventKind
  noun: string
  record_id: number
  actor_id: number | null
  detail: Record<string, unknown>
  at: string
  attempts: number
  leased_until: string
}

/** Longer than an attempt can take; afterwards another process repeats it. */
export const leaseMs = 30_000
/** Attempts at the same time for one webhook, so that a slow receiver does not delay the others. */
const atOnce = 8

/**
 * Leases deliveries that are due: at most a few of each webhook, only the first that waits of each record, only for
 * active owners with a role that may have webhooks.
 */
export async function claimDeliveries(ctx: Ctx, limit: number): Promise<ClaimedDelivery[]> {
  const now = ctx.now()
  const at = sql`${now.toISOString()}::timestamptz`
  const until = sql`${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz`
  const { rows } = await sql<ClaimedDelivery>`
    with room as (
      select webhook.id, ${sql.lit(atOnce)} - (select count(*) from webhook_delivery as busy
        where busy.webhook_id = webhook.id and busy.leased_until > ${at} and busy.state = 'waiting')::int as free
      from webhook join "user" u on u.id = webhook.user_id
      where webhook.state = 'on' and u.status = 'active' and u.role = any(${editors}::user_role[])
    ), due as materialized (
      select next.id from room cross join lateral (
        select each.id from webhook_delivery as each
        where each.webhook_id = room.id and each.state = 'waiting' and each.next_at <= ${at}
          and (each.leased_until is null or each.leased_until <= ${at})
          and not exists (select from webhook_delivery as earlier where earlier.webhook_id = each.webhook_id
            and earlier.about_noun = each.about_noun and earlier.about_id = each.about_id and earlier.state = 'waiting'
            and earlier.id < each.id)
        order by each.next_at, each.id limit greatest(room.free, 0) for update of each skip locked
      ) as next limit ${limit}
    )
    update webhook_delivery as each set leased_until = ${until}, attempts = each.attempts + 1 from due
    where each.id = due.id
    returning each.id, each.webhook_id, 'msg_' || replace(each.message_key::text, '-', '') as message_id, each.kind,
      each.about_noun as noun, each.about_id as record_id, each.actor_id, each.detail, each.at, each.attempts,
      each.leased_until`.execute(ctx.db)
  return rows.toSorted((a, b) => a.id - b.id)
}

export type DeliveryTarget = {
  owner: { id: number; username: string; role: Role; status: string; groups: number[] }
  /** The acting user's name, and the changes of the history entry, of the event. */
  actor_name: string | null
  changes: FieldChange[] | null
  locale: 'zh-CN' | 'en-US'
  format: WebhookFormat
  target_sealed: Buffer
  secret_sealed: Buffer
  former_sealed: Buffer | null
  sign_sealed: Buffer | null
  og_id: number | null
  saved_search: number | null
}

/** The webhook as it is now; undefined if it is not on, or the lease was lost. */
export async function findTarget(ctx: Ctx, delivery: ClaimedDelivery): Promise<DeliveryTarget | undefined> {
  const { rows } = await sql<DeliveryTarget>`select webhook.format, webhook.target_sealed,
      webhook.secret_sealed, case when webhook.former_until > ${ctx.now().toISOString()}::timestamptz
        then webhook.former_sealed end as former_sealed,
      webhook.sign_sealed, webhook.og_id, webhook.saved_search,
      case when u.setting ->> 'locale' = 'en-US' then 'en-US' else 'zh-CN' end as locale,
      json_build_object('id', u.id, 'username', u.username, 'role', u.role, 'status', u.status,
        'groups', groups_of(u.group_keys)) as owner,
      (select coalesce(nullif(actor.name, ''), actor.username) from "user" as actor where actor.id = each.actor_id) as actor_name,
      (select changes from history where history.id = (each.detail ->> 'history')::bigint and history.act = 'update') as changes
    from webhook join "user" u on u.id = webhook.user_id
      join webhook_delivery as each on each.webhook_id = webhook.id and each.id = ${delivery.id}::bigint
    where webhook.state = 'on' and each.state = 'waiting' and each.leased_until = ${delivery.leased_until}::timestamptz`.execute(
    ctx.db,
  )
  return rows[0]
}

/** The outcome is written only by the process that still has the lease. */
const isMine = ({ id, leased_until }: ClaimedDelivery) =>
  sql`id = ${id}::bigint and state = 'waiting' and leased_until = ${leased_until}::timestamptz`

/** Gives the lease back without an attempt; the delivery is due again after a while. */
export async function releaseDelivery(ctx: Ctx, delivery: ClaimedDelivery, afterMs: number): Promise<void> {
  await sql`update webhook_delivery set leased_until = null, attempts = greatest(attempts - 1, 0),
      next_at = ${new Date(ctx.now().getTime() + afterMs).toISOString()}::timestamptz
    where ${isMine(delivery)}`.execute(ctx.db)
}

/** The event is not for this webhook: its filter excludes the record. */
export async function dropDelivery(ctx: Ctx, delivery: ClaimedDelivery): Promise<void> {
  await sql`delete from webhook_delivery where ${isMine(delivery)}`.execute(ctx.db)
}

export async function withholdDelivery(ctx: Ctx, delivery: ClaimedDelivery): Promise<void> {
  await sql`update webhook_delivery set state = 'withheld', leased_until = null, response = null, fault = null,
      http_status = null, done_at = ${ctx.now().toISOString()}::timestamptz
    where ${isMine(delivery)}`.execute(ctx.db)
}

export type Attempt = { http_status: number | null; fault: string | null; latency_ms: number; response: string | null }

/** Writes the outcome of an attempt; without `nextAt` the delivery ends. */
export async function settleDelivery(
  ctx: Ctx,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  outcome: { state: 'delivered' | 'dead' } | { state: 'waiting'; nextAt: Date },
): Promise<void> {
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const nextAt = 'nextAt' in outcome ? outcome.nextAt.toISOString() : null
  await sql`with settled as (
      update webhook_delivery set state = ${outcome.state}::text, leased_until = null, tried_at = ${at},
        http_status = ${attempt.http_status}::int, fault = ${attempt.fault}::text,
        latency_ms = ${Math.round(attempt.latency_ms)}::int, response = ${attempt.response}::text,
        next_at = coalesce(${nextAt}::timestamptz, next_at), done_at = case when ${outcome.state}::text <> 'waiting' then ${at} end
      where ${isMine(delivery)} returning webhook_id)
    update webhook set
      failing_since = case when ${outcome.state === 'delivered'}::boolean then null else coalesce(failing_since, ${at}) end,
      delivered_at = case when ${outcome.state === 'delivered'}::boolean then ${at} else delivered_at end
    from settled where webhook.id = settled.webhook_id
      -- One row for all deliveries of a webhook: written only if it changes, or once a second.
      and (${outcome.state !== 'delivered'}::boolean and webhook.failing_since is null
        or ${outcome.state === 'delivered'}::boolean and (webhook.failing_since is not null
          or webhook.delivered_at is null or webhook.delivered_at < ${at} - interval '1 second'))`.execute(ctx.db)
}

/** Stops a webhook that has failed since before, or at once; returns its owner if this call stopped it. */
export async function stopFailing(
  ctx: Ctx,
  webhookId: number,
  reason: 'failing' | 'gone',
  failingSince: Date,
): Promise<{ user_id: number } | undefined> {
  const { rows } = await sql<{ user_id: number }>`update webhook set state = 'stopped', stop_reason = ${reason},
      updated_at = ${ctx.now().toISOString()}::timestamptz
    where id = ${webhookId}::bigint and state = 'on'
      and (${reason === 'gone'}::boolean or failing_since <= ${failingSince.toISOString()}::timestamptz)
    returning user_id`.execute(ctx.db)
  return rows[0]
}

/** Ends deliveries that have waited too long (their webhook is paused), and removes old entries of the log. */
export async function tidyDeliveries(ctx: Ctx, { waitedBefore, doneBefore }: { waitedBefore: Date; doneBefore: Date }) {
  const at = ctx.now().toISOString()
  await sql`update webhook_delivery set state = 'dead', done_at = ${at}::timestamptz, fault = coalesce(fault, 'expired')
    where state = 'waiting' and at < ${waitedBefore.toISOString()}::timestamptz
      and (leased_until is null or leased_until < ${at}::timestamptz)`.execute(ctx.db)
  await sql`delete from webhook_delivery where done_at < ${doneBefore.toISOString()}::timestamptz`.execute(ctx.db)
}
