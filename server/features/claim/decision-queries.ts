import { sql } from 'kysely'
import type { ClaimNoun } from '#contract/claim.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type DecisionRow = {
  record_id: number
  field: string
  /** false: the rule chooses, because somebody said so or a file wrote the value; true: a person keeps it. */
  is_kept: boolean
  by: number | null
  at: string
}

/**
 * Who had the last word on these fields: a person by writing the value or by saying that it stays, or nobody, where a
 * job wrote it last (a file) or a person gave it back to the rule. Fields of which neither is known are not among them.
 */
export async function findDecisions(
  ctx: Ctx,
  noun: ClaimNoun,
  wanted: readonly { record_id: number; field: string }[],
): Promise<DecisionRow[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<DecisionRow>`
    with wanted as materialized (
      select distinct record_id, field from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as e (record_id bigint, field text)
    ), written as (
      select distinct on (of.record_id, change.field) of.record_id, change.field, history.id,
        history.user_id is not null and history.req_id not like 'job-%' and history.act <> 'unmerge' as is_kept,
        history.user_id as by, history.at
      from (select distinct record_id from wanted) as of
        join history on history.noun = ${noun} and history.record_id = of.record_id and history.changes <> '[]'
        cross join lateral (select each ->> 'field' as field from jsonb_array_elements(history.changes) as each) as change
      where (of.record_id, change.field) in (select record_id, field from wanted)
      order by of.record_id, change.field, history.id desc
    )
    select wanted.record_id, wanted.field,
      case when said.history_id >= coalesce(written.id, 0) then said.is_kept else written.is_kept end as is_kept,
      case when said.history_id >= coalesce(written.id, 0) then said.decided_by else written.by end as by,
      case when said.history_id >= coalesce(written.id, 0) then said.decided_at else written.at end as at
    from wanted
      left join written using (record_id, field)
      left join claim_decision as said on said.noun = ${noun} and said.record_id = wanted.record_id
        and said.field = wanted.field
    where written.id is not null or said.history_id is not null`.execute(ctx.db)
  return rows
}

/** Keeps what a person said of these fields of one record, as of its history now. */
export async function saveDecisions(
  ctx: Ctx,
  of: { noun: ClaimNoun; record_id: number; is_kept: boolean },
  fields: readonly string[],
): Promise<void> {
  await sql`insert into claim_decision (noun, record_id, field, is_kept, decided_by, decided_at, history_id)
    select ${of.noun}, ${of.record_id}::bigint, field, ${of.is_kept}::boolean, ${ctx.actor.id}::bigint,
      ${ctx.now().toISOString()}::timestamptz, coalesce((select max(id) from history
        where noun = ${of.noun} and record_id = ${of.record_id}::bigint), 0)
    from unnest(${fields}::text[]) as field
    on conflict (noun, record_id, field) do update set is_kept = excluded.is_kept, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, history_id = excluded.history_id`.execute(ctx.db)
}

/** A person keeps what these fields of many records show, as of their history now. */
export async function keepShown(
  ctx: Ctx,
  noun: ClaimNoun,
  fields: readonly { record_id: number; field: string }[],
): Promise<void> {
  if (fields.length === 0) return
  await sql`insert into claim_decision (noun, record_id, field, is_kept, decided_by, decided_at, history_id)
    select distinct ${noun}, of.record_id, of.field, true, ${ctx.actor.id}::bigint, ${ctx.now().toISOString()}::timestamptz,
      coalesce((select max(id) from history where noun = ${noun} and record_id = of.record_id), 0)
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as of (record_id bigint, field text)
    on conflict (noun, record_id, field) do update set is_kept = true, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, history_id = excluded.history_id`.execute(ctx.db)
}
