import { sql } from 'kysely'
import { describedColumns } from '#server/features/diff/diff.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pdfReaderVersion } from '#server/text/pdf.ts'
import { urlKey } from '#server/text/url.ts'
import type { CrawlTarget } from './host.queries.ts'
import { json } from './json.queries.ts'
import type { CrawlOutcome, NewVersion } from './outcome.ts'

export type VersionToWrite = {
  og_id: number
  page_id: number
  round: number
  at: string
  version: NewVersion
  hash: Buffer
  text_blob: Buffer | null
  /** The archive that it comes from, if the collector did not fetch it. */
  archive_id?: number
  /** Set if the page holds it already as its newest version. */
  id?: number | null
}

/** A version to write whose page may not exist yet. */
type PlacedVersion = Omit<VersionToWrite, 'page_id' | 'hash' | 'text_blob'>
type NewPage = PlacedVersion & { target: CrawlTarget }
/** `version_id`: the id that its version gets; null if the page existed already and holds nothing of the version. */
type InsertedPage = { id: number; version_id: number | null }

/**
 * Inserts pages that are met for the first time, with what they hold about their first version if it is good: an update
 * would write the row and its index entries twice. Returns them by organisation and key.
 */
export async function insertPages(ctx: Ctx, pages: readonly NewPage[]): Promise<Map<string, InsertedPage>> {
  if (pages.length === 0) return new Map()
  const rows = pages.map(({ target, ...placed }) => ({
    ...(placed.version.isGood && newestColumns(placed)),
    is_good: placed.version.isGood,
    og_id: target.og_id,
    url: target.url,
    url_key: target.url_key,
    depth: target.depth,
    seen_at: placed.at,
  }))
  const made = await sql<{ og_id: number; url_key: string } & InsertedPage>`
    insert into page (og_id, url, url_key, depth, first_seen_at, last_version, title, language, etag, last_modified,
      hits, feed, last_fetched_at, last_changed_at, versions, last_round, visited_rounds)
    select e.og_id, e.url, e.url_key, e.depth, e.seen_at,
      case when e.is_good then nextval(pg_get_serial_sequence('page_version', 'id')) end, e.title, e.language, e.etag,
      e.last_modified, coalesce(e.hits, 0), e.feed, e.at, e.at, e.is_good::int, greatest(0, e.round),
      add_visit('{}', coalesce(e.round, 0))
    from jsonb_to_recordset(${json(rows)}) as e (og_id bigint, url text, url_key text, depth smallint,
      seen_at timestamptz, is_good boolean, round integer, at timestamptz, title text, language text, etag text,
      last_modified text, hits integer, feed jsonb)
    on conflict (og_id, url_key) do update set depth = least(page.depth, excluded.depth)
    returning og_id, url_key, id, case when xmax = 0 then last_version end as version_id`.execute(ctx.db)
  return new Map(made.rows.map(({ og_id, url_key, ...page }) => [`${og_id} ${url_key}`, page]))
}

/** Inserts new versions, with ids that are set already or new ones; returns the ids in the given order. */
export async function insertVersions(
  ctx: Ctx,
  placed: readonly VersionToWrite[],
  extractor: number,
): Promise<number[]> {
  if (placed.length === 0) return []
  const rows = placed.map(({ og_id, page_id, round, at, version, hash, text_blob, archive_id = null, id = null }) => ({
    id,
    og_id,
    page_id,
    round,
    at,
    http_status: version.httpStatus,
    effective_status: version.effectiveStatus,
    is_good: version.isGood,
    quality_reasons: version.qualityReasons,
    hash: hash.toString('hex'),
    text_hash: version.textHash,
    text_blob: text_blob?.toString('hex') ?? null,
    reader_version: text_blob === null ? 0 : pdfReaderVersion,
    text_counts: version.textCounts,
    extractor,
    scanned: version.scanned,
    size: version.raw.length,
    title: version.title,
    content_type: version.contentType,
    charset: version.charset,
    headers: version.headers,
    hops: version.hops,
    final_url: version.finalUrl,
    hits: version.hits.reduce((sum, hit) => sum + hit.count, 0),
    archive_id,
  }))
  const made = await sql<{ og_id: number; page_id: number; id: number }>`
    insert into page_version (id, og_id, page_id, round, fetched_at, last_seen_at, http_status, effective_status, is_good,
      quality_reasons, hash, text_hash, text_blob, extractor, scanned, size, title, content_type, charset, headers, hops,
      final_url, hits, reader_version, text_counts, archive_id)
    overriding system value
    select coalesce(e.id, nextval(pg_get_serial_sequence('page_version', 'id'))), e.og_id, e.page_id, e.round, e.at, e.at, e.http_status, e.effective_status, e.is_good, e.quality_reasons,
      decode(e.hash, 'hex'), decode(e.text_hash, 'hex'), decode(e.text_blob, 'hex'), e.extractor, e.scanned, e.size,
      e.title, e.content_type, e.charset, e.headers, e.hops, e.final_url, e.hits,
      e.reader_version, e.text_counts, e.archive_id
    from jsonb_to_recordset(${json(rows)}) as e (id bigint, og_id bigint, page_id bigint, round integer, at timestamptz,
      http_status smallint, effective_status smallint, is_good boolean, quality_reasons text[], hash text, text_hash text,
      text_blob text, extractor smallint, scanned integer, size integer, title text, content_type text, charset text,
      headers jsonb, hops jsonb, final_url text, hits integer, reader_version smallint,
      text_counts jsonb, archive_id bigint)
    returning og_id, page_id, id`.execute(ctx.db)
  const ids = new Map(made.rows.map(row => [`${row.og_id} ${row.page_id}`, row.id]))
  return placed.map(({ og_id, page_id }) => ids.get(`${og_id} ${page_id}`) as number)
}

/** Columns of a page that describe its newest version. */
function newestColumns({ og_id, round, at, version }: PlacedVersion) {
  return {
    og_id,
    round,
    at,
    title: version.title,
    language: version.language,
    etag: version.etag,
    last_modified: version.lastModified,
    hits: version.hits.reduce((sum, hit) => sum + hit.count, 0),
    feed: version.feed,
  }
}

/**
 * Updates the data that pages hold about their newest version; a version that is not good does not become the newest.
 */
export async function followVersions(
  ctx: Ctx,
  placed: readonly VersionToWrite[],
  ids: readonly number[],
): Promise<void> {
  if (placed.length === 0) return
  const rows = placed.map((each, index) => ({
    ...newestColumns(each),
    page_id: each.page_id,
    id: ids[index],
    is_good: each.version.isGood,
    reason: each.version.qualityReasons[0] ?? null,
  }))
  const good = rows.filter(each => each.is_good)
  const low = rows.filter(each => !each.is_good)
  if (good.length > 0)
    await sql`update page set last_version = e.id, low_version = null, title = e.title, language = e.language,
        etag = e.etag, last_modified = e.last_modified, hits = e.hits, feed = e.feed, status = 'active', status_reason = null,
        last_fetched_at = e.at, last_changed_at = e.at, versions = page.versions + 1, last_round = greatest(last_round, e.round),
        visited_rounds = add_visit(page.visited_rounds, e.round), gone_rounds = 0, failing_since = null
      from jsonb_to_recordset(${json(good)}) as e (og_id bigint, page_id bigint, round integer, at timestamptz, id bigint,
        title text, language text, etag text, last_modified text, hits integer, feed jsonb)
      where page.og_id = e.og_id and page.id = e.page_id`.execute(ctx.db)
  if (low.length > 0)
    await sql`update page set low_version = e.id, last_fetched_at = e.at, last_round = greatest(last_round, e.round),
        title = coalesce(page.title, e.title), status_reason = e.reason,
        failing_since = coalesce(page.failing_since, e.at)
      from jsonb_to_recordset(${json(low)}) as e (og_id bigint, page_id bigint, round integer, at timestamptz, id bigint,
        title text, reason text)
      where page.og_id = e.og_id and page.id = e.page_id`.execute(ctx.db)
}

/** Records that the site still answers with the newest version. */
export async function markPagesSeen(ctx: Ctx, outcomes: readonly CrawlOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const rows = outcomes.map(({ target, at, page }) => ({
    og_id: target.og_id,
    page_id: target.page_id,
    version: target.version?.id ?? null,
    round: target.round,
    at: at.toISOString(),
    etag: page?.type === 'seen' ? page.etag : null,
    last_modified: page?.type === 'seen' ? page.lastModified : null,
  }))
  const shape = sql`as e (og_id bigint, page_id bigint, version bigint, round integer, at timestamptz, etag text, last_modified text)`
  await sql`update page set last_fetched_at = e.at, last_round = greatest(last_round, e.round),
      visited_rounds = add_visit(page.visited_rounds, e.round), etag = e.etag, last_modified = e.last_modified, status = 'active', status_reason = null, low_version = null, gone_rounds = 0,
      failing_since = null
    from jsonb_to_recordset(${json(rows)}) ${shape}
    where page.og_id = e.og_id and page.id = e.page_id`.execute(ctx.db)
  await sql`update page_version set last_seen_at = e.at from jsonb_to_recordset(${json(rows)}) ${shape}
    where page_version.og_id = e.og_id and page_version.page_id = e.page_id and page_version.id = e.version`.execute(
    ctx.db,
  )
}

/** Updates pages that did not answer, or that the site reports as gone. */
export async function markPagesFailing(ctx: Ctx, outcomes: readonly CrawlOutcome[]): Promise<void> {
  const rows = outcomes.flatMap(({ target, at, page }) =>
    page?.type === 'trouble' || page?.type === 'gone'
      ? [
          {
            og_id: target.og_id,
            page_id: target.page_id,
            round: target.round,
            at: at.toISOString(),
            reason: page.reason,
            gone: page.type === 'gone' || (page.isGone && target.round > (target.last_round ?? 0)) ? 1 : 0,
            status: page.type === 'gone' ? 'gone' : page.isGone ? null : 'error',
          },
        ]
      : [],
  )
  if (rows.length === 0) return
  await sql`update page set last_fetched_at = e.at, status_reason = e.reason,
      status = case when page.status = 'gone' then 'gone' else coalesce(e.status::page_status, page.status) end,
      gone_rounds = page.gone_rounds + e.gone, last_round = greatest(last_round, e.round),
      failing_since = coalesce(page.failing_since, e.at)
    from jsonb_to_recordset(${json(rows)}) as e (og_id bigint, page_id bigint, round integer, at timestamptz, reason text,
      gone smallint, status text)
    where page.og_id = e.og_id and page.id = e.page_id`.execute(ctx.db)
}

/** Notes where pages redirect for good, or which canonical address they name, since this round; its end moves them. */
export async function notePageMoves(ctx: Ctx, outcomes: readonly CrawlOutcome[]): Promise<void> {
  const rows = outcomes.flatMap(
    ({ target: { og_id, page_id, round }, movedTo: to, isIfSameText: is_if_same = false }) =>
      to === undefined || page_id === null ? [] : [{ og_id, page_id, round, to, key: urlKey(to), is_if_same }],
  )
  if (rows.length === 0) return
  await sql`update page set moved_to = e.to, moved_key = e.key, moved_if_same = e.is_if_same, moved_round = e.round
    from jsonb_to_recordset(${json(rows)}) as e (og_id bigint, page_id bigint, round integer, "to" text, key text,
      is_if_same boolean)
    where page.og_id = e.og_id and page.id = e.page_id`.execute(ctx.db)
}

/** Marks pages that rules forbid; an answer makes them active again. */
export async function markPagesForbidden(ctx: Ctx, outcomes: readonly CrawlOutcome[]): Promise<void> {
  const rows = outcomes.flatMap(({ target, page }) =>
    page?.type === 'forbidden' ? [{ og_id: target.og_id, page_id: target.page_id, reason: page.reason }] : [],
  )
  if (rows.length === 0) return
  await sql`update page set status = 'forbidden', status_reason = e.reason, gone_rounds = 0, failing_since = null
    from jsonb_to_recordset(${json(rows)}) as e (og_id bigint, page_id bigint, reason text)
    where page.og_id = e.og_id and page.id = e.page_id`.execute(ctx.db)
}

type PlacedDiff = {
  og_id: number
  page_id: number
  round: number
  at: string
  from_version: number | null
  to_version: number | null
  diff: NonNullable<Extract<CrawlOutcome['page'], { type: 'version' }>['diff']>
}

export async function insertDiffs(ctx: Ctx, placed: readonly PlacedDiff[]): Promise<void> {
  if (placed.length === 0) return
  const rows = placed.map(({ diff, ...place }) => ({
    ...place,
    kind: diff.kind,
    added: diff.added,
    removed: diff.removed,
    links_added: diff.linksAdded,
    links_removed: diff.linksRemoved,
    score: diff.score,
    reasons: diff.reasons,
    facts: diff.facts,
    ...describedColumns(diff),
  }))
  await sql`insert into diff (og_id, page_id, round, from_version, to_version, kind, added, removed, links_added,
      links_removed, score, reasons, facts, excerpt, excerpt_runs, lines, places, created_at)
    select e.og_id, e.page_id, e.round, e.from_version, e.to_version, e.kind::diff_kind, e.added, e.removed,
      e.links_added, e.links_removed, e.score, e.reasons, e.facts, e.excerpt, e.excerpt_runs, e.lines, e.places, e.at
    from jsonb_to_recordset(${json(rows)}) as e (og_id bigint, page_id bigint, round integer, from_version bigint,
      to_version bigint, kind text, added integer, removed integer, links_added integer, links_removed integer,
      score smallint, reasons jsonb, facts jsonb, excerpt text, excerpt_runs jsonb, lines jsonb, places jsonb, at timestamptz)`.execute(
    ctx.db,
  )
}

/** Inserts words and names of new versions; omits a word or record that was deleted meanwhile. */
export async function insertFinds(ctx: Ctx, placed: readonly VersionToWrite[], ids: readonly number[]): Promise<void> {
  const hits = placed.flatMap(({ og_id, page_id, at, version }, index) =>
    version.hits.map(({ id, count, fresh }) => ({ og_id, page_id, version_id: ids[index], at, id, count, fresh })),
  )
  const mentions = placed.flatMap(({ og_id, page_id, at, version }, index) =>
    version.mentions.map(mention => ({ og_id, page_id, version_id: ids[index], at, ...mention })),
  )
  if (hits.length > 0)
    await sql`insert into word_hit (og_id, page_id, version_id, word_id, count, new_count, found_at)
      select e.og_id, e.page_id, e.version_id, e.id, e.count, e.fresh, e.at
      from jsonb_to_recordset(${json(hits)}) as e (og_id bigint, page_id bigint, version_id bigint, id bigint,
        count integer, fresh integer, at timestamptz)
      where exists (select from word where word.id = e.id)
      on conflict do nothing`.execute(ctx.db)
  if (mentions.length > 0)
    await sql`insert into mention (og_id, page_id, version_id, noun, record_id, name, count, is_new, found_at, certainty,
        evidence)
      select e.og_id, e.page_id, e.version_id, e.noun, e.id, e.name, e.count, e."isNew", e.at, e.certainty, e.evidence
      from jsonb_to_recordset(${json(mentions)}) as e (og_id bigint, page_id bigint, version_id bigint, noun text,
        id bigint, name text, count integer, "isNew" boolean, at timestamptz, certainty text, evidence jsonb)
      on conflict do nothing`.execute(ctx.db)
}
