import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { RemovedRecords } from './erasure.adapter.ts'
import { isLinked, type LinkedRecords } from './linked.queries.ts'
import { anyPattern } from './sweep.queries.ts'

/** Rows that are deleted with the persons: by foreign keys, and those that record them as duplicates or merged. */
export async function countPersonRows(ctx: Ctx, ids: readonly number[]): Promise<{ place: string; count: number }[]> {
  const list = sql`any(${ids}::bigint[])`
  const { rows } = await sql<{ place: string; count: number }>`
    select * from (
      select 'person' as place, count(*) as count from person where id = ${list}
      union all select 'membership', count(*) from membership where person_id = ${list}
      union all select 'og_relation', count(*) from og_relation where from_person_id = ${list}
      union all select 'relation', count(*) from relation where from_id = ${list} or to_id = ${list}
      union all select 'timeline_note', count(*) from timeline_note where person_id = ${list}
      union all select 'duplicate', count(*) from duplicate where noun = 'person' and (a_id = ${list} or b_id = ${list})
      union all select 'merge', count(*) from merge
        where noun = 'person' and (target_id = ${list} or source_ids && ${ids}::bigint[])
    ) as each where count > 0`.execute(ctx.db)
  return rows
}

export async function removePersonRows(ctx: Ctx, ids: readonly number[]): Promise<Record<string, number>> {
  const list = sql`any(${ids}::bigint[])`
  const counts = Object.fromEntries((await countPersonRows(ctx, ids)).map(({ place, count }) => [place, count]))
  await sql`delete from duplicate where noun = 'person' and (a_id = ${list} or b_id = ${list})`.execute(ctx.db)
  await sql`delete from merge where noun = 'person' and (target_id = ${list} or source_ids && ${ids}::bigint[])`.execute(
    ctx.db,
  )
  await sql`delete from person where id = ${list}`.execute(ctx.db)
  return counts
}

/** The names that another person or an organisation also has. */
export async function findBorne(ctx: Ctx, { ids, names }: { ids: readonly number[]; names: readonly string[] }) {
  const { rows } = await sql<{ name: string }>`
    select called.name from unnest(${names}::text[]) as called (name) where exists (
      select from person where id <> all(${ids}::bigint[]) and lower(called.name) in (
        select lower(own) from unnest(person.aliases || person.name) as own)
      union all
      select from og where lower(called.name) in (
        select lower(own) from unnest(og.aliases || og.name || og.eng_name) as own))`.execute(ctx.db)
  return new Set(rows.map(row => row.name))
}

/** Entries of the person's own history; other entries with a name are among the passages. */
export async function countAuditEntries(ctx: Ctx, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from history where erased_by is null
    and noun = 'person' and record_id = any(${ids}::bigint[])`.execute(ctx.db)
  return rows[0]!.count
}

type EmptyScope = {
  records: readonly RemovedRecords[]
  /** Names to be blanked in every entry. */
  names: readonly string[]
  /** Names to be blanked in entries about records that were linked with the person. */
  safe: readonly string[]
  linked: LinkedRecords
  /** Chosen entries, in which all names are blanked. */
  decided: { names: readonly string[]; audit: readonly number[]; history: readonly number[] }
  blank: string
}

/**
 * Empties the entries of the audit log and the history about the removed records: every value in their history, and the
 * names in other entries. The database permits that only to a running erasure. Returns the emptied entries as ranges of
 * ids, for the tombstone.
 */
export async function clearAuditContents(
  ctx: Ctx,
  erasureId: number,
  { records, names, safe, linked, decided, blank }: EmptyScope,
): Promise<{ audit: string; history: string; count: number }> {
  await sql`select set_config('og.erasure', ${String(erasureId)}, true)`.execute(ctx.db)
  const own = records.map(({ noun, ids }) => sql`(noun = ${noun} and record_id = any(${ids}::bigint[]))`)
  const isOwn = sql`(${sql.join(own, sql` or `)})`
  const ours = isLinked({ noun: sql.ref('noun'), id: sql.ref('record_id') }, linked)
  /** The names to be blanked in an entry, as one pattern; null if there are none. */
  const patternFor = (type: 'text' | 'jsonb', ids: readonly number[]) => sql<string>`case
    when id = any(${ids}::bigint[]) then ${anyPattern(type, decided.names)}::text
    when ${ours} then ${anyPattern(type, [...names, ...safe])}::text
    else ${anyPattern(type, names)}::text end`
  const [inHistory, inReason, inDetail] = [
    patternFor('jsonb', decided.history),
    patternFor('text', decided.audit),
    patternFor('jsonb', decided.audit),
  ]
  // A note on the person, and the values that a list wrote into the record, contain no name but are still the person's
  // data.
  const detail = sql`case when ${isOwn} then detail - 'note' - 'applied' else detail end`
  const { rows } = await sql<{ audit: string | null; history: string | null; count: number }>`
    with own as (
      update history set erased_by = ${erasureId}, changes = coalesce((
          select jsonb_agg(jsonb_build_object('field', change -> 'field', 'from', '{"erased":true}'::jsonb, 'to', '{"erased":true}'::jsonb) order by n)
          from jsonb_array_elements(history.changes) with ordinality as each (change, n)), '[]')
      where ${isOwn} and erased_by is null returning id
    ), others as (
      update history set erased_by = ${erasureId},
        changes = regexp_replace(changes::text, ${inHistory}, ${blank}, 'gi')::jsonb
      where not ${isOwn} and coalesce(changes::text ~* ${inHistory}, false)
      returning id
    ), reads as (
      update audit set erased_by = ${erasureId},
        reason = coalesce(regexp_replace(reason, ${inReason}, ${blank}, 'gi'), reason),
        detail = coalesce(regexp_replace((${detail})::text, ${inDetail}, ${blank}, 'gi'), (${detail})::text)::jsonb
      where (${isOwn} and detail ?| array['note', 'applied']) or coalesce(reason ~* ${inReason}, false) or coalesce(detail::text ~* ${inDetail}, false) returning id
    )
    select (select range_agg(int8range(id, id + 1))::text from reads) as audit,
      (select range_agg(int8range(id, id + 1))::text from (select id from own union all select id from others) as each) as history,
      (select count(*) from reads) + (select count(*) from own) + (select count(*) from others) as count`.execute(
    ctx.db,
  )
  const { audit, history, count } = rows[0]!
  // The permission is only for these statements: a later entry in this transaction does not belong to the erasure.
  await sql`select set_config('og.erasure', '', true)`.execute(ctx.db)
  return { audit: audit ?? '{}', history: history ?? '{}', count }
}

/** Sets a timeout that allows work on whole tables. */
export async function allowTime(ctx: Ctx): Promise<void> {
  await sql`set local statement_timeout = '30min'`.execute(ctx.db)
}
