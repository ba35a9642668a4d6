import { sql } from 'kysely'
import type { SearchEntity, SearchReason } from '#contract/search.api.ts'
import type { OgRef } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isReadable } from './find.queries.ts'
import { distinguishingColumns, distinguishingJoins } from './shown.queries.ts'

export type SuggestionRow = {
  noun: SearchEntity
  id: number
  title: string
  aliases: string[]
  subtitle: string | null
  region: string | null
  category: string | null
  year: string | null
  at: string
  by: SearchReason
  eng_name: string | null
  og: OgRef | null
}

/** Names read in alphabetical order; the shortest, and therefore an exact match, comes first. */
const mostNames = 200
const mostFragments = 100

/** Columns of a suggested entry, in addition to the reason. */
const suggestionColumns = sql`few.record_id as id, entry.title, entry.aliases, entry.subtitle, entry.at, ${distinguishingColumns}`
const suggestionJoins = (ctx: Ctx) =>
  sql`join search_entry as entry using (noun, record_id, part) ${distinguishingJoins(ctx)}`

/** The best names with these beginnings: exact names, then names, other names, sounds, later words. */
export async function findBeginnings(ctx: Ctx, keys: readonly string[], limit: number): Promise<SuggestionRow[]> {
  const walks = keys.map(
    key => sql`(select search_name.kind, search_name.key = ${key}::text as is_exact, entry.noun, entry.record_id,
        entry.part, entry.weight, entry.at
      from search_name join search_entry as entry using (noun, record_id, part)
      where search_name.key >= ${key}::text and search_name.key < ${`${key}\u{10ffff}`}::text
        and ${isReadable(ctx, 'entry')}
      order by search_name.key limit ${sql.lit(mostNames)})`,
  )
  const { rows } = await sql<SuggestionRow>`with walked as (${sql.join(walks, sql` union all `)}),
    ranked as (select *, case when kind = 'word' then 'title' else kind end as by,
        array_position(array['name', 'alias', 'identifier', 'pinyin', 'initials', 'word'], kind) - 10 * is_exact::int as place
      from walked),
    best as (select distinct on (noun, record_id) * from ranked order by noun, record_id, place),
    few as (select * from best order by place, weight desc, at desc, record_id limit ${sql.lit(limit)})
    select few.noun, few.by, ${suggestionColumns} from few ${suggestionJoins(ctx)}
    order by few.place, few.weight desc, few.at desc, few.record_id`.execute(ctx.db)
  return rows
}

/** Names that contain the fragments anywhere. */
export async function findFragments(ctx: Ctx, query: string, limit: number): Promise<SuggestionRow[]> {
  const { rows } = await sql<SuggestionRow>`with found as (
      select entry.noun, entry.record_id, entry.part, entry.weight, entry.at from search_entry as entry
      where entry.words @@ ${query}::tsquery and entry.is_newest and ${isReadable(ctx, 'entry')}
      limit ${sql.lit(mostFragments)}),
    few as (select * from found order by weight desc, at desc, record_id limit ${sql.lit(limit)})
    select few.noun, 'title' as by, ${suggestionColumns} from few ${suggestionJoins(ctx)}
    order by few.weight desc, few.at desc, few.record_id`.execute(ctx.db)
  return rows
}

/** The records that this user opened last. */
export async function findRecent(ctx: Ctx, limit: number): Promise<SuggestionRow[]> {
  const { rows } = await sql<SuggestionRow>`with few as (
      select seen.noun, seen.record_id, seen.part, record_visit.at as seen_at
      from record_visit join search_entry as seen using (noun, record_id)
      where record_visit.user_id = ${ctx.actor.id}::bigint and seen.part = 0 and ${isReadable(ctx, 'seen')}
      order by record_visit.at desc limit ${sql.lit(limit)})
    select few.noun, 'name' as by, ${suggestionColumns} from few ${suggestionJoins(ctx)} order by few.seen_at desc`.execute(
    ctx.db,
  )
  return rows
}
