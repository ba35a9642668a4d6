import { sql } from 'kysely'
import type { NewsKind } from '#contract/notification.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * A possible notification: `kind` is what happened to which record; `newsKinds` decides whether its followers are notified beside `users`.
 * `detail` holds no text of the record: who is told reads the record itself, if they may. Three of its entries are
 * known: `target` {noun, id, place} is the page or difference it leads to, to be readable too (`place`: the organisation whose page it
 * is), `count` how many it stands for, `fields` which fields changed.
 */
export type News = {
  kind: NewsKind
  noun: string
  recordId: number
  users?: readonly number[]
  /** Whose doing it is, where that is not who acts: a job that ends what a user began. */
  actorId?: number | null
  detail?: Record<string, unknown>
}

/** Queues news in the caller's transaction; the worker tells them to whom they concern and who may read the record. */
export async function tell(ctx: Ctx, news: readonly News[]): Promise<void> {
  if (news.length === 0) return
  const rows = news.map(({ kind, noun, recordId, users = [], actorId = ctx.actor.id, detail = {} }) => ({
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
  await askToTell(ctx)
}

export const newsChannel = 'news'

/** Wakes whoever tells news, once the caller's transaction is done. */
export async function askToTell(ctx: Ctx): Promise<void> {
  await sql`select pg_notify(${newsChannel}, '')`.execute(ctx.db)
}
