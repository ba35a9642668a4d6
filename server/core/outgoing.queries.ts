import { sql } from 'kysely'
import type { WebhookKind } from '#contract/webhook.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export const outgoingChannel = 'webhook'

/** An event for webhooks that is neither a history entry nor a domain event. */
export type OutgoingEvent = { kind: WebhookKind; noun: string; recordId: number; detail: Record<string, unknown> }

/** Whether a webhook receives one of these kinds. */
export async function hasReceivers(ctx: Ctx, kinds: readonly WebhookKind[]): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from webhook
    where state <> 'stopped' and kinds && ${kinds}::text[]) as is`.execute(ctx.db)
  return rows[0]!.is
}

/** Adds events to the outbox in the caller's transaction; those of the history and of domain events come by triggers. */
export async function queueOutgoing(ctx: Ctx, events: readonly OutgoingEvent[]): Promise<void> {
  if (events.length === 0) return
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const rows = events.map(({ kind, noun, recordId, detail }) => ({ kind, noun, record_id: recordId, detail }))
  await sql`with queued as (
      insert into webhook_delivery (webhook_id, kind, about_noun, about_id, detail, at, next_at)
      select webhook.id, event.kind, event.noun, event.record_id, event.detail, ${at}, ${at}
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as (kind text, noun text, record_id bigint, detail jsonb)) with ordinality
          as event (kind, noun, record_id, detail, n)
        join webhook on webhook.state <> 'stopped' and event.kind = any(webhook.kinds)
      order by event.n, webhook.id returning 1)
    select pg_notify(${outgoingChannel}, '') where exists (select from queued)`.execute(ctx.db)
}

/**
 * Records that were erased: their events that wait are not sent, the responses of receivers are removed, and webhooks
 * that have received something about them receive their ids, so that receivers remove their copies too.
 */
export async function queueErased(ctx: Ctx, noun: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  await sql`with known as materialized (
      select distinct webhook_id, about_id from webhook_delivery
      where about_noun = ${noun}::text and about_id = any(${ids}::bigint[]) and state = 'delivered'
    ), emptied as (
      update webhook_delivery set response = null, detail = '{}',
        state = case when state = 'waiting' then 'withheld' else state end,
        done_at = case when state = 'waiting' then ${at} else done_at end
      where about_noun = ${noun}::text and about_id = any(${ids}::bigint[]) and kind <> 'record.erased'
    )
    insert into webhook_delivery (webhook_id, kind, about_noun, about_id, at, next_at)
    select webhook.id, 'record.erased', ${noun}::text, known.about_id, ${at}, ${at} from known
      join webhook on webhook.id = known.webhook_id and webhook.state <> 'stopped' and 'record.erased' = any(webhook.kinds)
    order by known.about_id`.execute(ctx.db)
  await sql`select pg_notify(${outgoingChannel}, '')`.execute(ctx.db)
}
