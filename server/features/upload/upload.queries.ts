import { type SqlBool, sql } from 'kysely'
import { Upload, type UploadFilter, uploadOwnFields } from '#contract/upload.api.ts'
import { readableLive } from '#server/core/access.ts'
import { type ClosedByUser, countByUser } from '#server/core/closed.ts'
import { matchesKeyword } from '#server/core/keyword.ts'
import { isLinkedTo } from '#server/core/link.queries.ts'
import { anyOf, columnsIn, type RecordTable } from '#server/core/table.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { uploadPolicy } from './upload.policy.ts'

/** The columns of a row; names, links, mentions and acts are added for its reader. */
export type UploadRow = Omit<
  Upload,
  'can' | 'acts' | 'mail' | 'ogs' | 'persons' | 'mentions' | 'reviewer' | 'uploader' | 'status'
> & { status: Upload['status']; reviewer: number | null; uploader: number | null; step: number }
export type UploadValues = Partial<Omit<UploadRow, 'id' | 'rev' | 'created_at' | 'updated_at'>>

export const uploadTable: RecordTable<UploadRow, UploadFilter> = {
  name: 'upload',
  policy: uploadPolicy,
  fields: uploadOwnFields,
  columns: columnsIn('upload', Upload, ['can', 'acts', 'mail', 'ogs', 'persons', 'mentions'], ['step']),
  title: 'title',
  sorts: {
    updated_at: [{ column: 'updated_at', type: 'timestamptz' }],
    created_at: [{ column: 'created_at', type: 'timestamptz' }],
    title: [{ column: 'title', type: 'text' }],
    size: [{ column: 'size', type: 'bigint' }],
    hits: [{ column: 'hits', type: 'integer' }],
  },
  defaultSort: '-created_at',
  conditions: (ctx, filter) => [
    filter.keyword && matchesKeyword('upload', filter.keyword),
    filter.id && sql<SqlBool>`upload.id = any(${filter.id})`,
    // A filter by a record that the reader may not read finds nothing.
    filter.og && isLinkedTo(ctx, 'upload', entities.og, filter.og),
    filter.person && isLinkedTo(ctx, 'upload', entities.person, filter.person),
    filter.status && anyOf('upload.status', 'upload_status', filter.status),
    filter.kind && anyOf('upload.kind', 'text', filter.kind),
    filter.has_hits !== undefined && sql<SqlBool>`(upload.hits > 0) = ${filter.has_hits}`,
    filter.owner && anyOf('upload.owner', 'bigint', filter.owner),
    filter.restricted !== undefined &&
      sql<SqlBool>`(upload.read_user <> '{}' or upload.write_user <> '{}') = ${filter.restricted}`,
  ],
}

/** Names of users, regardless of access. */
export async function findUsernames(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.selectFrom('user').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map(row => [row.id, row.username]))
}

/** The blob key of a content. The caller has checked that the file may be read. */
export async function findBlobKey(ctx: Ctx, sha256: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('upload_content')
    .select('blob_key')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.blob_key
}

/** Readable uploads that were decided since then and are not open again, by user. */
export const countClosedUploads = (ctx: Ctx, since: Date): Promise<ClosedByUser[]> =>
  countByUser(
    ctx,
    sql`select upload.reviewer as user_id from upload
    where upload.status in ('accepted', 'rejected') and upload.reviewed_at >= ${since.toISOString()}::timestamptz
      and ${readableLive(uploadPolicy, ctx, 'upload')}`,
  )
