import { sql } from 'kysely'
import { everyRole } from '#contract/role.ts'
import { type Policy, readable } from '#server/core/access.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Time at which a piece of evidence was captured, and SHA-256 of its content. */
export type EvidenceProof = { id: number; seen_at: string; hash: string | null }

const uploadLists: Policy = { read: everyRole, create: [], update: [], delete: [], deleteOwn: [] }

/** For those of these page versions that the reader may read. */
export async function findVersionProofs(ctx: Ctx, ids: readonly number[]): Promise<EvidenceProof[]> {
  const { rows } = await sql<EvidenceProof>`select page_version.id, page_version.fetched_at as seen_at,
      encode(page_version.hash, 'hex') as hash
    from page_version join og on og.id = page_version.og_id
    where page_version.id = any(${ids}::bigint[]) and ${pageExists(ctx)}`.execute(ctx.db)
  return rows
}

/** For differences: the data of the newer version. */
export async function findDiffProofs(ctx: Ctx, ids: readonly number[]): Promise<EvidenceProof[]> {
  const { rows } =
    await sql<EvidenceProof>`select diff.id, coalesce(page_version.fetched_at, diff.created_at) as seen_at,
      encode(page_version.hash, 'hex') as hash
    from diff join og on og.id = diff.og_id left join page_version on page_version.og_id = diff.og_id
      and page_version.page_id = diff.page_id and page_version.id = diff.to_version
    where diff.id = any(${ids}::bigint[]) and ${pageExists(ctx)}`.execute(ctx.db)
  return rows
}

/** For uploads: the data of the original file. */
export async function findUploadProofs(ctx: Ctx, ids: readonly number[]): Promise<EvidenceProof[]> {
  const { rows } =
    await sql<EvidenceProof>`select upload.id, upload.created_at as seen_at, upload.sha256 as hash from upload
    where upload.id = any(${ids}::bigint[]) and upload.deleted_at is null and ${readable(uploadLists, ctx, 'upload')}`.execute(
      ctx.db,
    )
  return rows
}
