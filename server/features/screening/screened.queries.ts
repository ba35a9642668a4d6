import { sql } from 'kysely'
import type { PartyEntity } from '#contract/registry.ts'
import { engineVersion } from '#server/name/name.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ListAnswer } from './hits.ts'
import { findScreened, type ScreenedList } from './progress.queries.ts'
import { readRule, type VersionedRule } from './rule.ts'

/** Basis of a comparison: the rule, and for each list its version and quarantined entries. */
export type ScreeningBasis = { rule: VersionedRule; lists: ScreenedList[] }

export async function readBasis(ctx: Ctx): Promise<ScreeningBasis> {
  return { rule: await readRule(ctx), lists: await findScreened(ctx) }
}

/** The state of a list for which results of this engine are valid. */
export const screenedStateOf = ({ version, aside }: Pick<ScreenedList, 'version' | 'aside'>) =>
  [version, `e${engineVersion}`, ...(aside === '' ? [] : [aside])].join(':')

const textOf = ({ rule, lists }: ScreeningBasis) =>
  `${rule.version} ${lists.map(list => `${list.id}=${screenedStateOf(list)}`).join(' ')}`

export const isSameBasis = (one: ScreeningBasis, other: ScreeningBasis) => textOf(one) === textOf(other)

/**
 * Serialises writers of screening results until the transaction ends. No other writer can come between the checks of
 * lists and records and the commit: a result for an earlier state is never written after one for a later state.
 */
export async function lockWriting(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('screening', 0))`.execute(ctx.db)
}

/** Id of the row of a basis, which is created if missing; callers must hold `lockWriting`. */
async function basisId(ctx: Ctx, { rule, lists }: ScreeningBasis): Promise<number> {
  const of = JSON.stringify(Object.fromEntries(lists.map(list => [list.id, screenedStateOf(list)])))
  await sql`insert into screening_basis (rule, lists, created_at)
    values (${rule.version}::int, ${of}::jsonb, ${ctx.now().toISOString()}::timestamptz) on conflict do nothing`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: number }>`select id from screening_basis
    where rule = ${rule.version}::int and md5(lists::text) = md5(${of}::jsonb::text)`.execute(ctx.db)
  return rows[0]!.id
}

/** Stores that these records, in the states of these digests, were compared with the basis. */
export async function storeScreenedRecords(
  ctx: Ctx,
  basis: ScreeningBasis,
  records: readonly { noun: PartyEntity; id: number; digest: string }[],
): Promise<void> {
  if (records.length === 0) return
  await sql`insert into screened_record (noun, record_id, digest, basis, screened_at)
    select noun, id, digest, ${await basisId(ctx, basis)}::bigint, ${ctx.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as row (noun text, id bigint, digest uuid)
    on conflict (noun, record_id) do update set digest = excluded.digest, basis = excluded.basis,
      screened_at = excluded.screened_at, uncompared = null`.execute(ctx.db)
}

/** Stores for records compared with the whole list how many of its names were beyond the limit of candidates. */
export async function keepUncompared(
  ctx: Ctx,
  { of, noun, rows, uncompared }: Pick<ListAnswer, 'of' | 'noun' | 'rows' | 'uncompared'>,
): Promise<void> {
  const counts = rows.flatMap(({ id }, n) => (uncompared[n] == null ? [] : [{ id, count: uncompared[n] }]))
  if (counts.length === 0) return
  const list = String(of.list_id)
  await sql`update screened_record as done set uncompared = nullif(
      coalesce(done.uncompared, '{}') - ${list}::text
        || case when row.count > 0 then jsonb_build_object(${list}::text, row.count) else '{}' end, '{}')
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as row (id bigint, count int)
    where done.noun = ${noun} and done.record_id = row.id
      and coalesce((done.uncompared ->> ${list}::text)::int, 0) <> row.count`.execute(ctx.db)
}

/** Marks these records as not compared. */
export async function deleteScreened(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from screened_record where noun = ${noun} and record_id = any(${ids}::bigint[])`.execute(ctx.db)
}
