// Columns shown of found or suggested entries.

import { sql } from 'kysely'
import type { SearchEntity } from '#contract/search.api.ts'
import type { OgRef } from '#contract/wire.ts'
import { ogRef } from '#server/core/link.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isReadable, type SearchHit } from './find.queries.ts'

/** Columns that distinguish an entry from others of its name, of rows that `tellingFrom` has joined. */
export const distinguishingColumns = sql`entry.region, its_og.eng_name, og_cate.name as category,
  left(coalesce(its_person.birth_time, its_og.register_time), 4) as year,
  case when og.id is not null then ${ogRef('og')} end as og`

/**
 * Joins the record of an entry and its organisation: for a person or an event, the readable organisation with the
 * highest weight.
 */
export const distinguishingJoins = (ctx: Ctx) => sql`
  left join person as its_person on entry.noun = 'person' and its_person.id = entry.record_id
  left join og as its_og on entry.noun = 'og' and its_og.id = entry.record_id
  left join og_cate on og_cate.id = its_og.category_id and og_cate.deleted_at is null
  left join lateral (select og.id, og.name, og.eng_name from (
      select entry.og_id as id where entry.og_id is not null
      union all select its.record_id from (
          select og_id from membership where entry.noun = 'person' and person_id = entry.record_id
          union all select og_id from event_og where entry.noun = 'event' and event_id = entry.record_id) as link
        join search_entry as its on its.noun = 'og' and its.record_id = link.og_id and its.part = 0
          and ${isReadable(ctx, 'its')}) as linked
    join og using (id) order by og.weight desc, og.id limit 1) as og on true`

/** The columns of an entry that a result shows. */
export type EntrySummary = {
  noun: SearchEntity
  id: number
  part: number
  title: string
  aliases: string[]
  subtitle: string | null
  sounds: string
  body: string
  at: string
  is_newest: boolean
  region: string | null
  category: string | null
  year: string | null
  eng_name: string | null
  og: OgRef | null
}

export async function findEntrySummaries(
  ctx: Ctx,
  hits: readonly Pick<SearchHit, 'noun' | 'id' | 'part'>[],
): Promise<EntrySummary[]> {
  const { rows } =
    await sql<EntrySummary>`select entry.noun, entry.record_id as id, entry.part, entry.title, entry.aliases,
      entry.subtitle, entry.sounds, entry.body, entry.at, entry.is_newest, ${distinguishingColumns}
    from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as hit (noun text, id bigint, part bigint)
    join search_entry as entry on entry.noun = hit.noun and entry.record_id = hit.id and entry.part = hit.part
    ${distinguishingJoins(ctx)}
    where ${isReadable(ctx, 'entry')}`.execute(ctx.db)
  return rows
}
