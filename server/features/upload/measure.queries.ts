import { sql } from 'kysely'
import type { UploadFailure } from '#contract/upload-state.ts'
import { readableLive } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Flag, readerVersion } from './reader/file-reading.ts'
import { isOld } from './reading/reread.queries.ts'
import { uploadPolicy } from './upload.policy.ts'

type ReaderCounts = {
  uploads: number
  /** Read by the newest reader, completely or in part. */
  read: number
  /** Waiting for the first reading, or for a newer reader. */
  waiting: number
  oldest_waiting_at: string | null
  unreadable: { reason: UploadFailure; count: number }[]
  partly_read: number
}

/** Whether a flag means that some text is known to be missing. */
const isTextMissing: Record<Flag, boolean> = {
  eicar: false,
  script: false,
  macro: false,
  external: false,
  name_differs: false,
  truncated: true,
  no_text: true,
  unread_format: true,
  members_unread: true,
  slow: true,
  unread_chars: true,
  picture_pages: true,
  broken_pages: true,
  older_text: true,
}
const partFlags = (Object.keys(isTextMissing) as Flag[]).filter(flag => isTextMissing[flag])

/** Counts uploads that this reader may see by the result of their reading, without the trash. */
export async function measureReaders(ctx: Ctx): Promise<ReaderCounts> {
  const isWaiting = sql`(status in ('received', 'processing') or ${isOld(readerVersion)})`
  const isPartly = sql`flags && ${partFlags}::text[]`
  const { rows } = await sql<Omit<ReaderCounts, 'unreadable' | 'oldest_waiting_at'> & { oldest: Date | null }>`
    select count(*)::int as uploads,
      count(*) filter (where not ${isWaiting} and failure is null)::int as read,
      count(*) filter (where ${isWaiting})::int as waiting,
      min(created_at) filter (where ${isWaiting}) as oldest,
      count(*) filter (where not ${isWaiting} and failure is null and ${isPartly})::int as partly_read
    from upload where ${readableLive(uploadPolicy, ctx, 'upload')}`.execute(ctx.db)
  const { oldest, ...counts } = rows[0]!
  const { rows: unreadable } = await sql<{ reason: UploadFailure; count: number }>`
    select failure as reason, count(*)::int as count from upload
    where failure is not null and not ${isWaiting} and ${readableLive(uploadPolicy, ctx, 'upload')}
    group by failure order by count desc, failure`.execute(ctx.db)
  return { ...counts, oldest_waiting_at: oldest && new Date(oldest).toISOString(), unreadable }
}
