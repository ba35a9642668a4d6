import { sql } from 'kysely'
import type { Coverage } from '#contract/coverage.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export async function measureUploads(ctx: Ctx): Promise<NonNullable<Coverage['documents']>> {
  const { rows } = await sql<NonNullable<Coverage['documents']>>`select count(*)::int as uploads,
      count(*) filter (where status not in ('received', 'processing', 'failed'))::int as read, 0 as partly_read,
      count(*) filter (where status = 'failed')::int as unreadable, '[]'::json as reasons,
      count(*) filter (where status in ('received', 'processing'))::int as waiting,
      min(touched_at) filter (where status in ('received', 'processing')) as oldest_waiting_at, 0 as quarantined
    from upload where deleted_at is null`.execute(ctx.db)
  return rows[0]!
}

export async function measureTexts(ctx: Ctx): Promise<NonNullable<Coverage['mentions']>> {
  const { rows } = await sql<{ texts: number; searched: number }>`select count(*)::int as texts,
      count(*) filter (where scanned >= (select coalesce(max(version), 0) from dictionary))::int as searched
    from upload where deleted_at is null`.execute(ctx.db)
  const { texts, searched } = rows[0]!
  const kinds = [{ kind: 'upload' as const, texts, searched }]
  return { texts, kinds, searched, unreadable: 0, waiting: texts - searched, oldest_waiting_at: null, quarantined: 0 }
}
