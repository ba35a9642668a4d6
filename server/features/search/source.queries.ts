// Reads the searchable content of records from their own tables; includes records in the trash, so that they are found
// as soon as they are restored.
import { type RawBuilder, sql } from 'kysely'
import { sourceSchema } from '#contract/entities/source.schema.ts'
import type { Fields } from '#contract/field.ts'
import { type Entity, entityRecord, type PartyEntity, type RecordEntity } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'
import type { SearchEntity } from '#contract/search.api.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { longestTitle, mostChars } from './entry-size.ts'
import { searchLines } from './lines.ts'

export type IndexSource = {
  record_id: number
  part: number
  og_id: number | null
  is_newest: boolean
  weight: number
  region: string | null
  at: string
  names: string[]
  subtitle: string | null
  text: string
  /** Identifiers, accounts and similar numbers, as stored. */
  numbers?: string[]
  ogs: number[]
  persons: number[]
}

const none = sql`'{}'::bigint[]`
const ids = (column: string, table: string, by: string, of: string) =>
  sql`coalesce((select array_agg(distinct ${sql.ref(column)}) from ${sql.table(table)} where ${sql.ref(by)} = ${sql.ref(of)}), ${none})`
const commonColumns = sql`null::bigint as og_id, true as is_newest`

/** All fields that the schema marks as searched, as texts. */
function textsOf(schema: Fields, noun: RecordEntity): RawBuilder<string[]> {
  const texts = Object.entries(schema).flatMap(([name, { isSearched, kind }]) => {
    const column = sql.ref(`${noun}.${name}`)
    // Texts and choices of custom fields; a number or a yes alone means nothing without its field.
    if (kind === 'custom')
      return [sql`array(select value #>> '{}' from jsonb_each(${column}) where jsonb_typeof(value) = 'string')`]
    if (!isSearched) return []
    return [kind === 'texts' || kind === 'addresses' ? column : sql`array[${column}]`]
  })
  return sql<string[]>`(${sql.join(texts, sql` || `)})`
}

/** All numbers and accounts of a record: its rows, and the fields that hold the first of each. */
function numbersOf(schema: Fields, noun: PartyEntity): RawBuilder<string[]> {
  const own = Object.entries(schema).filter(([, { scheme, likeness }]) => scheme || likeness === 'identifier')
  return sql<string[]>`array_remove(array[${sql.join(own.map(([name]) => sql.ref(`${noun}.${name}`)))}]
    || array(select each ->> 'value' from jsonb_array_elements(${sql.ref(`${noun}.identifiers`)}
      || ${sql.ref(`${noun}.contacts`)}) as each), null)`
}

/** Texts of fields remain separate until duplicates are removed. */
type RawSource = Omit<IndexSource, 'text'> & { text: string | readonly (string | null)[] }

type Source = (ids: readonly number[]) => RawBuilder<RawSource>
type Part = Exclude<keyof RawSource, 'record_id' | 'part' | 'og_id' | 'is_newest'>

/** Where the search entry of an entity differs from the one that its schema gives. */
const entityParts: Partial<Record<Entity, Partial<Record<Part, RawBuilder<unknown>>>>> = {
  og: {
    weight: sql`og.weight`,
    names: sql`array_remove(array[og.name, og.eng_name] || og.aliases, null)`,
    subtitle: sql`og.host`,
    text: sql`${textsOf(schemas.og, 'og')} || ${numbersOf(schemas.og, 'og')}`,
    numbers: numbersOf(schemas.og, 'og'),
    ogs: sql`array[og.id]`,
  },
  person: {
    weight: sql`greatest(person.score, case when person.is_focus then 50 else 0 end)`,
    names: sql`array[person.name] || person.aliases`,
    subtitle: sql`person.position`,
    text: sql`${textsOf(schemas.person, 'person')}
      || array(select each ->> 'school' from jsonb_array_elements(person.education) as each)
      || ${numbersOf(schemas.person, 'person')}`,
    numbers: numbersOf(schemas.person, 'person'),
    ogs: ids('membership.og_id', 'membership', 'membership.person_id', 'person.id'),
    persons: sql`array[person.id]`,
  },
  event: {
    weight: sql`(event.severity * 10)::int`,
    at: sql`case when event.start_time is null then event.updated_at else event.start_at end`,
    subtitle: sql`coalesce(event.category, event.address)`,
    ogs: ids('event_og.og_id', 'event_og', 'event_og.event_id', 'event.id'),
    persons: ids('event_person.person_id', 'event_person', 'event_person.event_id', 'event.id'),
  },
}

/** The search entry of an entity: its title, its region, and the texts that its schema marks. */
function entitySource(noun: Entity): Source {
  const column = (name: string) => sql.ref(`${noun}.${name}`)
  const parts = {
    weight: sql`30`,
    region: 'region' in schemas[noun] ? column('region') : sql`null`,
    at: column('updated_at'),
    names: sql`array[${column(entities[noun].title)}]`,
    subtitle: sql`null`,
    text: textsOf(schemas[noun], noun),
    ogs: none,
    persons: none,
    ...entityParts[noun],
  }
  const columns = Object.entries(parts).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  return wanted => sql<RawSource>`select ${column('id')} as record_id, 0 as part, ${commonColumns}, ${sql.join(columns)}
    from ${sql.table(noun)} where ${column('id')} = any(${wanted}::bigint[])`
}

const sources: Record<Exclude<SearchEntity, 'page'>, Source> = {
  ...entityRecord((noun): [Entity, Source] => [noun, entitySource(noun)]),
  // Parts that name records or quote evidence are excluded from the plain text: not every reader may read them.
  report: wanted => sql<RawSource>`select report.id as record_id, part, ${commonColumns}, 50 as weight, null as region,
      case when part = 0 then report.updated_at else report.published_at end as at,
      array[version.title, report.number] as names, report.number as subtitle,
      concat_ws(E'\n', version.summary, array_to_string(
        case when part = 0 then report.labels else report.published_labels end, E'\n'), version.plain_text) as text,
      coalesce((select array_agg(distinct link.og_id) from report_og as link where link.report_id = report.id
        and (link.kind = 'published') = (part = 1)), ${none}) as ogs,
      coalesce((select array_agg(distinct link.person_id) from report_person as link where link.report_id = report.id
        and (link.kind = 'published') = (part = 1)), ${none}) as persons
    from report cross join (values (0), (1)) as parts (part)
    join report_version as version on version.report_id = report.id
      and version.number = case when part = 0 then report.version else report.published_version end
    where report.id = any(${wanted}::bigint[])`,
  source:
    wanted => sql<RawSource>`select source.id as record_id, 0 as part, ${commonColumns}, 30 as weight, null as region,
      source.updated_at as at, array[source.name] as names, source.url as subtitle, ${textsOf(sourceSchema, 'source')} as text,
      ${none} as ogs, ${none} as persons
    from source where source.id = any(${wanted}::bigint[])`,
  upload: wanted => sql<RawSource>`with pieces as (
      select upload_id, (sum_before / ${mostChars})::int as piece, string_agg(text, E'\n' order by number) as text
      from (select upload_part.*, sum(length(text)) over (partition by upload_id order by number) - length(text) as sum_before
        from upload_part where upload_id = any(${wanted}::bigint[])) as summed
      group by upload_id, piece)
    select upload.id as record_id, coalesce(pieces.piece, 0) as part, null::bigint as og_id,
      coalesce(pieces.piece, 0) = 0 as is_newest, 20 as weight, null as region, upload.created_at as at,
      array[upload.title, upload.file_name] as names, upload.file_name as subtitle,
      concat_ws(E'\n', case when coalesce(pieces.piece, 0) = 0 then concat_ws(E'\n', upload.note, upload.source) end,
        pieces.text) as text,
      ${ids('upload_og.og_id', 'upload_og', 'upload_og.upload_id', 'upload.id')} as ogs,
      ${ids('upload_person.person_id', 'upload_person', 'upload_person.upload_id', 'upload.id')} as persons
    from upload left join pieces on pieces.upload_id = upload.id where upload.id = any(${wanted}::bigint[])`,
}

export async function readSources(
  ctx: Ctx,
  noun: Exclude<SearchEntity, 'page'>,
  wanted: readonly number[],
): Promise<IndexSource[]> {
  const { rows } = await sources[noun](wanted).execute(ctx.db)
  return rows.map(row => ({ ...row, text: typeof row.text === 'string' ? row.text : searchLines(row.text) }))
}

/** A version without entry, or whose page has another title, with the data needed to read it. */
export type UnreadVersion = {
  page_id: number
  id: number
  og_id: number
  is_newest: boolean
  url: string
  title: string | null
  fetched_at: string
  hash: string
  text_blob: string | null
  content_type: string | null
  charset: string | null
  final_url: string
  is_lost: boolean
}

/**
 * Good versions of these pages that have to be read, the newest first. The lateral join forces a lookup per page: a
 * scan of the whole tables would become slower with every stored page.
 */
export async function findUnreadVersions(ctx: Ctx, pages: readonly number[], most: number): Promise<UnreadVersion[]> {
  const { rows } = await sql<UnreadVersion>`select version.page_id, version.id, version.og_id,
      coalesce(page.last_version = version.id, false) as is_newest, page.url, coalesce(version.title, page.title) as title,
      version.fetched_at, encode(version.hash, 'hex') as hash, encode(version.text_blob, 'hex') as text_blob,
      version.content_type, version.charset, version.final_url, version.is_lost
    from unnest(${pages}::bigint[]) as wanted (id)
    cross join lateral (select * from page where page.id = wanted.id offset 0) as page
    cross join lateral (select * from page_version where page_version.og_id = page.og_id and page_version.page_id = page.id
      and page_version.is_good offset 0) as version
    left join lateral (select title from search_entry where search_entry.noun = 'page' and search_entry.record_id = page.id
      and search_entry.part = version.id offset 0) as entry on true
    where entry.title is distinct from left(coalesce(version.title, page.title, page.url), ${longestTitle})
    order by version.id desc limit ${most}`.execute(ctx.db)
  return rows
}
