import { sql } from 'kysely'
import type { DomainEventKind } from '#contract/notification.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * A domain event that may cause notifications: `kind` is the event, `noun` and `recordId` the record. `newsKinds`
 * defines whether followers are notified in addition to `users`. `detail` holds no text of the record: recipients read
 * the record itself, if they may. Three of its entries have a fixed meaning: `target` (`{noun, id, place}`) is the
 * linked page or difference, which must be readable too (`place`: the organisation whose page it is), `count` the
 * number of merged events, `fields` the changed fields.
 */
export type DomainEvent = {
  kind: DomainEventKind
  noun: string
  recordId: number
  users?: readonly number[]
  /** The responsible user, if it is not the acting one: a job completes what a user began. */
  actorId?: number | null
  detail?: Record<string, unknown>
}

/** Queues events in the caller's transaction. The worker then notifies the recipients who may read the record. */
export async function publish(ctx: Ctx, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ kind, noun, recordId, users = [], actorId = ctx.actor.id, detail = {} }) => ({
    kind,
    noun,
    record_id: recordId,
    users,
    actor_id: actorId,
    detail,
  }))
  await sql`insert into news (at, kind, noun, record_id, actor_id, users, detail)
    select ${ctx.now().toISOString()}::timestamptz, row.kind, row.noun, row.record_id, row.actor_id,
      coalesce((select array_agg(value::bigint) from jsonb_array_elements_text(row.users)), '{}'), row.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (kind text, noun text, record_id bigint, users jsonb, actor_id bigint, detail jsonb)`.execute(ctx.db)
  await requestDelivery(ctx)
}

export const domainEventChannel = 'news'

/** Wakes the worker that sends notifications, once the caller's transaction is committed. */
export async function requestDelivery(ctx: Ctx): Promise<void> {
  await sql`select pg_notify(${domainEventChannel}, '')`.execute(ctx.db)
}
