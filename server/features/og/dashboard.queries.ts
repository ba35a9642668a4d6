import { sql } from 'kysely'
import type { DangerLevel } from '#contract/og.api.ts'
import { readable } from '#server/core/access.ts'
import { rememberRead } from '#server/core/list.ts'
import { allOf, partsOf } from '#server/core/parts.ts'
import { columnsOf, whereOf } from '#server/core/table.ts'
import { personPolicy } from '#server/features/person/person.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { type OgRow, ogTable } from './og.queries.ts'

type OgCount = { region: string | null; danger_level: DangerLevel; count: number }

/** Readable organisations counted by region and danger level together. */
export function countOgsByKind(ctx: Ctx): Promise<Immutable<OgCount[]>> {
  return rememberRead(ctx, 'og by kind', async () => {
    const parts = partsOf(ctx, ogTable, {}, { isCounted: true }).map(
      where => sql`select og.region, og.danger_level, count(*) as count from og where ${where} group by 1, 2`,
    )
    if (parts.length === 0) return []
    const { rows } = await sql<OgCount>`select region, danger_level, sum(count)::bigint as count
      from (${allOf(parts)}) as part group by 1, 2`.execute(ctx.db)
    return rows
  })
}

type FocusedOg = OgRow & { focus_count: number }

/**
 * By the number of readable focus persons, then by weight: focus persons are few, so organisations with them come
 * first, then the heaviest of the others.
 */
export async function findMostFocused(ctx: Ctx, limit: number): Promise<FocusedOg[]> {
  const most = sql.lit(limit)
  const { rows } = await sql<FocusedOg>`
    with focus as (
      select membership.og_id, count(distinct person.id) as persons
      from person join membership on membership.person_id = person.id
      where person.is_focus and person.deleted_at is null and ${readable(personPolicy, ctx, 'person')}
      group by membership.og_id
    ), led as (
      select og.id, focus.persons from focus join og on og.id = focus.og_id
      where ${whereOf(ctx, ogTable, {})}
      order by focus.persons desc, og.weight desc, og.id desc limit ${most}
    ), others as (
      select og.id, 0::bigint as persons from og
      where ${whereOf(ctx, ogTable, {})} and not exists (select from focus where focus.og_id = og.id)
      order by og.weight desc, og.id desc limit ${most}
    )
    select ${columnsOf(ogTable)}, ranked.persons as focus_count
    from (select id, persons from led union all select id, persons from others) as ranked
    join og on og.id = ranked.id
    order by ranked.persons desc, og.weight desc, og.id desc limit ${most}`.execute(ctx.db)
  return rows
}

/** The same counts summed by one of the two properties. */
export function sumBy<K extends 'region' | 'danger_level'>(counts: readonly OgCount[], key: K) {
  const sums = new Map<OgCount[K], number>()
  for (const row of counts) sums.set(row[key], (sums.get(row[key]) ?? 0) + row.count)
  return [...sums].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}
