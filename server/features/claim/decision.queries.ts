import { sql } from 'kysely'
import type { ClaimEntity } from '#contract/claim.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type DecisionRow = {
  record_id: number
  field: string
  /** false: the rule chooses, because a user decided so or a file wrote the value; true: a person keeps the value. */
  is_kept: boolean
  by: number | null
  at: string
  /** The import run that made the decision; undoing the run removes it. */
  run_id: number | null
}

/**
 * The last decision on these fields: of a person who wrote or kept the value, or of no person if a job (a file) wrote
 * it last or a person returned it to the rule. Fields without any such record are omitted.
 */
export async function findDecisions(
  ctx: Ctx,
  noun: ClaimEntity,
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
      case when said.history_id >= coalesce(written.id, 0) then said.decided_at else written.at end as at,
      case when said.history_id >= coalesce(written.id, 0) then said.run_id end as run_id
    from wanted
      left join written using (record_id, field)
      left join claim_decision as said on said.noun = ${noun} and said.record_id = wanted.record_id
        and said.field = wanted.field
    where written.id is not null or said.history_id is not null`.execute(ctx.db)
  return rows
}

/** Stores a person's decision on fields of one record, as of its present history entry. */
export async function saveDecisions(
  ctx: Ctx,
  of: { noun: ClaimEntity; record_id: number; is_kept: boolean },
  fields: readonly string[],
): Promise<void> {
  await sql`insert into claim_decision (noun, record_id, field, is_kept, decided_by, decided_at, history_id)
    select ${of.noun}, ${of.record_id}::bigint, field, ${of.is_kept}::boolean, ${ctx.actor.id}::bigint,
      ${ctx.now().toISOString()}::timestamptz, coalesce((select max(id) from history
        where noun = ${of.noun} and record_id = ${of.record_id}::bigint), 0)
    from unnest(${fields}::text[]) as field
    on conflict (noun, record_id, field) do update set is_kept = excluded.is_kept, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, history_id = excluded.history_id, run_id = null, before = null`.execute(ctx.db)
}

/**
 * Stores that a person keeps the shown values of fields of many records, as of their present history entries; the
 * decision lasts as long as the import.
 */
export async function storeDecidedValue(
  ctx: Ctx,
  noun: ClaimEntity,
  runId: number,
  fields: readonly { record_id: number; field: string }[],
): Promise<void> {
  if (fields.length === 0) return
  await sql`insert into claim_decision (noun, record_id, field, is_kept, decided_by, decided_at, history_id, run_id)
    select distinct ${noun}, of.record_id, of.field, true, ${ctx.actor.id}::bigint, ${ctx.now().toISOString()}::timestamptz,
      coalesce((select max(id) from history where noun = ${noun} and record_id = of.record_id), 0), ${runId}::bigint
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) as of (record_id bigint, field text)
    on conflict (noun, record_id, field) do update set is_kept = true, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at, history_id = excluded.history_id, run_id = excluded.run_id,
      before = case when claim_decision.run_id = excluded.run_id then claim_decision.before else to_jsonb(claim_decision) end`.execute(
    ctx.db,
  )
}

/** Removes decisions made with an undone import; the decisions before it apply again. */
export async function deleteDecisionsOfRun(ctx: Ctx, runId: number): Promise<void> {
  // If a later import replaced this one's decision, undoing that import later must restore the decision before both.
  await sql`update claim_decision set before = nullif(before -> 'before', 'null')
    where before -> 'run_id' = to_jsonb(${runId}::bigint)`.execute(ctx.db)
  await sql`update claim_decision as now set is_kept = was.is_kept, decided_at = was.decided_at, history_id = was.history_id,
      decided_by = (select id from "user" where id = was.decided_by), run_id = was.run_id, before = was.before
    from claim_decision as mine, jsonb_populate_record(null::claim_decision, mine.before) as was
    where mine.run_id = ${runId}::bigint and mine.before is not null
      and (now.noun, now.record_id, now.field) = (mine.noun, mine.record_id, mine.field)`.execute(ctx.db)
  await sql`delete from claim_decision where run_id = ${runId}::bigint`.execute(ctx.db)
}
