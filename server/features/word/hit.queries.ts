import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Received, Reply } from '#contract/endpoint.ts'
import type { getRescan, listWordHits } from '#contract/word.api.ts'
import { readable } from '#server/core/access.ts'
import { anyOf } from '#server/core/table.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Query = Received<typeof listWordHits>['query']
type Hits = Reply<typeof listWordHits>
type Rescan = Reply<typeof getRescan>

const isThere = (ctx: Ctx) => sql<SqlBool>`og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')}`

function conditions(ctx: Ctx, query: Query): RawBuilder<SqlBool>[] {
  return [
    isThere(ctx),
    query.word && anyOf('word_hit.word_id', 'bigint', query.word),
    query.og_id && anyOf('word_hit.og_id', 'bigint', query.og_id),
    query.level && anyOf('word.level', 'smallint', query.level),
  ].filter(condition => !!condition)
}

const groups = {
  word: {
    id: sql`word.id`,
    name: sql`word.word`,
    english: sql`null::text`,
    og: sql`null::bigint`,
    level: sql`word.level::int`,
  },
  page: {
    id: sql`page.id`,
    name: sql`coalesce(nullif(page.title, ''), page.url)`,
    english: sql`null::text`,
    og: sql`page.og_id`,
    level: sql`max(word.level)::int`,
  },
  og: {
    id: sql`og.id`,
    name: sql`og.name`,
    english: sql`og.eng_name`,
    og: sql`og.id`,
    level: sql`max(word.level)::int`,
  },
}
const groupKeys = { word: sql`word.id`, page: sql`page.og_id, page.id`, og: sql`og.id` }

/** Hits in the newest versions, grouped, most hits first. */
export async function findHitsBy(ctx: Ctx, query: Query & { by: 'word' | 'page' | 'og' }): Promise<Hits> {
  const { id, name, english, og, level } = groups[query.by]
  const { rows } = await sql<Hits['items'][number] & { total: number }>`
    select ${id} as id, ${name} as name, ${english} as eng_name, ${og} as og_id, ${level} as level, sum(word_hit.count)::int as hits,
      sum(word_hit.new_count)::int as new_hits, count(distinct word_hit.page_id)::int as pages, (count(*) over ())::int as total
    from word_hit join page on page.og_id = word_hit.og_id and page.id = word_hit.page_id and page.last_version = word_hit.version_id
      join og on og.id = word_hit.og_id join word on word.id = word_hit.word_id
    where ${sql.join(conditions(ctx, query), sql` and `)}
    group by ${groupKeys[query.by]} order by hits desc, id
    limit ${query.pageSize} offset ${(query.current - 1) * query.pageSize}`.execute(ctx.db)
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Hits of every version stored on each of the last days, the latest day first; days without hits are included. */
export async function findHitsByDay(ctx: Ctx, query: Query): Promise<Hits> {
  const shift = sql`make_interval(mins => ${query.offset}::int)`
  const today = sql`(${ctx.now().toISOString()}::timestamptz at time zone 'UTC' + ${shift})::date`
  const first = sql`(${today} - ${query.days - 1}::int)`
  const { rows } = await sql<Hits['items'][number]>`
    select null::bigint as id, to_char(every.day, 'YYYY-MM-DD') as name, null::bigint as og_id, null::int as level,
      coalesce(sums.hits, 0)::int as hits, coalesce(sums.new_hits, 0)::int as new_hits, coalesce(sums.pages, 0)::int as pages
    from generate_series(${first}::timestamp, ${today}::timestamp, interval '1 day') as every (day)
    left join (
      select (word_hit.found_at at time zone 'UTC' + ${shift})::date as day, sum(word_hit.count) as hits,
        sum(word_hit.new_count) as new_hits, count(distinct word_hit.page_id) as pages
      from word_hit join og on og.id = word_hit.og_id join word on word.id = word_hit.word_id
      where ${sql.join(conditions(ctx, query), sql` and `)}
        and word_hit.found_at >= (${first}::timestamp - ${shift}) at time zone 'UTC'
      group by 1) as sums on sums.day = every.day::date
    order by every.day desc limit ${query.pageSize} offset ${(query.current - 1) * query.pageSize}`.execute(ctx.db)
  return { items: rows, total: query.days }
}

/**
 * Counts the readable pages whose newest version was searched with the current dictionary; quarantined versions are
 * retried later.
 */
export async function readRescan(ctx: Ctx): Promise<Rescan> {
  const { rows } = await sql<Rescan>`
    select dictionary.version, (select count(*)::int from word where enabled) as words,
      (count(*) filter (where page_version.scanned >= dictionary.version))::int as done,
      count(page_version.id)::int as total,
      count(*) filter (where page_version.scanned < dictionary.version
        and not exists (select from set_aside where queue = 'rescan' and key = 'version:' || page_version.id)) > 0 as is_running
    from dictionary left join (page_version
      join page on page.og_id = page_version.og_id and page.id = page_version.page_id and page.last_version = page_version.id
      join og on og.id = page.og_id and ${isThere(ctx)}) on not page_version.is_lost
    group by dictionary.version`.execute(ctx.db)
  return rows[0]!
}
