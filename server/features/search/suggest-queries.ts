import { sql } from 'kysely'
import type { SearchNoun, SearchReason } from '#contract/search.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isReadable } from './find-queries.ts'

export type Suggested = {
  noun: SearchNoun
  id: number
  title: string
  aliases: string[]
  subtitle: string | null
  by: SearchReason
  og: { id: number; name: string } | null
}

/** Names walked in the order of the alphabet; the shortest, and so the very name, comes first. */
const mostNames = 200
const mostFragments = 100

/** The best names that begin so: the very name, then names, other names, sounds, later words. */
export async function findBeginnings(ctx: Ctx, keys: readonly string[], limit: number): Promise<Suggested[]> {
  const walks = keys.map(
    key => sql`(select search_name.kind, search_name.key = ${key}::text as is_exact, entry.noun, entry.record_id,
        entry.part, entry.weight, entry.at
      from search_name join search_entry as entry using (noun, record_id, part)
      where search_name.key >= ${key}::text and search_name.key < ${`${key}\u{10ffff}`}::text
        and ${isReadable(ctx, 'entry')}
      order by search_name.key limit ${sql.lit(mostNames)})`,
  )
  const { rows } = await sql<Suggested>`with walked as (${sql.join(walks, sql` union all `)}),
    ranked as (select *, case when kind = 'word' then 'title' else kind end as by,
        array_position(array['name', 'alias', 'pinyin', 'initials', 'word'], kind) - 10 * is_exact::int as place
      from walked),
    best as (select distinct on (noun, record_id) * from ranked order by noun, record_id, place),
    few as (select * from best order by place, weight desc, at desc, record_id limit ${sql.lit(limit)})
    select few.noun, few.record_id as id, entry.title, entry.aliases, entry.subtitle, few.by,
      case when og.id is not null then json_build_object('id', og.id, 'name', og.name) end as og
    from few join search_entry as entry using (noun, record_id, part) left join og on og.id = entry.og_id
    order by few.place, few.weight desc, few.at desc, few.record_id`.execute(ctx.db)
  return rows
}

/** Names that hold the fragments somewhere. */
export async function findFragments(ctx: Ctx, query: string, limit: number): Promise<Suggested[]> {
  const { rows } = await sql<Suggested>`with found as (
      select entry.noun, entry.record_id, entry.part, entry.weight, entry.at from search_entry as entry
      where entry.words @@ ${query}::tsquery and entry.is_newest and ${isReadable(ctx, 'entry')}
      limit ${sql.lit(mostFragments)}),
    few as (select * from found order by weight desc, at desc, record_id limit ${sql.lit(limit)})
    select few.noun, few.record_id as id, entry.title, entry.aliases, entry.subtitle, 'title' as by,
      case when og.id is not null then json_build_object('id', og.id, 'name', og.name) end as og
    from few join search_entry as entry using (noun, record_id, part) left join og on og.id = entry.og_id
    order by few.weight desc, few.at desc, few.record_id`.execute(ctx.db)
  return rows
}
