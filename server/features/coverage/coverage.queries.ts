import { type RawBuilder, sql } from 'kysely'
import type {
  Coverage,
  CoverageCheck,
  CoverageDifference,
  CoveragePart,
  ListCoverage,
  SiteCoverage,
} from '#contract/coverage.api.ts'
import { type PartyEntity, partyEntities, recordEntities } from '#contract/registry.ts'
import type { SearchEntity } from '#contract/search.api.ts'
import type { QuarantineQueue } from '#contract/set_aside.api.ts'
import { readableLive } from '#server/core/access.ts'
import { ogRef } from '#server/core/link.queries.ts'
import { entities, policies } from '#server/entities.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Pages = NonNullable<Coverage['pages']>
type Search = NonNullable<Coverage['search']>
type SearchLag = Pick<Search, 'waiting' | 'oldest_waiting_at' | 'quarantined'>

const mostSites = 50

export async function countQuarantined(ctx: Ctx, queues: readonly QuarantineQueue[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from set_aside
    where queue = any(${queues}::text[])`.execute(ctx.db)
  return rows[0]!.count
}

/** The number of jobs of one task that failed and are retried later. */
export async function countQuarantinedJobs(ctx: Ctx, task: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from set_aside
    where queue = 'job' and starts_with(key, ${`${task}:`})`.execute(ctx.db)
  return rows[0]!.count
}

/** Pages of live organisations by status, and pages that running rounds have still to read. */
export async function measurePages(ctx: Ctx): Promise<Omit<Pages, 'behind' | 'quarantined'>> {
  const { rows } = await sql<Omit<Pages, 'behind' | 'quarantined'>>`with living as (
      select page.status from page join og on og.id = page.og_id and og.deleted_at is null),
    running as (select og_id, started_at from round where state in ('running', 'stopping')),
    last as (select ended.state, ended.ended_at
      from site join og on og.id = site.og_id and og.deleted_at is null
      left join lateral (select state, ended_at from round where round.og_id = site.og_id and ended_at is not null
        order by number desc limit 1) as ended on true
      where site.is_on)
    select (select count(*)::int from site join og on og.id = site.og_id and og.deleted_at is null where site.is_on) as sites,
      count(*)::int as pages,
      count(*) filter (where status = 'active')::int as active, count(*) filter (where status = 'gone')::int as gone,
      count(*) filter (where status = 'forbidden')::int as forbidden, count(*) filter (where status = 'error')::int as error,
      (select count(*)::int from last where state is distinct from 'complete') as incomplete,
      (select max(ended_at) from last) as last_round_at,
      (select count(*)::int from frontier join running using (og_id) where frontier.state in ('waiting', 'taken')) as waiting,
      (select min(running.started_at) from frontier join running using (og_id)
        where frontier.state in ('waiting', 'taken')) as oldest_waiting_at
    from living`.execute(ctx.db)
  return rows[0]!
}

/** Watched sites: first those never read and those whose last round failed, then by the age of their last round. */
export async function findSitesBehind(ctx: Ctx): Promise<SiteCoverage[]> {
  const { rows } = await sql<SiteCoverage>`select ${ogRef('og')} as og,
      last.number as round, last.state, last.ended_at, counted.pages, counted.read,
      least(counted.pages - counted.read, coalesce(whole.not_due, 0)) as not_due
    from site join og on og.id = site.og_id and og.deleted_at is null
    left join lateral (select number, state, ended_at from round where round.og_id = site.og_id and ended_at is not null
      order by number desc limit 1) as last on true
    left join lateral (select number, (reasons ->> 'not_due')::int as not_due from round
      where round.og_id = site.og_id and state = 'complete' order by number desc limit 1) as whole on true
    cross join lateral (select count(*)::int as pages,
        count(*) filter (where page.last_round = whole.number)::int as read
      from page where page.og_id = site.og_id) as counted
    where site.is_on
    order by last.state = 'complete' nulls first, last.ended_at nulls first, og.id limit ${mostSites}`.execute(ctx.db)
  return rows
}

/** Searchable records, entries of the index, and changes that it does not contain yet. */
export async function measureSearch(ctx: Ctx): Promise<Omit<Search, 'quarantined'>> {
  const living = recordEntities.map(noun => sql`(select count(*) from ${sql.table(noun)} where deleted_at is null)`)
  const { rows } = await sql<Omit<Search, 'quarantined'>>`select (${sql.join(living, sql` + `)})::int as records,
      (select count(*)::int from search_entry where part = 0 and noun = any(${recordEntities}::text[])) as entries,
      (select count(*)::int from search_queue) as waiting,
      (select min(at) from search_queue) as oldest_waiting_at`.execute(ctx.db)
  return rows[0]!
}

export type ListFile = Pick<
  ListCoverage,
  'id' | 'name' | 'version' | 'newer' | 'loaded_at' | 'unreadable' | 'shortened' | 'left_out'
>

/**
 * Every list: its current version, the entries that were rejected by the load or by the comparison of names, those that
 * were shortened, and a newer file that is not current.
 */
export async function findListFiles(ctx: Ctx): Promise<ListFile[]> {
  const { rows } =
    await sql<ListFile>`select list.id, list.name, list.version, newest.state as newer, version.ended_at as loaded_at,
      coalesce(version.set_aside, 0) + (select count(*)::int from set_aside
        where queue = 'screening' and starts_with(key, 'entry:' || list.id || ':')) as unreadable, coalesce(version.trimmed, 0) as shortened,
      coalesce((select sum(count::int)::int from jsonb_each_text(version.left_kinds) as left_kind (kind, count)), 0) as left_out
    from list left join list_version as version on version.list_id = list.id and version.n = list.version
    left join lateral (select state from list_version as newest where newest.list_id = list.id
        and newest.n > coalesce(list.version, 0) and newest.state not in ('cancelled', 'same')
      order by newest.n desc limit 1) as newest on newest.state <> 'done'
    order by list.id`.execute(ctx.db)
  return rows
}

/** Earlier editions noted a difference as a sentence. */
type Noted = Omit<CoverageCheck, 'examples'> & { examples: (CoverageDifference | { key: string; detail: string })[] }

/** The newest check of each part. */
export async function findChecks(ctx: Ctx): Promise<CoverageCheck[]> {
  const { rows } = await sql<Noted>`select distinct on (part) part, at, sampled, different, examples
    from coverage_check order by part, at desc, id desc`.execute(ctx.db)
  const asNow = (example: Noted['examples'][number]): CoverageDifference =>
    'detail' in example ? { key: example.key, fault: 'other', of: example.detail } : example
  return rows.map(row => ({ ...row, examples: row.examples.map(asNow) }))
}

export async function insertCheck(
  ctx: Ctx,
  part: CoveragePart,
  { sampled, examples }: { sampled: number; examples: readonly CoverageDifference[] },
): Promise<void> {
  await sql`insert into coverage_check (part, at, sampled, different, examples)
    values (${part}, ${ctx.now().toISOString()}::timestamptz, ${sampled}::int, ${examples.length}::int,
      ${JSON.stringify(examples.slice(0, 10))}::jsonb)`.execute(ctx.db)
}

export async function removeOldChecks(ctx: Ctx, before: Date): Promise<void> {
  await sql`delete from coverage_check where at < ${before.toISOString()}::timestamptz`.execute(ctx.db)
}

/**
 * Readable records that wait for their comparison, whose comparison failed, or that were compared with only the best
 * candidates of a list; `only`: one record.
 */
export async function countUnscreened(
  ctx: Ctx,
  only: { noun: PartyEntity; id: number } | null,
): Promise<{ waiting: number; quarantined: number; limited: number }> {
  const readableIds = (noun: PartyEntity) => sql`select ${sql.lit(noun)} as noun, record.id,
      exists (select from set_aside where queue = 'screening' and key = ${sql.lit(`${noun}:`)} || record.id) as is_quarantined from ${sql.table(noun)} as record
    where ${readableLive(entities[noun].policy, ctx, 'record')}
      ${only ? sql`and record.id = ${only.id}::bigint and ${only.noun} = ${sql.lit(noun)}` : sql``}`
  const { rows } = await sql<{ waiting: number; quarantined: number; limited: number }>`with record as (
      ${sql.join(partyEntities.map(readableIds), sql` union all `)})
    select (select count(*)::int from record
        where not is_quarantined and (exists (select from screening_queue as queue
            where queue.noun = record.noun and queue.record_id = record.id)
          or not exists (select from screened_record as done where done.noun = record.noun and done.record_id = record.id))) as waiting,
      (select count(*)::int from record where is_quarantined) as quarantined,
      (select count(*)::int from record join screened_record as done on done.noun = record.noun and done.record_id = record.id
        where done.uncompared is not null
          and exists (select from list where list.version is not null and done.uncompared ? list.id::text)) as limited`.execute(
    ctx.db,
  )
  return rows[0]!
}

/**
 * Readable records with changes that the search index does not contain yet; a page is readable if its organisation is.
 */
export async function measureSearchLag(ctx: Ctx): Promise<Omit<SearchLag, 'quarantined'>> {
  const queuedOf = (noun: SearchEntity, from: RawBuilder<unknown>) =>
    sql`select queue.noun, queue.record_id, queue.at from search_queue as queue ${from} where queue.noun = ${sql.lit(noun)}`
  const each = [
    ...recordEntities.map(noun =>
      queuedOf(
        noun,
        sql`join ${sql.table(noun)} as record on record.id = queue.record_id and ${readableLive(policies[noun], ctx, 'record')}`,
      ),
    ),
    queuedOf(
      'page',
      sql`join page on page.id = queue.record_id join og on og.id = page.og_id and ${readableLive(ogPolicy, ctx, 'og')}`,
    ),
  ]
  const { rows } = await sql<Omit<SearchLag, 'quarantined'>>`
    select count(distinct (noun, record_id))::int as waiting, min(at) as oldest_waiting_at
    from (${sql.join(each, sql` union all `)}) as queued`.execute(ctx.db)
  return rows[0]!
}

/** The number of readable records that could not be indexed. */
export async function countUnindexed(ctx: Ctx): Promise<number> {
  const each = recordEntities.map(
    noun => sql`select from set_aside join ${sql.table(noun)} as record
      on set_aside.key = ${sql.lit(`${noun}:`)} || record.id and ${readableLive(policies[noun], ctx, 'record')}
      where set_aside.queue = 'search'`,
  )
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (${sql.join(each, sql` union all `)}) as failed`.execute(ctx.db)
  return rows[0]!.count
}

export async function isReadableParty(ctx: Ctx, { noun, id }: { noun: PartyEntity; id: number }): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(noun)} as record
    where record.id = ${id}::bigint and ${readableLive(entities[noun].policy, ctx, 'record')}`.execute(ctx.db)
  return rows.length > 0
}
