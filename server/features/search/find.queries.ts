import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { partyKey } from '#contract/party-key.ts'
import { countriesOf } from '#contract/region.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { type SearchEntity, type SearchFilter, searchCountsUpTo, searchEntities } from '#contract/search.api.ts'
import { names } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { CompiledQuery, QueryPair } from './query.ts'
import { findsOwnOnly, reportPartOf, searchableEntities } from './search.policy.ts'

/** Most names matched by their beginning; a beginning that more names share is no name yet. */
const mostNames = 300
/** Most entries matched by their titles, which rank before matches in the text. */
const mostTitled = 400
/** Most entries examined if there are very many and only the newest are shown. */
const mostFresh = 1_500
/** Number of the best text matches that are ranked by their words; the others are ordered by date. */
export const maxReranked = 200
/** Tier of entries found by their text alone, after all matches by name or title. */
const textTier = 6

/** Whether this reader may read the entry: checks the role's entities and the record's present access lists. */
export function isReadable(ctx: Ctx, alias: string): RawBuilder<SqlBool> {
  const { actor } = ctx
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const nouns = searchableEntities(actor.role)
  const all = [
    sql<SqlBool>`not ${column('is_hidden')}`,
    // Written with `is true`, so that no index is used for this condition: nearly every entry meets it.
    nouns.length < searchEntities.length && sql<SqlBool>`(${column('noun')} = any(${nouns}::text[])) is true`,
    nouns.includes('report') &&
      sql<SqlBool>`(${column('noun')} <> 'report' or ${column('part')} = ${reportPartOf(actor.role)}::int)`,
    findsOwnOnly(actor.role)
      ? sql<SqlBool>`${column('owner')} = ${actor.id}::bigint`
      : actor.role !== 'admin' && sql<SqlBool>`(${column('readers')} is null or ${names(ctx, column('readers'))})`,
  ].filter(condition => !!condition)
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

/** A filter by a record that the caller may not read finds nothing. */
function linkedTo(ctx: Ctx, noun: PartyEntity, id: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`entry.words @@ ${`'@${partyKey(noun, id)}'`}::tsquery
    and exists (select from search_entry as linked where linked.noun = ${noun}::text
      and linked.record_id = ${id}::bigint and linked.part = 0 and ${isReadable(ctx, 'linked')})`
}

function filtersOf(ctx: Ctx, filter: Omit<SearchFilter, 'keyword' | 'kind'>): RawBuilder<SqlBool> {
  const all = [
    isReadable(ctx, 'entry'),
    filter.og !== undefined && linkedTo(ctx, 'og', filter.og),
    filter.person !== undefined && linkedTo(ctx, 'person', filter.person),
    filter.region && sql<SqlBool>`entry.region = any(${filter.region.flatMap(countriesOf)}::text[])`,
    filter.from && sql<SqlBool>`entry.at >= time_from(${filter.from}::text)`,
    filter.to && sql<SqlBool>`entry.at < time_to(${filter.to}::text)`,
    filter.owner && sql<SqlBool>`entry.owner = any(${filter.owner}::bigint[])`,
  ].filter(condition => !!condition)
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/**
 * A prepared search: the compiled query, the whole text as a name and as sounds, and the single words for titles, split
 * by script.
 */
export type SearchTerms = CompiledQuery & {
  key: string
  sounds: readonly string[]
  numbers: readonly string[]
  words: readonly { text: string; isApart: boolean }[]
  titled: QueryPair
}
/**
 * `quarters` limits very many matches to recent ones; `isAny` returns them in the order found; `isOfKind` searches only
 * the requested kinds, as a search of recent entries always does.
 */
type SearchWindow = { limit: number; offset: number; quarters: readonly string[]; isAny?: boolean; isOfKind?: boolean }

export type SearchHit = { noun: SearchEntity; id: number; part: number; tier: number; versions: number }
type EntryMatches = {
  hits: SearchHit[]
  /** Number of records of the requested kinds; approximate if there are many, like all counts. */
  total: number
  /** There are more than are counted: `hits` is empty unless `isAny` is set. */
  isMany: boolean
  nouns: { value: SearchEntity; count: number }[]
  years: { value: number; count: number }[]
}

const orOf = (numbers: readonly string[]) => numbers.map(number => `'=${number}'`).join(' | ')

/**
 * Rank: 0 the exact name or number, 1 its beginning, 2 the exact sound, 3 all words in the title, 4 the beginning of a
 * sound, 5 the words within words of the title, 6 the text.
 */
function tierOf({ key, sounds, numbers, words }: SearchTerms): RawBuilder<number> {
  const holds = (column: string, text: string) => sql`strpos(${sql.ref(`entry.${column}`)}, ${text}::text) > 0`
  const any = (all: RawBuilder<unknown>[]) => (all.length > 0 ? sql`(${sql.join(all, sql` or `)})` : sql`false`)
  const every = (all: RawBuilder<unknown>[]) => (all.length > 0 ? sql.join(all, sql` and `) : sql`false`)
  const inTitle = every(
    words.map(({ text, isApart }) =>
      isApart ? any([holds('names', ` ${text}`), holds('names', `|${text}`)]) : holds('names', text),
    ),
  )
  const somewhere = every(words.map(({ text }) => holds('names', text)))
  const asSound = any(sounds.map(sound => holds('sounds', `|${sound}|`)))
  const asBeginning = any(sounds.flatMap(sound => [holds('sounds', `|${sound}`), holds('sounds', `/${sound}`)]))
  const asNumber = numbers.length > 0 ? sql`when entry.words @@ ${orOf(numbers)}::tsquery then 0` : sql``
  return sql<number>`case when ${holds('names', `|${key}|`)} then 0 ${asNumber} when ${holds('names', `|${key}`)} then 1
    when ${asSound} then 2 when ${inTitle} then 3 when ${asBeginning} then 4 when ${somewhere} then 5
    else ${sql.lit(textTier)} end`
}

const columns = sql`entry.noun, entry.record_id, entry.part, entry.is_newest, entry.at, entry.weight`

/**
 * A sample of one in 64 entries, in blocks of adjacent ids, with its own index. If the sample alone exceeds the limit
 * for very common words, the full index is not read and counts are extrapolated from the sample.
 */
const oneIn = 64
const isSample = sql<SqlBool>`((entry.record_id >> 4) & ${sql.lit(oneIn - 1)}) = 0`
/** More than twice the expected share of the counting limit, so that clustering in the sample cannot be the reason. */
const sampledAtLeast = 400

/**
 * Entries matched by their words, by the words of their titles, and by the beginning of a name. Names are stored
 * outside the row: they are read only for the few entries that the index of fragments and beginnings returns, not for
 * each of up to 10,000 that are counted. If the words alone match more than that, names are searched among the newest
 * entries only.
 */
function matchEntries(ctx: Ctx, wanted: SearchTerms, filter: SearchFilter, page: SearchWindow): RawBuilder<unknown> {
  const { quarters } = page
  const isFresh = quarters.length > 0
  const fresh = isFresh ? ` & (${quarters.map(quarter => `'${quarter}'`).join(' | ')})` : ''
  const without = wanted.unwanted ? ` & !(${wanted.unwanted})` : ''
  const kinds = (isFresh || page.isOfKind) && filter.kind ? sql`and entry.noun = any(${filter.kind}::text[])` : sql``
  const where = sql<SqlBool>`${filtersOf(ctx, filter)} ${kinds}`
  const holds = (query: string) => sql<SqlBool>`entry.words @@ ${`(${query})${without}${fresh}`}::tsquery`
  const tier = tierOf(wanted)
  const { exact, rough } = wanted.titled
  const most = isFresh && page.offset + page.limit <= maxReranked ? mostFresh : searchCountsUpTo + 1
  const isBelow = (count: number) => sql<SqlBool>`(select met < ${sql.lit(count)} and not is_much from room)`
  const tierOfText = exact ? sql.lit(textTier) : tier
  const counted = (
    query: string,
    more: RawBuilder<unknown>,
  ) => sql`select ${columns}, ${tierOfText} as tier, true as is_counted
    from search_entry as entry where ${holds(query)} and ${where} ${more}`
  const words = wanted.split?.plain ?? wanted.wanted
  // Written as `is false`, because the planner would treat `not` as the negation of the sample's condition and choose
  // its index.
  const inOrder = isFresh
    ? counted(words, sql``)
    : sql`select * from sample union all ${counted(words, sql`and ${isSample} is false and not (select is_much from sampled)`)}`
  // Written with `is true`, so that the index does not evaluate it: it would have to check all fragments in their
  // order.
  const isExactly = (query: string) => sql`and (entry.words @@ ${query}::tsquery) is true`
  const mixed = wanted.split
    ? sql`union all (${counted(wanted.split.mixed.rough, isExactly(wanted.split.mixed.exact))}
        and ${isBelow(isFresh ? maxReranked : most)} limit ${sql.lit(most)})`
    : sql``
  const inTitle = exact
    ? sql`union all (select ${columns}, ${tier} as tier, false as is_counted from search_entry as entry
        where ${holds(rough)} ${isExactly(exact)} and ${where}
          ${isFresh || page.isAny ? sql`` : sql`and ${isBelow(most)}`} limit ${sql.lit(mostTitled)})`
    : sql``
  const beginnings = [...new Set([wanted.key, ...wanted.sounds, ...wanted.numbers])]
  const named = sql.join(
    beginnings.map(
      key => sql`(select noun, record_id, part from search_name where key >= ${key}::text
        and key < ${`${key}\u{10ffff}`}::text order by key limit ${sql.lit(mostNames)})`,
    ),
    sql` union `,
  )
  const notUnwanted = wanted.unwanted ? sql`and entry.words @@ ${`!(${wanted.unwanted})`}::tsquery` : sql``
  const sample = isFresh ? counted(words, sql`and false`) : counted(words, sql`and ${isSample}`)
  return sql`sample as materialized (${sample} limit ${sql.lit(most)}),
    sampled as materialized (select count(*) >= ${sql.lit(sampledAtLeast)} as is_much from
      (select from sample group by noun, record_id) as record),
    plain as materialized (select * from (${inOrder}) as plain limit ${sql.lit(most)}),
    room as materialized (select count(*) as met, (select is_much from sampled) as is_much from plain),
    matched as materialized (select * from plain ${mixed} ${inTitle} union all
      (select ${columns}, ${tier} as tier, false as is_counted from (${named}) as named
        join search_entry as entry using (noun, record_id, part) where ${where} ${notUnwanted}))`
}

/** Total extrapolated from a sample, rounded to its two reliable digits. */
const roughCount = (sampled: number) => Number((sampled * oneIn).toPrecision(2))

/**
 * Ranks words of all weights, which have positions, but not lexemes of links, which have none: links to hidden records
 * would make a record longer and lower its rank for no reason that a reader could see.
 */
const textWeights = '{a,b,c,d}'

/** One page of records with its counts. A record with several entries is represented by the newest. */
export async function findHits(
  ctx: Ctx,
  wanted: SearchTerms,
  filter: SearchFilter,
  page: SearchWindow,
): Promise<EntryMatches> {
  const nowText = ctx.now().toISOString()
  const isKind = filter.kind ? sql<SqlBool>`noun = any(${filter.kind}::text[])` : sql<SqlBool>`true`
  const isFresh = page.quarters.length > 0
  const order = sql`tier, weight * (tier < ${sql.lit(textTier)})::int desc, at desc, record_id, noun`
  type Row = {
    hits: SearchHit[] | null
    nouns: EntryMatches['nouns'] | null
    years: EntryMatches['years'] | null
    total: number
    isMany: boolean
  }
  const { rows } = await sql<Row>`with ${matchEntries(ctx, wanted, filter, page)},
    record as materialized (select noun, record_id, min(tier) as tier, max(weight) as weight,
        coalesce(max(at) filter (where is_newest), max(at)) as at
      from matched group by noun, record_id),
    counted as materialized (select count(*) > ${sql.lit(searchCountsUpTo)} or (select is_much from sampled) as is_many
      from matched where is_counted),
    tallied as (select noun, at from record where not (select is_many from counted)
      union all select noun, coalesce(max(at) filter (where is_newest), max(at)) from sample where (select is_many from counted)
        group by noun, record_id),
    best as materialized (select *, row_number() over (order by ${order}) as place from
      (select * from record where ${isKind} order by ${order} limit ${Math.max(maxReranked, page.offset + page.limit)}) as first),
    chosen as (select noun, record_id, count(distinct matched.part) as versions, (array_agg(matched.part order by is_newest desc,
        case when noun = 'page' then -matched.part else matched.part end))[1] as part
      from matched join best using (noun, record_id) group by noun, record_id),
    scored as (select best.*, chosen.versions, chosen.part, case when place > ${maxReranked} then 0 else
        (ts_rank(ts_filter(entry.words, ${textWeights}::"char"[]), ${wanted.wanted}::tsquery, 1) + 0.001)
          * (1 + 1 / (1 + abs(extract(epoch from ${nowText}::timestamptz - entry.at)) / 31536000))
          * case when entry.is_newest then 1 else 0.5 end * (1 + best.weight * 0.002) end as score
      from best join chosen using (noun, record_id) join search_entry as entry using (noun, record_id, part)),
    few as (select *, row_number() over (order by place > ${maxReranked}, tier, score desc, place) as n from scored
      order by n limit ${page.limit} offset ${page.offset})
    select case when ${isFresh || page.isAny === true}::boolean or not (select is_many from counted) then
        (select json_agg(json_build_object('noun', noun, 'id', record_id, 'part', part, 'tier', tier, 'versions', versions)
        order by n) from few) end as hits,
      case when not ${isFresh}::boolean then (select json_agg(json_build_object('value', noun, 'count', count)) from
        (select noun, count(*) from tallied group by noun) as by_noun) end as nouns,
      case when not ${isFresh}::boolean then (select json_agg(json_build_object('value', year, 'count', count) order by year desc) from
        (select date_part('year', at)::int as year, count(*) from tallied where ${isKind} group by 1) as by_year) end as years,
      case when ${isFresh}::boolean then (select count(*)::int from record where ${isKind})
        else (select count(*)::int from tallied where ${isKind}) end as total,
      (select is_many from counted) as "isMany"`.execute(ctx.db)
  const row = rows[0]!
  const roughly = <T extends { count: number }>(counts: T[] | null) =>
    (counts ?? []).map(each => ({ ...each, count: row.isMany ? roughCount(each.count) : each.count }))
  return {
    hits: row.hits ?? [],
    total: row.isMany && !isFresh ? Math.max(roughCount(row.total), searchCountsUpTo + 1) : row.total,
    isMany: row.isMany,
    nouns: roughly(row.nouns),
    years: roughly(row.years),
  }
}

/** A filter of a saved search, or a part of one. */
export type PartialFilter = Omit<SearchFilter, 'keyword'> & { keyword?: string }

/** Whether the record has an entry that matches; `later` if its entries are to be written again. */
export async function matchRecord(
  ctx: Ctx,
  wanted: CompiledQuery | undefined,
  filter: PartialFilter,
  noun: string,
  id: number,
): Promise<'yes' | 'no' | 'later'> {
  const without = wanted?.unwanted ? ` & !(${wanted.unwanted})` : ''
  const isWanted = wanted ? sql`entry.words @@ ${`(${wanted.wanted})${without}`}::tsquery` : sql`true`
  const record = sql`noun = ${noun}::text and record_id = ${id}::bigint`
  const { rows } = await sql<{ is: 'yes' | 'no' | 'later' }>`select case
    when exists (select from search_queue where ${record}) then 'later'
    when exists (select from search_entry as entry where ${record} and ${isWanted} and ${filtersOf(ctx, filter)}
      and (${filter.kind ?? null}::text[] is null or entry.noun = any(${filter.kind ?? null}::text[]))) then 'yes'
    else 'no' end as is`.execute(ctx.db)
  return rows[0]!.is
}

export type NewestResult = { noun: SearchEntity; id: number; title: string; at: string }

/** The matches that changed last, each by its newest entry; an event that is to come is as new as its entry. */
export async function findNewestMatches(
  ctx: Ctx,
  wanted: CompiledQuery,
  filter: Omit<SearchFilter, 'keyword'>,
  limit: number,
): Promise<NewestResult[]> {
  const without = wanted.unwanted ? ` & !(${wanted.unwanted})` : ''
  const { rows } = await sql<NewestResult>`select entry.noun, entry.record_id as id, entry.title,
      least(entry.at, entry.written_at) as at
    from search_entry as entry where entry.words @@ ${`(${wanted.wanted})${without}`}::tsquery and entry.is_newest
      and ${filtersOf(ctx, filter)}
      and (${filter.kind ?? null}::text[] is null or entry.noun = any(${filter.kind ?? null}::text[]))
    order by least(entry.at, entry.written_at) desc, entry.noun, entry.record_id limit ${limit}`.execute(ctx.db)
  return rows
}

/** `select noun, id`: all records that match by their words, among the entries written since; for saved searches. */
export function matchesSince(
  ctx: Ctx,
  wanted: CompiledQuery,
  filter: SearchFilter,
  since: string | null,
): RawBuilder<{ noun: SearchEntity; id: number }> {
  const without = wanted.unwanted ? ` & !(${wanted.unwanted})` : ''
  return sql`select distinct entry.noun, entry.record_id as id
    from search_entry as entry where entry.words @@ ${`(${wanted.wanted})${without}`}::tsquery
      and ${filtersOf(ctx, filter)}
      and (${filter.kind ?? null}::text[] is null or entry.noun = any(${filter.kind ?? null}::text[]))
      and (${since}::timestamptz is null or entry.written_at >= ${since}::timestamptz)`
}
