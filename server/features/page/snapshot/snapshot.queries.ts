import { sql } from 'kysely'
import type { SnapshotCounts } from '#contract/page-snapshot.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type VersionKey = { og_id: number; page_id: number; id: number }

/** How the appearance of a version was stored; undefined if its site keeps no files. */
export async function findSnapshot(
  ctx: Ctx,
  version: VersionKey,
): Promise<{ state: 'waiting' | 'done'; counts: SnapshotCounts } | undefined> {
  const { rows } = await sql<{ state: 'waiting' | 'done'; counts: Partial<SnapshotCounts> }>`select state, counts
    from page_snapshot where og_id = ${version.og_id}::bigint and page_id = ${version.page_id}::bigint
      and version_id = ${version.id}::bigint`.execute(ctx.db)
  const row = rows[0]
  return row && { state: row.state, counts: { kept: {}, missed: {}, ...row.counts } }
}

/** SHA-256 of the picture of a version. */
export async function findPicture(ctx: Ctx, version: VersionKey): Promise<Buffer | null> {
  const { rows } = await sql<{ picture: Buffer | null }>`select picture from page_snapshot
    where og_id = ${version.og_id}::bigint and page_id = ${version.page_id}::bigint
      and version_id = ${version.id}::bigint`.execute(ctx.db)
  return rows[0]?.picture ?? null
}

export type SnapshotAsset = {
  id: number
  url: string
  hash: string
  final_url: string
  media_type: string
  size: number
}

/** Files with the contents that they had when the version was fetched. */
export async function findSnapshotAssets(ctx: Ctx, version: VersionKey): Promise<SnapshotAsset[]> {
  const { rows } = await sql<SnapshotAsset>`select asset.id, asset.url, encode(asset.hash, 'hex') as hash,
      asset.final_url, asset.media_type, asset.size
    from page_snapshot_asset as tied join page_asset as asset on asset.id = tied.asset_id
    where tied.og_id = ${version.og_id}::bigint and tied.page_id = ${version.page_id}::bigint
      and tied.version_id = ${version.id}::bigint and asset.hash is not null`.execute(ctx.db)
  return rows
}
