import { sql } from 'kysely'
import type { ClaimEntity } from '#contract/claim.api.ts'
import type { Entity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { StatedClaim } from './claim.queries.ts'

/** Stores the present state of claims that a run is about to repeat, so that undoing the run can restore it. */
export async function storeRepeatedClaims(
  ctx: Ctx,
  of: { noun: ClaimEntity; source_id: number; run_id: number },
  values: readonly StatedClaim[],
): Promise<void> {
  if (values.length === 0) return
  await sql`insert into claim_again (claim_id, run_id, at, seen_before, withdrawn_before, withdrawn_by_before)
    select distinct claim.id, ${of.run_id}::bigint, ${ctx.now().toISOString()}::timestamptz, claim.last_seen_at,
      claim.withdrawn_at, claim.withdrawn_by
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as e (record_id bigint, field text, value_key text)
      join claim on claim.noun = ${of.noun} and claim.record_id = e.record_id and claim.field = e.field
        and claim.value_key = e.value_key and claim.source_id = ${of.source_id}::bigint
    where claim.run_id is distinct from ${of.run_id}::bigint
    on conflict do nothing`.execute(ctx.db)
}

/**
 * Removes the claims of a run, except on records that it created and that remain. A claim that a later run repeated
 * then belongs to that run; a claim of an earlier run or a person returns to its previous state. Returns the number of
 * claims processed, at most `most`.
 */
export async function deleteClaimsOfRun(ctx: Ctx, runId: number, most: number): Promise<number> {
  const mine = sql`select claim.id from claim where claim.run_id = ${runId}::bigint
    and not exists (select from import_mark as mark where mark.run_id = ${runId}::bigint and mark.noun = claim.noun
      and mark.record_id = claim.record_id and mark.is_new and not mark.is_undone)
    -- A person created from a table keeps their memberships, which have no mark of their own.
    and not exists (select from membership join import_mark as mark on mark.run_id = ${runId}::bigint
        and mark.noun = 'person' and mark.record_id = membership.person_id and mark.is_new and not mark.is_undone
      where claim.noun = 'membership' and membership.id = claim.record_id)
    order by claim.id limit ${most}::int`
  const without = sql`(select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(claim.evidence) as each
    where not (each ->> 'type' = 'row' and each -> 'run_id' = to_jsonb(${runId}::bigint)))`
  const { rows: taken } = await sql`with mine as materialized (${mine}), later as (
      select distinct on (again.claim_id) again.claim_id, again.run_id, again.at from claim_again as again
      join mine on mine.id = again.claim_id order by again.claim_id, again.run_id
    ), over as (delete from claim_again as again using later
      where again.claim_id = later.claim_id and again.run_id = later.run_id)
    update claim set run_id = later.run_id, first_seen_at = later.at, evidence = ${without} from later where claim.id = later.claim_id
    returning claim.id`.execute(ctx.db)
  const { numAffectedRows } = await sql`delete from claim where id in (${mine})`.execute(ctx.db)
  const { rows: back } = await sql<{ claim_id: number }>`with mine as (
      delete from claim_again where run_id = ${runId}::bigint
        and claim_id in (select claim_id from claim_again where run_id = ${runId}::bigint limit ${most}::int) returning *
    ), back as (
      update claim set last_seen_at = mine.seen_before, withdrawn_at = mine.withdrawn_before,
        withdrawn_by = mine.withdrawn_by_before, evidence = ${without}
      from mine where claim.id = mine.claim_id and claim.last_seen_at = mine.at
        -- Later statements by others stay.
        and not exists (select from claim_again as later where later.claim_id = mine.claim_id and later.run_id > mine.run_id)
    ) select claim_id from mine`.execute(ctx.db)
  return taken.length + Number(numAffectedRows ?? 0) + back.length
}

/** Those of these values that claims in force other than this run's state, as `record field value_key`. */
export async function findOthers(
  ctx: Ctx,
  noun: Entity,
  runId: number,
  values: readonly { record_id: number; field: string; value_key: string }[],
): Promise<Set<string>> {
  if (values.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    select e.record_id || ' ' || e.field || ' ' || e.value_key as key
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as e (record_id bigint, field text, value_key text)
      join claim on claim.noun = ${noun} and claim.record_id = e.record_id and claim.field = e.field
        and claim.value_key = e.value_key
      join source on source.id = claim.source_id
    where claim.withdrawn_at is null and source.withdrawn_at is null and source.deleted_at is null
      and (claim.run_id is distinct from ${runId}::bigint
        or exists (select from claim_again as again where again.claim_id = claim.id))
      and not exists (select from claim_again as again where again.claim_id = claim.id
        and again.run_id = ${runId}::bigint and again.withdrawn_before is not null)`.execute(ctx.db)
  return new Set(rows.map(row => row.key))
}

/** Those of these values that a source already states, as `record field value_key`. */
export async function findStatedOf(
  ctx: Ctx,
  noun: Entity,
  sourceId: number,
  values: readonly { record_id: number; field: string; value_key: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select e.record_id || ' ' || e.field || ' ' || e.value_key as key
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as e (record_id bigint, field text, value_key text)
      join claim on claim.noun = ${noun} and claim.record_id = e.record_id and claim.field = e.field
        and claim.value_key = e.value_key
    where claim.source_id = ${sourceId}::bigint and claim.withdrawn_at is null`.execute(ctx.db)
  return new Set(rows.map(row => row.key))
}
