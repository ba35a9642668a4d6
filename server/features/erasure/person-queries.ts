import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Gone } from './kit.ts'

/** Rows that go with the persons: by foreign keys, and what remembers them as duplicates or merged. */
export async function countPersonRows(ctx: Ctx, ids: readonly number[]): Promise<{ place: string; count: number }[]> {
  const list = sql`any(${ids}::bigint[])`
  const { rows } = await sql<{ place: string; count: number }>`
    select * from (
      select 'person' as place, count(*) as count from person where id = ${list}
      union all select 'membership', count(*) from membership where person_id = ${list}
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

/** Which of the names another person or an organisation bears. */
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

/** As a name stands inside jsonb. */
const jsonName = (name: string) => JSON.stringify(name).slice(1, -1)
const likeOf = (name: string) => `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Names as one pattern; longer ones first, so that none is left half. */
function patternOf(names: readonly string[], written: (name: string) => string): string {
  return [...names]
    .sort((a, b) => b.length - a.length)
    .map(name => written(name).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
}

const namedIn = (text: ReturnType<typeof sql>, names: readonly string[]) =>
  names.length === 0
    ? sql`false`
    : sql`(${sql.join(
        names.map(name => sql`${text} ilike ${likeOf(jsonName(name))}`),
        sql` or `,
      )})`

export async function countTrail(ctx: Ctx, ids: readonly number[], names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from history where erased_by is null
      and (noun = 'person' and record_id = any(${ids}::bigint[]) or ${namedIn(sql`changes::text`, names)}))
    + (select count(*) from audit where erased_by is null
      and ${namedIn(sql`(coalesce(to_jsonb(reason)::text, '') || detail::text)`, names)}) as count`.execute(ctx.db)
  return rows[0]!.count
}

/**
 * Empties what the trail says of the records that are gone: of their history every value, in other entries the names. The trail
 * lets only a running erasure do so; what it emptied is returned, as ranges of ids, for the tombstone.
 */
export async function emptyTrail(
  ctx: Ctx,
  erasureId: number,
  { records, names, blank }: { records: readonly Gone[]; names: readonly string[]; blank: string },
): Promise<{ audit: string; history: string; count: number }> {
  await sql`select set_config('og.erasure', ${String(erasureId)}, true)`.execute(ctx.db)
  const [inText, inJson] = [patternOf(names, name => name), patternOf(names, jsonName)]
  const own = records.map(({ noun, ids }) => sql`(noun = ${noun} and record_id = any(${ids}::bigint[]))`)
  const isOwn = sql`(${sql.join(own, sql` or `)})`
  const without = (text: ReturnType<typeof sql>, pattern: string) =>
    names.length === 0 ? text : sql`regexp_replace(${text}, ${pattern}, ${blank}, 'gi')`
  const { rows } = await sql<{ audit: string | null; history: string | null; count: number }>`
    with own as (
      update history set erased_by = ${erasureId}, changes = coalesce((
          select jsonb_agg(jsonb_build_object('field', change -> 'field', 'from', '{"erased":true}'::jsonb, 'to', '{"erased":true}'::jsonb) order by n)
          from jsonb_array_elements(history.changes) with ordinality as each (change, n)), '[]')
      where ${isOwn} and erased_by is null returning id
    ), others as (
      update history set erased_by = ${erasureId}, changes = ${without(sql`changes::text`, inJson)}::jsonb
      where not ${isOwn} and ${namedIn(sql`changes::text`, names)}
      returning id
    ), reads as (
      update audit set erased_by = ${erasureId}, reason = ${without(sql`reason`, inText)},
        detail = ${without(sql`detail::text`, inJson)}::jsonb
      where ${namedIn(sql`(coalesce(to_jsonb(reason)::text, '') || detail::text)`, names)} returning id
    )
    select (select range_agg(int8range(id, id + 1))::text from reads) as audit,
      (select range_agg(int8range(id, id + 1))::text from (select id from own union all select id from others) as each) as history,
      (select count(*) from reads) + (select count(*) from own) + (select count(*) from others) as count`.execute(
    ctx.db,
  )
  const { audit, history, count } = rows[0]!
  // Set for this transaction only; a later entry of it is none of the erasure's.
  await sql`select set_config('og.erasure', '', true)`.execute(ctx.db)
  return { audit: audit ?? '{}', history: history ?? '{}', count }
}

/** Time for work over whole tables. */
export async function allowTime(ctx: Ctx): Promise<void> {
  await sql`set local statement_timeout = '30min'`.execute(ctx.db)
}
