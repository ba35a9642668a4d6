import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ErasurePassage } from '#contract/erasure.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Records that are linked with a person, by entity: the person's name in their texts refers to this person. */
export type LinkedRecords = Record<string, number[]>

/** Finds them by links, and by user decisions about a name in an upload, on a page or in an own text. */
export async function findLinked(ctx: Ctx, ids: readonly number[]): Promise<LinkedRecords> {
  const list = sql`any(${ids}::bigint[])`
  const { rows } = await sql<{ noun: string; ids: number[] }>`
    select noun, array_agg(distinct id) as ids from (
      select 'event' as noun, event_id as id from event_person where person_id = ${list}
      union all select 'report', report_id from report_person where person_id = ${list}
      union all select 'upload', upload_id from upload_person where person_id = ${list}
      union all select 'og', og_id from membership where person_id = ${list}
      union all select 'og', og_id from og_relation where from_person_id = ${list}
      union all select 'person', to_id from relation where from_id = ${list}
      union all select 'person', from_id from relation where to_id = ${list}
      union all select 'person', id from person where id = ${list}
      union all select case when upload_id is null then 'page' else 'upload' end, coalesce(upload_id, page_id)
        from mention_decision where noun = 'person' and record_id = ${list} and verdict = 'confirmed' and text_id is null
      union all select own_text.kind, own_text.record_id from mention_decision join own_text on own_text.id = text_id
        where mention_decision.noun = 'person' and mention_decision.record_id = ${list} and verdict = 'confirmed'
          and own_text.kind <> 'note'
    ) as each group by noun`.execute(ctx.db)
  return Object.fromEntries(rows.map(row => [row.noun, row.ids]))
}

/** The record that a row is, or belongs to. */
type OwnerColumns = { noun: RawBuilder<unknown>; id: RawBuilder<unknown> }

/**
 * Entities by which a row is described, the nearest first: a page belongs to an organisation's site and is not about
 * the organisation.
 */
const nouns = ['page', 'report', 'upload', 'event', 'issue', 'import', 'interchange', 'person', 'og']

export function ownerOf(table: string, columns: readonly string[], key: string | undefined): OwnerColumns {
  const noun = nouns.find(each => each === table || columns.includes(`${each}_id`))
  if (noun) return { noun: sql`${noun}::text`, id: sql.ref(noun === table ? 'id' : `${noun}_id`) }
  if (columns.includes('noun') && columns.includes('record_id'))
    return { noun: sql.ref('noun'), id: sql.ref('record_id') }
  return { noun: sql`${table}::text`, id: key === 'id' ? sql.ref('id') : sql`null::bigint` }
}

/** Whether a row's record is linked with the person. */
export function isLinked({ noun, id }: OwnerColumns, linked: LinkedRecords): RawBuilder<SqlBool> {
  const each = Object.entries(linked).map(
    ([name, ids]) => sql<SqlBool>`(${noun} = ${name}::text and ${id} = any(${ids}::bigint[]))`,
  )
  return each.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`coalesce(${sql.join(each, sql` or `)}, false)`
}

type PassageAbout = NonNullable<ErasurePassage['about']>
type LinkedLabel = { title: string | null; about: PassageAbout }

/**
 * The titles of records, if their entity has one, and details that distinguish them from others with the same title.
 */
export async function readLinkedLabels(
  ctx: Ctx,
  refs: readonly { noun: string; id: number | null }[],
): Promise<Map<string, LinkedLabel>> {
  const wanted = JSON.stringify(refs.filter(ref => ref.id !== null))
  const { rows } = await sql<{
    noun: string
    id: number
    title: string | null
    about: [PassageAbout[number]['kind'], string | null][]
  }>`
    with asked as (select distinct noun, id from jsonb_to_recordset(${wanted}::jsonb) as e (noun text, id bigint))
    select asked.noun, asked.id, coalesce(page.title, page.url, report.title, upload.title, event.title, issue.title,
      import.file_name, interchange.file_name, saved_search.name, word.word, person.name, og.name) as title,
      case asked.noun
        when 'person' then jsonb_build_array(
          jsonb_build_array('text', coalesce((select min(own.name) from membership join og as own on own.id = membership.og_id
            where membership.person_id = person.id), person.og_names[1])),
          jsonb_build_array('text', person.position), jsonb_build_array('born', left(person.birth_time, 4)),
          jsonb_build_array('region', person.region))
        when 'og' then jsonb_build_array(jsonb_build_array('year', left(og.register_time, 4)),
          jsonb_build_array('region', og.region))
        when 'event' then jsonb_build_array(jsonb_build_array('text', event.start_time),
          jsonb_build_array('region', event.region))
        when 'page' then jsonb_build_array(jsonb_build_array('text', page.url))
        when 'duplicate' then jsonb_build_array(jsonb_build_array('text', (select string_agg(one.name || ' #' || one.id, ' · ' order by one.id)
          from (select noun, id, name from (select 'person' as noun, id, name from person
              union all select 'og', id, name from og union all select 'event', id, title from event) as named
            where named.noun = duplicate.noun and named.id in (duplicate.a_id, duplicate.b_id)) as one)))
        when 'report' then jsonb_build_array(jsonb_build_array('text', report.number))
        else jsonb_build_array(jsonb_build_array('at',
          to_jsonb(coalesce(upload.created_at, issue.created_at, import.created_at, interchange.created_at)) #>> '{}'))
      end as about
    from asked
      left join page on asked.noun = 'page' and page.id = asked.id
      left join report on asked.noun = 'report' and report.id = asked.id
      left join upload on asked.noun = 'upload' and upload.id = asked.id
      left join event on asked.noun = 'event' and event.id = asked.id
      left join issue on asked.noun = 'issue' and issue.id = asked.id
      left join import on asked.noun = 'import' and import.id = asked.id
      left join interchange on asked.noun = 'interchange' and interchange.id = asked.id
      left join saved_search on asked.noun = 'saved_search' and saved_search.id = asked.id
      left join word on asked.noun = 'word' and word.id = asked.id
      left join duplicate on asked.noun = 'duplicate' and duplicate.id = asked.id
      left join person on asked.noun = 'person' and person.id = asked.id
      left join og on asked.noun = 'og' and og.id = asked.id`.execute(ctx.db)
  return new Map(
    rows.map(({ noun, id, title, about }) => [
      `${noun} ${id}`,
      { title: title || null, about: about.flatMap(([kind, value]) => (value ? { kind, value } : [])) },
    ]),
  )
}
