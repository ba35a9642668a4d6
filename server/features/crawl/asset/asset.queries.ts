import { type SqlBool, sql } from 'kysely'
import type { SnapshotCounts } from '#contract/page-snapshot.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A version whose files are still to be fetched. */
export type WaitingSnapshot = {
  og_id: number
  page_id: number
  version_id: number
  attempts: number
  /** Files checked since then are as the page showed them. */
  seen_from: string
  asset_mb: number
  hash: string
  text_blob: null
  content_type: string | null
  charset: string | null
  final_url: string
}
type SnapshotKey = Pick<WaitingSnapshot, 'og_id' | 'page_id' | 'version_id'>
type SnapshotToQueue = SnapshotKey & {
  picture: { hash: Buffer; size: number } | null
  /** Why there is no picture. */
  drawing: string | null
}

/** While its round is running, a site's host belongs to a collector. */
const isIdle = sql<SqlBool>`not exists (select from round where round.og_id = page_snapshot.og_id
  and round.state in ('running', 'stopping'))`

/** Queues the files of new versions whose sites keep them; returns their number. */
export async function queueSnapshots(ctx: Ctx, versions: readonly SnapshotToQueue[]): Promise<number> {
  if (versions.length === 0) return 0
  const rows = versions.map(({ picture, drawing, ...key }) => ({
    ...key,
    counts: drawing === null ? {} : { drawing },
    picture: picture?.hash.toString('hex') ?? null,
    picture_size: picture?.size ?? 0,
  }))
  const { numAffectedRows } =
    await sql`insert into page_snapshot (og_id, page_id, version_id, next_at, counts, picture, picture_size)
    select e.og_id, e.page_id, e.version_id, ${ctx.now().toISOString()}::timestamptz, e.counts, decode(e.picture, 'hex'), e.picture_size
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (og_id bigint, page_id bigint, version_id bigint,
        counts jsonb, picture text, picture_size integer)
      join site on site.og_id = e.og_id and site.asset_mb > 0
    on conflict do nothing`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/** Takes snapshots that are due, until `until`; if this process is killed, others take them then. */
export async function claimSnapshots(ctx: Ctx, most: number, until: Date): Promise<WaitingSnapshot[]> {
  const at = ctx.now().toISOString()
  const { rows } = await sql<WaitingSnapshot>`with due as (
      select og_id, page_id, version_id from page_snapshot
      where state = 'waiting' and next_at <= ${at}::timestamptz and ${isIdle}
      order by next_at limit ${most} for update skip locked
    ), taken as (
      update page_snapshot set next_at = ${until.toISOString()}::timestamptz from due
      where page_snapshot.og_id = due.og_id and page_snapshot.page_id = due.page_id
        and page_snapshot.version_id = due.version_id
      returning page_snapshot.og_id, page_snapshot.page_id, page_snapshot.version_id, page_snapshot.attempts
    )
    select taken.*, encode(version.hash, 'hex') as hash, null as text_blob, version.content_type, version.charset,
      version.final_url, coalesce(site.asset_mb, 0) as asset_mb,
      coalesce((select round.started_at from round where round.og_id = taken.og_id and round.number = version.round
        and version.fetched_at <= coalesce(round.ended_at, version.fetched_at)), version.fetched_at) as seen_from
    from taken join page_version as version on version.og_id = taken.og_id and version.page_id = taken.page_id
        and version.id = taken.version_id
      left join site on site.og_id = taken.og_id
    order by taken.version_id`.execute(ctx.db)
  return rows
}

/** Puts a snapshot back; `isAttempt`: it counts as a failure. */
export async function deferSnapshot(
  ctx: Ctx,
  { og_id, page_id, version_id }: SnapshotKey,
  at: Date,
  isAttempt: boolean,
): Promise<void> {
  await sql`update page_snapshot set next_at = ${at.toISOString()}::timestamptz, attempts = attempts + ${Number(isAttempt)}::int
    where og_id = ${og_id}::bigint and page_id = ${page_id}::bigint and version_id = ${version_id}::bigint
      and state = 'waiting'`.execute(ctx.db)
}

/** Ties the files to their version. Nothing happens if the version was removed meanwhile. */
export async function completeSnapshot(
  ctx: Ctx,
  { og_id, page_id, version_id }: SnapshotKey,
  assetIds: readonly number[],
  counts: SnapshotCounts,
): Promise<void> {
  await sql`with done as (
      update page_snapshot set state = 'done', counts = counts || ${JSON.stringify(counts)}::jsonb
      where og_id = ${og_id}::bigint and page_id = ${page_id}::bigint and version_id = ${version_id}::bigint
        and state = 'waiting' returning og_id, page_id, version_id
    )
    insert into page_snapshot_asset (og_id, page_id, version_id, asset_id)
    select done.og_id, done.page_id, done.version_id, asset.id from done cross join unnest(${assetIds}::bigint[]) as asset (id)
    on conflict do nothing`.execute(ctx.db)
}

export async function hasWaitingSnapshots(ctx: Ctx, ogId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from page_snapshot
    where og_id = ${ogId}::bigint and state = 'waiting') as is`.execute(ctx.db)
  return rows[0]!.is
}

/** The time at which the next snapshot is due; undefined if none waits. */
export async function nextSnapshotAt(ctx: Ctx): Promise<Date | undefined> {
  const { rows } = await sql<{ at: string | null }>`select min(next_at) as at from page_snapshot
    where state = 'waiting' and ${isIdle}`.execute(ctx.db)
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

/** An address of a file with its newest content, or the reason why it could not be fetched. */
export type KnownAsset = {
  id: number
  url: string
  hash: string | null
  final_url: string | null
  media_type: string | null
  size: number
  etag: string | null
  last_modified: string | null
  fault: string | null
  checked_at: string
}

/** The newest content of each address, and its failure if that is newer. */
export async function findAssets(ctx: Ctx, ogId: number, urls: readonly string[]): Promise<KnownAsset[]> {
  const { rows } = await sql<KnownAsset>`select distinct on (url, hash is null) id, url, encode(hash, 'hex') as hash,
      final_url, media_type, size, etag, last_modified, fault, checked_at
    from page_asset where og_id = ${ogId}::bigint and url = any(${urls}::text[])
      and not exists (select from blob where blob.hash = page_asset.hash and blob.is_lost)
    order by url, hash is null, checked_at desc, id desc`.execute(ctx.db)
  return rows
}

type FetchedAsset = {
  url: string
  hash: Buffer
  final_url: string
  media_type: string
  size: number
  etag: string | null
  last_modified: string | null
}

/** Stores the content that an address has now; `isNew`: it did not have it before. */
export async function saveAsset(ctx: Ctx, ogId: number, asset: FetchedAsset): Promise<{ id: number; isNew: boolean }> {
  const at = ctx.now().toISOString()
  await sql`delete from page_asset where og_id = ${ogId}::bigint and url = ${asset.url} and hash is null`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: number; is_new: boolean }>`insert into page_asset (og_id, url, hash, final_url,
      media_type, size, etag, last_modified, checked_at)
    values (${ogId}::bigint, ${asset.url}, ${asset.hash}::bytea, ${asset.final_url}, ${asset.media_type}, ${asset.size}::int,
      ${asset.etag}, ${asset.last_modified}, ${at}::timestamptz)
    on conflict (og_id, url, hash) do update set final_url = excluded.final_url, media_type = excluded.media_type,
      etag = excluded.etag, last_modified = excluded.last_modified, checked_at = excluded.checked_at
    returning id, xmax = 0 as is_new`.execute(ctx.db)
  return { id: rows[0]!.id, isNew: rows[0]!.is_new }
}

/** Records that an address still has its newest content. */
export async function confirmAsset(ctx: Ctx, id: number): Promise<void> {
  await sql`update page_asset set checked_at = ${ctx.now().toISOString()}::timestamptz where id = ${id}::bigint`.execute(
    ctx.db,
  )
}

/** Records why an address could not be fetched, so that the other pages of the round do not request it again. */
export async function saveAssetFault(ctx: Ctx, ogId: number, url: string, fault: string): Promise<void> {
  await sql`insert into page_asset (og_id, url, fault, checked_at)
    values (${ogId}::bigint, ${url}, ${fault}, ${ctx.now().toISOString()}::timestamptz)
    on conflict (og_id, url, hash) do update set fault = excluded.fault, checked_at = excluded.checked_at`.execute(
    ctx.db,
  )
}

/** Bytes of all contents that a site keeps, each once. */
export async function countAssetBytes(ctx: Ctx, ogId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::bigint as bytes
    from (select distinct hash, size from page_asset where og_id = ${ogId}::bigint and hash is not null
      union all select distinct picture, picture_size from page_snapshot
        where og_id = ${ogId}::bigint and picture is not null) as each`.execute(ctx.db)
  return Number(rows[0]!.bytes)
}

/**
 * Removes contents and failures that no version refers to. They are locked first, and looked up again by a second
 * statement: a job may just be tying one of them to a version.
 */
export async function removeUnusedAssets(ctx: Ctx, before: Date, most: number): Promise<number> {
  const isUnused = sql<SqlBool>`not exists (select from page_snapshot_asset where asset_id = page_asset.id)`
  const { rows } = await sql<{ id: number }>`select id from page_asset
    where checked_at < ${before.toISOString()}::timestamptz and ${isUnused}
    order by id limit ${most} for update skip locked`.execute(ctx.db)
  const ids = rows.map(row => row.id)
  await sql`delete from page_asset where id = any(${ids}::bigint[]) and ${isUnused}`.execute(ctx.db)
  return ids.length
}
