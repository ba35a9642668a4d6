import { sql } from 'kysely'
import type { History } from '#contract/history.ts'
import type { Page } from '#contract/wire.ts'
import type { Ctx } from './ctx.ts'

export type Change = { field: string; from: unknown; to: unknown }
export type HistoryAct = History['act']

/** Fields of `after` that differ from `before`, in the order of `fields`. */
export function changesOf<F extends string>(
  fields: readonly F[],
  before: Partial<Record<F, unknown>>,
  after: Partial<Record<F, unknown>>,
): Change[] {
  return fields.flatMap(field => {
    const from = before[field] ?? null
    const to = after[field] ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
}

/** Adds one act on each record to the history, in the caller's transaction. */
export async function writeHistory(
  ctx: Ctx,
  noun: string,
  act: HistoryAct,
  records: { id: number; rev: number; changes: Change[] }[],
): Promise<void> {
  if (records.length === 0) return
  const at = ctx.now().toISOString()
  await ctx.db
    .insertInto('history')
    .columns(['noun', 'record_id', 'rev', 'act', 'user_id', 'username', 'at', 'req_id', 'address', 'changes'])
    .expression(
      sql`select ${noun}::text, record.id, record.rev, ${act}::text, ${ctx.actor.id}::bigint, ${ctx.actor.username}::text,
        ${at}::timestamptz, ${ctx.reqId}::text, ${ctx.address}::text, record.changes
        from json_to_recordset(${JSON.stringify(records)}::json) as record (id bigint, rev int, changes jsonb)`,
    )
    .execute()
}

/** A record's history, newest first. The caller has checked that the record may be read. */
export async function readHistory(
  ctx: Ctx,
  noun: string,
  recordId: number,
  { current, pageSize }: { current: number; pageSize: number },
): Promise<Page<History>> {
  const of = ctx.db.selectFrom('history').where('noun', '=', noun).where('record_id', '=', recordId)
  const [rows, count] = await Promise.all([
    of
      .select(['id', 'rev', 'act', 'at', 'user_id', 'username', 'req_id', 'changes'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    of.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: rows as unknown as History[], total: count.total, current, pageSize }
}

/** One entry of a record's history. */
export async function findHistory(ctx: Ctx, noun: string, recordId: number, id: number): Promise<History | undefined> {
  const row = await ctx.db
    .selectFrom('history')
    .select(['id', 'rev', 'act', 'at', 'user_id', 'username', 'req_id', 'changes'])
    .where('noun', '=', noun)
    .where('record_id', '=', recordId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row as unknown as History | undefined
}
