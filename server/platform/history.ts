import { sql } from 'kysely'
import type { History } from '#contract/history.ts'
import type { Page } from '#contract/wire.ts'
import type { Ctx } from './ctx.ts'
import { askToTell } from './news.ts'

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

/** What is told of an act to those who follow the record; what is deleted is not there to be told of. */
const kinds: Partial<Record<HistoryAct, string>> = {
  update: 'updated',
  restore: 'restored',
  merge: 'merged',
  unmerge: 'unmerged',
}
const followable: readonly string[] = ['og', 'person', 'event', 'report', 'upload']

/**
 * Adds one act on each record to the history, in the caller's transaction. Who makes a single record follows it,
 * unless they do not wish so; others who follow a record are told of the act.
 */
export async function writeHistory(
  ctx: Ctx,
  noun: string,
  act: HistoryAct,
  records: { id: number; rev: number; changes: Change[] }[],
): Promise<void> {
  if (records.length === 0) return
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const me = sql`${ctx.actor.id}::bigint`
  const kind = followable.includes(noun) ? kinds[act] : undefined
  const isMade = act === 'create' && records.length === 1 && ctx.actor.kind === 'user' && followable.includes(noun)
  const { rows } = await sql<{ told: number }>`
    with written as (
      insert into history (noun, record_id, rev, act, user_id, username, at, req_id, address, changes)
      select ${noun}::text, record.id, record.rev, ${act}::text, ${me}, ${ctx.actor.username}::text, ${at},
        ${ctx.reqId}::text, ${ctx.address}::text, record.changes
      from json_to_recordset(${JSON.stringify(records)}::json) as record (id bigint, rev int, changes jsonb)
      returning record_id, rev, changes
    ), followed as (
      insert into follow (noun, record_id, user_id, is_auto, created_at)
      select ${noun}::text, written.record_id, ${me}, true, ${at} from written
      where ${isMade}::boolean and not exists (select from notification_setting
        where notification_setting.user_id = ${me} and notification_setting.setting ->> 'auto_follow' = 'false')
      on conflict do nothing
    ), told as (
      insert into news (at, kind, noun, record_id, actor_id, detail)
      select ${at}, ${kind ?? ''}::text, ${noun}::text, written.record_id, ${me}, jsonb_build_object('fields',
        coalesce((select jsonb_agg(change -> 'field') from jsonb_array_elements(written.changes) as change), '[]'))
      from written
      where ${kind !== undefined}::boolean and exists (select from follow where follow.noun = ${noun}::text
        and follow.record_id = written.record_id and follow.user_id is distinct from ${me})
      returning 1
    ) select count(*)::int as told from told`.execute(ctx.db)
  if (rows[0]!.told > 0) await askToTell(ctx)
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
