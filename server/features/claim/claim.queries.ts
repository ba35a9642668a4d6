import { sql } from 'kysely'
import type { ClaimEntity, Evidence, RowEvidence } from '#contract/claim.api.ts'
import type { Reliability, SourceKind } from '#contract/source.api.ts'
import { readable } from '#server/core/access.ts'
import { sourcePolicy } from '#server/features/source/source.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isEntity } from './subject.queries.ts'

export type ClaimRow = {
  id: number
  /** May differ from the requested record, if it was merged into that one. */
  record_id: number
  field: string
  value: unknown
  value_key: string
  credibility: number | null
  evidence: (Evidence | RowEvidence)[]
  first_seen_at: string
  last_seen_at: string
  stated_by: number | null
  /** Time at which the claim or its source was withdrawn, or the source was put into the trash. */
  withdrawn_at: string | null
  source_id: number
  source_name: string
  source_kind: SourceKind
  source_reliability: Reliability
  source_priority: number
  is_source_readable: boolean
  /** The source at the end of the chain of repetition; the source itself if it repeats none. */
  origin: number
}

export type StatedClaim = {
  record_id: number
  field: string
  value: unknown
  value_key: string
  evidence?: RowEvidence[]
}

/** Claims of these records and of those merged into them, as `stated`, and the origin of each source, as `first`. */
function statedOf(noun: ClaimEntity, ids: readonly number[]) {
  const those = sql`any(${ids}::bigint[])`
  const of = isEntity(noun)
    ? sql`in (select id from ${sql.table(noun)} where id = ${those} or merged_into = ${those})`
    : sql`= ${those}`
  return sql`with recursive stated as (
      select * from claim where noun = ${noun} and record_id ${of}
    ), origin as (
      select distinct source_id as of, source_id as at, 0 as step from stated
      union all
      select origin.of, source.origin_id, origin.step + 1 from origin join source on source.id = origin.at
        where source.origin_id is not null and origin.step < 20
    ), first as (select distinct on (of) of, at from origin order by of, step desc)`
}
const withdrawn = sql`coalesce(stated.withdrawn_at, source.withdrawn_at, source.deleted_at) as withdrawn_at`

/** Claims field by field, the best first: by the source's priority, credibility, recency. */
export async function findEachClaim(ctx: Ctx, noun: ClaimEntity, ids: readonly number[]): Promise<ClaimRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ClaimRow>`${statedOf(noun, ids)}
    select stated.id, stated.record_id, stated.field, stated.value, stated.value_key, stated.credibility, stated.evidence,
      stated.first_seen_at, stated.last_seen_at, stated.stated_by, ${withdrawn}, source.id as source_id,
      source.name as source_name, source.kind as source_kind, source.reliability as source_reliability, source.priority as source_priority,
      source.deleted_at is null and ${readable(sourcePolicy, ctx, 'source')} as is_source_readable, first.at as origin
    from stated join source on source.id = stated.source_id join first on first.of = source.id
    order by stated.field, source.priority desc, stated.credibility nulls last, stated.last_seen_at desc, stated.id`.execute(
    ctx.db,
  )
  return rows
}

/** The columns of a claim that determine the support of a value. */
export type SupportRow = Pick<
  ClaimRow,
  'id' | 'field' | 'value_key' | 'last_seen_at' | 'withdrawn_at' | 'source_id' | 'origin'
>

/** The same without values and evidence: for the marks of a page, which each page view queries. */
export async function findSupport(ctx: Ctx, noun: ClaimEntity, id: number): Promise<SupportRow[]> {
  const { rows } = await sql<SupportRow>`${statedOf(noun, [id])}
    select stated.id, stated.field, stated.value_key, stated.last_seen_at, ${withdrawn}, source.id as source_id, first.at as origin
    from stated join source on source.id = stated.source_id join first on first.of = source.id`.execute(ctx.db)
  return rows
}

/** Most pieces of evidence of one claim; more would be of no use to a reader. */
const mostEvidence = 100

/** Equal values of one record are one claim. */
function dropRepeated(values: readonly StatedClaim[]): StatedClaim[] {
  const seen = new Set<string>()
  return values.filter(({ record_id, field, value_key }) => {
    const place = `${record_id} ${field} ${value_key}`
    return !seen.has(place) && seen.add(place)
  })
}

/** A fixed order, so that concurrent writers wait for each other instead of deadlocking. */
function inOrder(a: StatedClaim, b: StatedClaim): number {
  if (a.record_id !== b.record_id) return a.record_id - b.record_id
  if (a.field !== b.field) return a.field < b.field ? -1 : 1
  return a.value_key < b.value_key ? -1 : 1
}

/**
 * Inserts claims. A claim that exists gets a later last-seen time and the additional evidence. `isFirst`: the records
 * were created in this transaction and have no claims; searching for existing ones would cost a sixth more.
 */
export async function insertClaims(
  ctx: Ctx,
  of: {
    noun: ClaimEntity
    source_id: number
    credibility?: number | null
    evidence?: Evidence[]
    /** The file that contained the values. */
    interchange_id?: number
    /** The import run that states the values, and that can be undone. */
    run_id?: number
    isFirst?: boolean
  },
  values: readonly StatedClaim[],
): Promise<void> {
  if (values.length === 0) return
  const at = ctx.now().toISOString()
  // New records are not visible to other transactions, so their claims need no fixed order.
  const json = JSON.stringify(of.isFirst ? dropRepeated(values) : dropRepeated(values).sort(inOrder))
  // The lock makes a concurrent withdrawal of the source wait, so that it includes these claims.
  await sql`select from source where id = ${of.source_id}::bigint for share`.execute(ctx.db)
  const again = sql`on conflict on constraint claim_once do update set last_seen_at = excluded.last_seen_at, withdrawn_at = null,
      withdrawn_by = null, credibility = coalesce(excluded.credibility, claim.credibility),
      -- A claim that a person has also stated no longer belongs to the import.
      run_id = case when excluded.run_id is not null then claim.run_id end,
      evidence = claim.evidence || (select coalesce(jsonb_agg(each), '[]') from (
        select each from jsonb_array_elements(excluded.evidence) as each
          where not claim.evidence @> jsonb_build_array(each)
          limit greatest(0, ${mostEvidence} - jsonb_array_length(claim.evidence))) as fresh)`
  await sql`insert into claim (noun, record_id, field, value, value_key, source_id, credibility, evidence,
      first_seen_at, last_seen_at, stated_by, interchange_id, run_id)
    select ${of.noun}, record_id, field, value, value_key,
      ${of.source_id}::bigint, ${of.credibility ?? null}::smallint, coalesce(e.evidence, ${JSON.stringify(of.evidence ?? [])}::jsonb),
      ${at}::timestamptz, ${at}::timestamptz, ${ctx.actor.id}::bigint, ${of.interchange_id ?? null}::bigint,
      ${of.run_id ?? null}::bigint
    from json_to_recordset(${json}::json)
      as e (record_id bigint, field text, value jsonb, value_key text, evidence jsonb)
    ${of.isFirst ? sql`` : again}`.execute(ctx.db)
}

export async function findClaim(ctx: Ctx, id: number): Promise<{ noun: ClaimEntity; record_id: number } | undefined> {
  return await ctx.db
    .selectFrom('claim')
    .select(['noun', 'record_id'])
    .where('id', '=', id)
    // Claims exist for these entities only.
    .$narrowType<{ noun: ClaimEntity }>()
    .executeTakeFirst()
}

/** Withdraws or reinstates claims; false if all of them already are. */
export async function setWithdrawn(ctx: Ctx, ids: readonly number[], isWithdrawn: boolean): Promise<boolean> {
  const values = isWithdrawn
    ? { withdrawn_at: ctx.now().toISOString(), withdrawn_by: ctx.actor.id }
    : { withdrawn_at: null, withdrawn_by: null }
  const { numUpdatedRows } = await ctx.db
    .updateTable('claim')
    .set(values)
    .where('id', 'in', ids)
    .where('withdrawn_at', isWithdrawn ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
