import { sql } from 'kysely'
import type { Coverage } from '#contract/coverage.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Mentions = NonNullable<Coverage['mentions']>

/**
 * Texts that are searched for names and words: the newest version of each page of a living organisation, and uploads with text. One is
 * searched when it was read with the dictionary that is in force. Since when the oldest waits is not kept.
 */
export async function measureTexts(ctx: Ctx): Promise<Omit<Mentions, 'quarantined'>> {
  const { rows } = await sql<{
    kind: 'page' | 'upload'
    texts: number
    searched: number
    unreadable: number
  }>`with now as (select coalesce(max(version), 0) as version from dictionary)
    select 'page' as kind, count(*)::int as texts,
      count(*) filter (where version.scanned >= now.version and not version.is_lost)::int as searched,
      count(*) filter (where version.is_lost)::int as unreadable
    from now, page join og on og.id = page.og_id and og.deleted_at is null
      join page_version as version on version.og_id = page.og_id and version.page_id = page.id and version.id = page.last_version
    union all
    select 'upload', count(*)::int, count(*) filter (where scanned >= now.version)::int, 0
    from now, upload where deleted_at is null and failure is null and status not in ('received', 'processing')`.execute(
    ctx.db,
  )
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const [texts, searched, unreadable] = [sum(row => row.texts), sum(row => row.searched), sum(row => row.unreadable)]
  const kinds = rows.map(({ kind, texts, searched }) => ({ kind, texts, searched }))
  return { texts, kinds, searched, unreadable, waiting: texts - searched - unreadable, oldest_waiting_at: null }
}
