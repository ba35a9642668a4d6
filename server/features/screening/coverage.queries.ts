import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUnderWay, type ScreenedList } from './progress.queries.ts'
import { screenedStateOf } from './screened.queries.ts'

/**
 * `pending_at`: since when a version or rule has been in force with which not all records are compared yet; null if
 * only the engine is newer.
 */
type ListRow = {
  id: number
  name: string
  entries: number
  screened_at: string | null
  pending_at: string | null
}

export async function findListRows(ctx: Ctx): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`select list.id, list.name, done.screened_at,
      (select count(*)::int from list_entry as entry where entry.list_id = list.id and entry.until is null) as entries,
      greatest((select ended_at from list_version where list_version.list_id = list.id and n = list.version
          and n is distinct from done.version),
        (select set_at from screening_rule where version > coalesce(done.rule, 0) order by version limit 1)) as pending_at
    from list left join screened_list as done on done.list_id = list.id where list.version is not null`.execute(ctx.db)
  return rows
}

type CoverageTotals = {
  records: number
  /** Records compared in their present state, with every list as it was at that time. */
  settled: number
  /**
   * Subset of `settled` that was compared with all lists in their present state; `of_lists` is the same for each
   * requested list.
   */
  compared: number
  of_lists: number[]
  quarantined: number
  /** Subset of `settled` for which not all names of a list were compared. */
  limited: number
  oldest_queued_at: string | null
}

/**
 * Matches records that are settled and either behind the cursor of the list, or fully compared since the list has its
 * present state.
 */
function hasMet(list: ScreenedList, rule: number): RawBuilder<SqlBool> {
  const { cursor } = list
  const since = sql`done.basis in (select id from screening_basis
    where rule = ${rule}::int and lists ->> ${String(list.id)}::text = ${screenedStateOf(list)}::text)`
  if (!cursor || !isUnderWay(list, rule)) return sql`${since}`
  const before = partyEntities.slice(0, partyEntities.indexOf(cursor.noun))
  return sql`(${since} or done.noun = any(${before}::text[])
    or (done.noun = ${cursor.noun} and done.record_id <= ${cursor.id}::bigint))`
}

/** `pending`: those of the lists that not all records are compared with yet. */
export async function countScreened(ctx: Ctx, rule: number, pending: readonly ScreenedList[]): Promise<CoverageTotals> {
  const met = pending.map(list => hasMet(list, rule))
  const all = met.length === 0 ? sql`true` : sql.join(met, sql` and `)
  const each = sql.join(
    met.map(one => sql`count(*) filter (where ${one})::int`),
    sql`, `,
  )
  const live = sql.join(
    partyEntities.map(
      noun => sql`select ${sql.lit(noun)} as noun, id from ${sql.table(noun)} where deleted_at is null`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<CoverageTotals>`with aside as (
      select split_part(key, ':', 1) as noun, split_part(key, ':', 2)::bigint as record_id from set_aside
      where queue = 'screening' and key ~ '^(og|person):[0-9]{1,18}$'),
    done as materialized (
      select noun, record_id, basis, uncompared from screened_record as record
      where not exists (select from screening_queue as queue where queue.noun = record.noun and queue.record_id = record.record_id)
        and not exists (select from aside where aside.noun = record.noun and aside.record_id = record.record_id))
    select (select count(*)::int from (${live}) as record) as records, count(*)::int as settled,
      count(*) filter (where ${all})::int as compared, array[${each}]::int[] as of_lists,
      count(*) filter (where done.uncompared is not null
        and exists (select from list where list.version is not null and done.uncompared ? list.id::text))::int as limited,
      (select count(*)::int from (${live}) as record join aside on aside.noun = record.noun and aside.record_id = record.id) as quarantined,
      (select min(queued_at) from screening_queue) as oldest_queued_at
    from done`.execute(ctx.db)
  return rows[0]!
}

/** A random sample of live records that are neither queued nor quarantined. */
export async function sampleUpToDate(ctx: Ctx, noun: PartyEntity, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(noun)} as record where deleted_at is null
      and not exists (select from screening_queue as queue where queue.noun = ${noun} and queue.record_id = record.id)
      and not exists (select from set_aside where queue = 'screening' and key = ${noun} || ':' || record.id)
    order by random() limit ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Returns those of these records that are not queued; true if they are settled in their present state. */
export async function findProven(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number; is_proven: boolean }>`select record.id,
      coalesce(done.digest = screened_digest(screened_fields(record)), false) as is_proven
    from ${sql.table(noun)} as record
      left join screened_record as done on done.noun = ${noun} and done.record_id = record.id
    where record.id = any(${ids}::bigint[]) and record.deleted_at is null
      and not exists (select from screening_queue as queue where queue.noun = ${noun} and queue.record_id = record.id)`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ id, is_proven }) => [id, is_proven]))
}

type StoredPair = { list_id: number; record_id: number; entry_key: string; score: number }

/** Stored pairs of these records that still match; without pairs of quarantined entries. */
export async function findStoredPairs(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<StoredPair[]> {
  const { rows } = await sql<StoredPair>`select list_id, record_id, entry_key, score from screening as pair
    where noun = ${noun} and record_id = any(${ids}::bigint[]) and not is_gone
      and not exists (select from set_aside where queue = 'screening'
        and key = 'entry:' || pair.list_id || ':' || pair.entry_key)`.execute(ctx.db)
  return rows
}

/**
 * Queues live records after an id that are not settled in their present state although they are not queued. Also
 * returns the last id checked, null at the end.
 */
export async function queueForgottenAfter(
  ctx: Ctx,
  noun: PartyEntity,
  { after, limit }: { after: number; limit: number },
): Promise<{ queued: number; last: number | null }> {
  const { rows } = await sql<{ queued: number; last: number | null }>`with looked as materialized (
      select record.id, screened_digest(screened_fields(record)) as digest from ${sql.table(noun)} as record
      where deleted_at is null and id > ${after}::bigint order by id limit ${limit}),
    forgotten as (
      insert into screening_queue (noun, record_id, is_behind) select ${noun}, looked.id, true from looked
      where not exists (select from screened_record as done
          where done.noun = ${noun} and done.record_id = looked.id and done.digest = looked.digest)
        and not exists (select from screening_queue as queue where queue.noun = ${noun} and queue.record_id = looked.id)
        and not exists (select from set_aside where queue = 'screening' and key = ${noun} || ':' || looked.id)
      returning record_id)
    select (select count(*)::int from forgotten) as queued, (select max(id) from looked) as last`.execute(ctx.db)
  return rows[0]!
}
