import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import { type Page, type PageQuery, type PageVersion, type TimelineVersion, timelineMost } from '#contract/page.api.ts'
import type { ListPage as PageOf } from '#contract/wire.ts'
import { type AccessColumns, accessJson } from '#server/core/access.ts'
import { isCitedByFact } from '#server/core/cited.queries.ts'
import { ogRef } from '#server/core/link.queries.ts'
import { readerOf } from '#server/core/list.ts'
import { anyOf } from '#server/core/table.ts'
import { readTotal } from '#server/core/total.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pageExists } from './page.policy.ts'

/** A page with its organisation's access, which also applies to the page. */
export type PageRow = Omit<Page, 'can'> & { url_key: string; depth: number; protection: AccessColumns }

const columns = sql`page.id, ${ogRef('og')} as og, page.url, page.url_key, page.depth,
  page.title, page.language, page.status, page.status_reason, page.first_seen_at, page.last_fetched_at,
  page.last_changed_at, page.versions, page.hits, page.feed, page.last_version as last_version_id,
  (select count(*)::int from diff where diff.og_id = page.og_id and diff.page_id = page.id
    and diff.status = 'unread' and diff.score >= ${reviewThreshold}::int) as diffs_waiting,
  ${accessJson('og')} as protection`

const orders = {
  last_changed_at: sql`page.last_changed_at`,
  last_fetched_at: sql`page.last_fetched_at`,
  first_seen_at: sql`page.first_seen_at`,
  url: sql`page.url`,
  hits: sql`page.hits`,
  versions: sql`page.versions`,
}

function whereOf(ctx: Ctx, query: PageQuery): RawBuilder<SqlBool> {
  const pattern = query.keyword && `%${query.keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
  const all = [
    pageExists(ctx),
    pattern && sql<SqlBool>`(page.url ilike ${pattern} or page.title ilike ${pattern})`,
    query.og_id && anyOf('page.og_id', 'bigint', query.og_id),
    query.status && anyOf('page.status', 'page_status', query.status),
    query.word &&
      sql<SqlBool>`exists (select from word_hit where word_hit.og_id = page.og_id and word_hit.page_id = page.id
        and word_hit.version_id = page.last_version and ${anyOf('word_hit.word_id', 'bigint', query.word)})`,
    query.has_hits !== undefined && sql<SqlBool>`(page.hits > 0) = ${query.has_hits}`,
    query.has_changes !== undefined &&
      sql<SqlBool>`exists (select from diff where diff.og_id = page.og_id and diff.page_id = page.id
        and diff.status = 'unread' and diff.score >= ${reviewThreshold}::int) = ${query.has_changes}`,
    query.is_feed !== undefined && sql<SqlBool>`(page.feed is not null) = ${query.is_feed}`,
    query.quality && sql<SqlBool>`(page.low_version is null) = ${query.quality === 'good'}`,
  ].filter(condition => !!condition)
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

export async function findPages(ctx: Ctx, query: PageQuery): Promise<PageOf<PageRow>> {
  const { current, pageSize, sort = '-last_changed_at' } = query
  const order = orders[sort.replace('-', '') as keyof typeof orders]
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls first`
  const where = whereOf(ctx, query)
  const key = JSON.stringify(['page', readerOf(ctx), { ...query, current: 0, pageSize: 0 }])
  const [found, total] = await Promise.all([
    // The details are computed only for the pages on this page of the list, not for those that are skipped.
    sql<PageRow>`with shown as materialized (select page.og_id, page.id from page join og on og.id = page.og_id where ${where}
        order by ${order} ${direction}, page.id desc limit ${pageSize} offset ${(current - 1) * pageSize})
      select ${columns} from shown join page using (og_id, id) join og on og.id = page.og_id
      order by ${order} ${direction}, page.id desc`.execute(ctx.db),
    readTotal(ctx, { key, rows: sql`select 1 from page join og on og.id = page.og_id where ${where}` }),
  ])
  return { items: found.rows, ...total, current, pageSize }
}

export async function findPage(ctx: Ctx, id: number): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`select ${columns} from page join og on og.id = page.og_id
    where page.id = ${id}::bigint and ${pageExists(ctx)}`.execute(ctx.db)
  return rows[0]
}

export async function findPageByKey(ctx: Ctx, ogId: number, key: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`select ${columns} from page join og on og.id = page.og_id
    where page.og_id = ${ogId}::bigint and page.url_key = ${key} and ${pageExists(ctx)}`.execute(ctx.db)
  return rows[0]
}

export async function insertPage(ctx: Ctx, ogId: number, page: { url: string; url_key: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into page (og_id, url, url_key, first_seen_at)
    values (${ogId}::bigint, ${page.url}, ${page.url_key}, ${ctx.now().toISOString()}) returning id`.execute(ctx.db)
  return rows[0]!.id
}

export async function setPageStatus(ctx: Ctx, page: PageRow, status: 'active' | 'forbidden'): Promise<void> {
  await sql`update page set status = ${status}::page_status, status_reason = null, failing_since = null, gone_rounds = 0
    where og_id = ${page.og.id}::bigint and id = ${page.id}::bigint`.execute(ctx.db)
  if (status === 'forbidden')
    await sql`delete from frontier where og_id = ${page.og.id}::bigint and url_key = ${page.url_key}`.execute(ctx.db)
}

/** Whether an event is based on the page version, or a report or a fact cites it directly or through its difference. */
const isCited = sql<boolean>`(exists (select from event where event.page_version = page_version.id)
  or ${isCitedByFact('page_version')}
  or exists (select from report_evidence as cited
    where cited.noun = 'page_version' and cited.record_id = page_version.id)
  or exists (select from diff where diff.og_id = page_version.og_id and diff.page_id = page_version.page_id
    and page_version.id in (diff.from_version, diff.to_version)
    and (${isCitedByFact('diff')} or exists (select from report_evidence as cited
      where cited.noun = 'diff' and cited.record_id = diff.id))))`

/** Whether one of its versions is evidence; an event or a report in the trash counts, because it may be restored. */
export async function isEvidence(ctx: Ctx, page: PageRow): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from page_version
    where page_version.og_id = ${page.og.id}::bigint and page_version.page_id = ${page.id}::bigint
      and ${isCited}) as is`.execute(ctx.db)
  return rows[0]!.is
}

export async function removePage(ctx: Ctx, page: PageRow): Promise<void> {
  await sql`delete from frontier where og_id = ${page.og.id}::bigint and url_key = ${page.url_key}`.execute(ctx.db)
  await sql`delete from page where og_id = ${page.og.id}::bigint and id = ${page.id}::bigint`.execute(ctx.db)
}

/** A version with the data needed to read it again. */
export type PageVersionRow = PageVersion & {
  text_blob: string | null
  og_id: number
  headers: [string, string][]
  hops: { url: string; status: number; location: string }[]
}

const archiveOf = sql`(select json_build_object('file_name', archive.file_name, 'is_clip', archive.format is not distinct from 'clip',
    'sha256', case when archive.request is null and archive.format is distinct from 'clip' then archive.sha256 end)
  from page_archive as archive where archive.id = page_version.archive_id) as archive`

/** The archive of a version, and the time span in which it or an equal capture of an archive was present. */
const archiveColumns = sql`${archiveOf},
  least(page_version.fetched_at, (select min(at) from page_archive_sighting as seen where seen.og_id = page_version.og_id
    and seen.page_id = page_version.page_id and seen.version_id = page_version.id)) as first_seen_at,
  greatest(page_version.last_seen_at, (select max(at) from page_archive_sighting as seen where seen.og_id = page_version.og_id
    and seen.page_id = page_version.page_id and seen.version_id = page_version.id)) as last_seen_at`

const versionColumns = sql`page_version.og_id, page_version.id, page_version.page_id, page_version.round,
  page_version.fetched_at, ${archiveColumns}, page_version.http_status, page_version.effective_status,
  case when page_version.is_good then 'good' else 'low' end as quality, page_version.quality_reasons,
  encode(page_version.hash, 'hex') as hash, encode(page_version.text_blob, 'hex') as text_blob, encode(page_version.text_hash, 'hex') as text_hash, page_version.size,
  page_version.title, page_version.content_type, page_version.charset, page_version.final_url, page_version.hits,
  page_version.headers, page_version.hops,
  page_version.text_counts, ${isCited} as is_evidence, page_version.is_lost,
  (select max(diff.id) from diff where diff.og_id = page_version.og_id and diff.page_id = page_version.page_id
    and diff.to_version = page_version.id) as diff_id`

export async function findPageVersions(
  ctx: Ctx,
  page: PageRow,
  { current, pageSize }: { current: number; pageSize: number },
): Promise<PageOf<PageVersionRow>> {
  const of = sql`page_version.og_id = ${page.og.id}::bigint and page_version.page_id = ${page.id}::bigint`
  const [found, counted] = await Promise.all([
    sql<PageVersionRow>`select ${versionColumns} from page_version where ${of}
      order by page_version.fetched_at desc, page_version.id desc limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(
      ctx.db,
    ),
    sql<{ count: number }>`select count(*)::int as count from page_version where ${of}`.execute(ctx.db),
  ])
  return { items: found.rows, total: counted.rows[0]!.count, current, pageSize }
}

/** The newest versions in brief, with the size of the difference that each brought. */
export async function findTimeline(ctx: Ctx, page: PageRow): Promise<{ items: TimelineVersion[]; total: number }> {
  const of = sql`page_version.og_id = ${page.og.id}::bigint and page_version.page_id = ${page.id}::bigint`
  const [found, counted] = await Promise.all([
    sql<TimelineVersion>`select page_version.id, page_version.round, page_version.fetched_at, page_version.http_status,
        case when page_version.is_good then 'good' else 'low' end as quality, page_version.hits,
        ${isCited} as is_evidence, page_version.is_lost,
        ${archiveOf},
        exists (select from page_snapshot as shown where shown.og_id = page_version.og_id
          and shown.page_id = page_version.page_id and shown.version_id = page_version.id
          and shown.picture is not null) as has_picture,
        (select json_build_object('added', diff.added, 'removed', diff.removed) from diff
          where diff.og_id = page_version.og_id and diff.page_id = page_version.page_id
            and diff.to_version = page_version.id order by diff.id desc limit 1) as change
      from page_version where ${of}
      order by page_version.fetched_at desc, page_version.id desc limit ${timelineMost}`.execute(ctx.db),
    sql<{ count: number }>`select count(*)::int as count from page_version where ${of}`.execute(ctx.db),
  ])
  return { items: found.rows, total: counted.rows[0]!.count }
}

/** Versions of one page, the given ones or all, oldest first. */
export async function findVersionsById(
  ctx: Ctx,
  page: { id: number; og: { id: number } },
  ids?: readonly number[],
): Promise<PageVersionRow[]> {
  const { rows } = await sql<PageVersionRow>`select ${versionColumns} from page_version
    where page_version.og_id = ${page.og.id}::bigint and page_version.page_id = ${page.id}::bigint
      ${ids ? sql`and page_version.id = any(${ids}::bigint[])` : sql``}
    order by page_version.fetched_at, page_version.id`.execute(ctx.db)
  return rows
}

/** The page of a version, if it is readable. */
export async function findVersionPage(ctx: Ctx, versionId: number): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`select ${columns} from page_version
    join page on page.og_id = page_version.og_id and page.id = page_version.page_id
    join og on og.id = page.og_id where page_version.id = ${versionId}::bigint and ${pageExists(ctx)}`.execute(ctx.db)
  return rows[0]
}

/** The newest good version of the main entry page, which is the one with the lowest depth. */
export async function findFirstVersion(ctx: Ctx, ogId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select last_version as id from page
    where og_id = ${ogId}::bigint and last_version is not null order by depth, id limit 1`.execute(ctx.db)
  return rows[0]?.id
}
