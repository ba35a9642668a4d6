import { sql } from 'kysely'
import type { PageArchiveFault, PageArchiveFormat, PastRequest } from '#contract/page-archive.api.ts'
import { readable } from '#server/core/access.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import { fileTable } from '#server/ingest/staging/file-table.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { OutcomeCounts } from './capture.ts'

/**
 * The last page of a fetch that is settled, by depth and id; `after`: the time of the last settled capture of the page
 * behind it. `fails`: failed requests in a row; `until`: the service requested no request before.
 */
export type PastCursor = {
  depth: number
  page: number
  after: string
  done: number
  total: number
  fails: number
  until?: string
}

export type StoredArchive = {
  id: number
  og_id: number
  file_name: string
  file_key: string | null
  size: number
  sha256: string
  format: PageArchiveFormat | null
  state: 'reading' | 'done' | 'failed' | 'cancelled'
  step: number
  /** Number of records that are settled. */
  records: number
  counts: OutcomeCounts
  fault: PageArchiveFault | null
  /** Set for a fetch from a web archive, which has no file. */
  request: PastRequest | null
  cursor: PastCursor | null
  owner: number
  created_at: string
  ended_at: string | null
}

export const archiveFiles = fileTable<StoredArchive>('page_archive', {
  states: ['reading'],
  json: ['counts', 'request', 'cursor'],
})

/** An archive with the number of its captures that are requested again. */
export type ListedArchive = StoredArchive & { retries: number }

export async function findArchives(ctx: Ctx, ogId: number, most: number): Promise<ListedArchive[]> {
  const { rows } = await sql<ListedArchive>`select page_archive.*,
      case when request is null then 0 else (select count(*)::int from page_archive_retry as retry
        where retry.archive_id = page_archive.id) end as retries
    from page_archive where og_id = ${ogId}::bigint order by id desc limit ${most}`.execute(ctx.db)
  return rows
}

/** A fetch from a web archive of this organisation, locked. */
export async function lockFetch(ctx: Ctx, ogId: number, id: number): Promise<StoredArchive | undefined> {
  const { rows } = await sql<StoredArchive>`select * from page_archive
    where og_id = ${ogId}::bigint and id = ${id}::bigint and request is not null for update`.execute(ctx.db)
  return rows[0]
}

/** The archive with this content, locked; its organisation is locked too, so that two uploads take turns. */
export async function lockArchiveOf(ctx: Ctx, ogId: number, sha256: string): Promise<StoredArchive | undefined> {
  await sql`select from og where id = ${ogId}::bigint for no key update`.execute(ctx.db)
  const { rows } = await sql<StoredArchive>`select * from page_archive
    where og_id = ${ogId}::bigint and sha256 = ${sha256} for update`.execute(ctx.db)
  return rows[0]
}

export async function countArchives(ctx: Ctx, ogId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from page_archive
    where og_id = ${ogId}::bigint`.execute(ctx.db)
  return rows[0]!.count
}

/** The page behind a position, nearest to the start page first. */
export async function findPageAfter(
  ctx: Ctx,
  ogId: number,
  { depth, page }: Pick<PastCursor, 'depth' | 'page'>,
): Promise<{ id: number; depth: number; url: string } | undefined> {
  const { rows } = await sql<{ id: number; depth: number; url: string }>`select id, depth, url from page
    where og_id = ${ogId}::bigint and (depth, id) > (${depth}::smallint, ${page}::bigint)
      and (status <> 'forbidden' or coalesce(status_reason, 'person') <> 'person')
    order by depth, id limit 1`.execute(ctx.db)
  return rows[0]
}

export async function countPastPages(ctx: Ctx, ogId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from page where og_id = ${ogId}::bigint
    and (status <> 'forbidden' or coalesce(status_reason, 'person') <> 'person')`.execute(ctx.db)
  return rows[0]!.count
}

/** Whether a fetch of this organisation runs; the organisation is locked, so that two requests take turns. */
export async function isFetchingPast(ctx: Ctx, ogId: number): Promise<boolean> {
  await sql`select from og where id = ${ogId}::bigint for no key update`.execute(ctx.db)
  const { rows } = await sql<{ is: boolean }>`select exists (select from page_archive
    where og_id = ${ogId}::bigint and request is not null and state = 'reading') as is`.execute(ctx.db)
  return rows[0]!.is
}

export type ArchivedPage = { og_id: number; id: number; status: string; status_reason: string | null }

/** The page with the first of these keys that one has, locked. */
export async function lockPage(ctx: Ctx, ogId: number, keys: readonly string[]): Promise<ArchivedPage | undefined> {
  const { rows } = await sql<ArchivedPage>`select og_id, id, status::text, status_reason from page
    where og_id = ${ogId}::bigint and url_key = any(${keys}::text[])
    order by array_position(${keys}::text[], url_key) limit 1 for update`.execute(ctx.db)
  return rows[0]
}

/** Inserts a page that no visit has met; the next round visits it. */
export async function insertArchivedPage(
  ctx: Ctx,
  ogId: number,
  page: { url: string; key: string; depth: number; at: string; title: string | null },
): Promise<void> {
  await sql`insert into page (og_id, url, url_key, depth, title, first_seen_at)
    values (${ogId}::bigint, ${page.url}, ${page.key}, ${page.depth}::smallint, ${page.title}, ${page.at}::timestamptz)
    on conflict (og_id, url_key) do nothing`.execute(ctx.db)
}

export type NeighbourVersion = { id: number; hash: string; text_hash: string }

/** The good versions before and after a time. */
export async function findNeighbours(
  ctx: Ctx,
  page: ArchivedPage,
  at: string,
): Promise<{ before: NeighbourVersion | null; after: NeighbourVersion | null }> {
  const columns = sql`select json_build_object('id', id, 'hash', encode(hash, 'hex'), 'text_hash', encode(text_hash, 'hex'))
    from page_version where og_id = ${page.og_id}::bigint and page_id = ${page.id}::bigint and is_good`
  const { rows } = await sql<{ before: NeighbourVersion | null; after: NeighbourVersion | null }>`select
    (${columns} and fetched_at <= ${at}::timestamptz order by fetched_at desc, id desc limit 1) as before,
    (${columns} and fetched_at > ${at}::timestamptz order by fetched_at, id limit 1) as after`.execute(ctx.db)
  return rows[0]!
}

export async function insertSighting(
  ctx: Ctx,
  page: ArchivedPage,
  seen: { archive_id: number; record: number; version_id: number; at: string; digest: string | null },
): Promise<void> {
  await sql`insert into page_archive_sighting (archive_id, record, og_id, page_id, version_id, at, digest)
    values (${seen.archive_id}::bigint, ${seen.record}::int, ${page.og_id}::bigint, ${page.id}::bigint,
      ${seen.version_id}::bigint, ${seen.at}::timestamptz, ${seen.digest})`.execute(ctx.db)
}

/**
 * A version was seen on both sides of a time at which the page was different: the sightings beyond that time become a
 * version of their own.
 */
export async function splitVersion(
  ctx: Ctx,
  page: ArchivedPage,
  versionId: number,
  at: string,
  side: 'earlier' | 'later',
): Promise<void> {
  const beyond = side === 'later' ? sql`seen.at > ${at}::timestamptz` : sql`seen.at < ${at}::timestamptz`
  const of = sql`seen.og_id = ${page.og_id}::bigint and seen.page_id = ${page.id}::bigint
    and seen.version_id = ${versionId}::bigint`
  const { rows } = await sql<{ at: string; archive_id: number }>`select seen.at, seen.archive_id
    from page_archive_sighting as seen where ${of} and ${beyond} order by seen.at limit 1`.execute(ctx.db)
  const [first] = rows
  if (!first) return
  const copy = await copyVersion(ctx, page, versionId, first)
  await sql`update page_archive_sighting as seen set version_id = ${copy}::bigint where ${of} and ${beyond}`.execute(
    ctx.db,
  )
}

/** Inserts the same content as a version of another time, with its words and names; returns its id. */
export async function copyVersion(
  ctx: Ctx,
  page: ArchivedPage,
  versionId: number,
  { at, archive_id }: { at: string; archive_id: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into page_version (og_id, page_id, round, fetched_at, last_seen_at, http_status, effective_status, is_good,
      quality_reasons, hash, text_hash, text_blob, extractor, scanned, size, title, content_type, charset, final_url, hits,
      is_lost, reader_version, text_counts, archive_id)
    select og_id, page_id, 0, ${at}::timestamptz, ${at}::timestamptz, http_status, effective_status, is_good,
      quality_reasons, hash, text_hash, text_blob, extractor, scanned, size, title, content_type, charset, final_url, hits,
      is_lost, reader_version, text_counts, ${archive_id}::bigint
    from page_version
    where og_id = ${page.og_id}::bigint and page_id = ${page.id}::bigint and id = ${versionId}::bigint
    returning id`.execute(ctx.db)
  const copy = rows[0]!.id
  const from = sql`og_id = ${page.og_id}::bigint and page_id = ${page.id}::bigint and version_id = ${versionId}::bigint`
  await sql`insert into word_hit (og_id, page_id, version_id, word_id, count, new_count, found_at)
    select og_id, page_id, ${copy}::bigint, word_id, count, 0, found_at from word_hit where ${from}`.execute(ctx.db)
  await sql`insert into mention (og_id, page_id, version_id, noun, record_id, name, count, is_new, found_at, certainty, evidence)
    select og_id, page_id, ${copy}::bigint, noun, record_id, name, count, false, found_at, certainty, evidence
    from mention where ${from}`.execute(ctx.db)
  await addVersions(ctx, page)
  return copy
}

/**
 * The version that a record without content refers to: the one seen at the stated time, else the newest one before `at`
 * whose capture had the same digest.
 */
export async function findReferred(
  ctx: Ctx,
  page: ArchivedPage,
  refers: { at: string; referredAt: string | null; digest: string | null },
): Promise<{ id: number; text_hash: string } | undefined> {
  const { rows } = await sql<{
    id: number
    text_hash: string
  }>`select version.id, encode(version.text_hash, 'hex') as text_hash
    from page_archive_sighting as seen join page_version as version
      on version.og_id = seen.og_id and version.page_id = seen.page_id and version.id = seen.version_id
    where seen.og_id = ${page.og_id}::bigint and seen.page_id = ${page.id}::bigint and seen.at <= ${refers.at}::timestamptz
      and (date_trunc('second', seen.at) = date_trunc('second', ${refers.referredAt}::timestamptz)
        or seen.digest = ${refers.digest}::text)
      and (seen.digest is null or ${refers.digest}::text is null or seen.digest = ${refers.digest}::text)
    order by date_trunc('second', seen.at) = date_trunc('second', ${refers.referredAt}::timestamptz) desc nulls last,
      seen.at desc limit 1`.execute(ctx.db)
  return rows[0]
}

/** Counts one more version; nothing else of the page follows from an archive. */
export async function addVersions(ctx: Ctx, page: ArchivedPage): Promise<void> {
  await sql`update page set versions = versions + 1
    where og_id = ${page.og_id}::bigint and id = ${page.id}::bigint`.execute(ctx.db)
}

/** Readable organisations whose own host, or that of a start URL, is this one; `www.` makes no difference. */
export async function findSitesOf(ctx: Ctx, host: string, most: number): Promise<{ id: number }[]> {
  const bare = host.replace(/^www\./, '')
  const hosts = [bare, `www.${bare}`]
  const { rows } = await sql<{ id: number }>`select og.id from og
    where og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')} and (og.host = any(${hosts}::text[]) or exists (
      select from unnest(og.entrances) as address
      where lower(substring(address from '^[a-zA-Z]+://([^/?#:]+)')) = any(${hosts}::text[])))
    order by og.name, og.id limit ${most}`.execute(ctx.db)
  return rows
}
