import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Coverage } from '#contract/coverage.api.ts'
import { ownTextKinds, type TextKind, textKinds } from '#contract/mention.api.ts'
import { ownTextsOf } from '#server/features/own_text/own_text.service.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import { isUploadReadable } from '#server/features/upload/upload.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type MentionCounts = Omit<NonNullable<Coverage['mentions']>, 'quarantined'>

/**
 * Counts the texts that are searched for names: the newest version of each page of a live organisation, uploads with
 * text, and own texts of live records; `readable`: only those that the requester may read. A text counts as searched if it was searched
 * with the current dictionary and no changed name is missing in the dictionary. The oldest one has waited since the
 * first version that it was not searched with, or since it was stored.
 */
export async function measureTexts(ctx: Ctx, { readable = false } = {}): Promise<MentionCounts> {
  const isThere = (is: RawBuilder<SqlBool>) => (readable ? is : sql<SqlBool>`true`)
  const own = ownTextKinds.map(kind => {
    const { joins, condition } = ownTextsOf(ctx, kind, { readable })
    return sql`select ${sql.lit(kind)}, own_text.scanned, false, own_text.at from own_text ${joins} where ${condition}`
  })
  const { rows } = await sql<{
    kind: TextKind
    texts: number
    searched: number
    unreadable: number
    since: string | null
  }>`with now as materialized (select coalesce(max(version), 0) as version, (select min(at) from name_change) as pending
        from dictionary),
    text as (
      select 'page' as kind, version.scanned, version.is_lost, version.fetched_at as kept_at
      from page join og on og.id = page.og_id and og.deleted_at is null and ${isThere(pageExists(ctx))}
        join page_version as version on version.og_id = page.og_id and version.page_id = page.id and version.id = page.last_version
      union all
      select 'upload', coalesce(scanned, 0), false, touched_at from upload
      where deleted_at is null and failure is null and status not in ('received', 'processing') and part_count > 0
        and ${isThere(isUploadReadable(ctx))}
      union all ${sql.join(own, sql` union all `)}),
    tally as (select kind, scanned, is_lost, count(*)::int as count, min(kept_at) as kept_at from text group by 1, 2, 3),
    dated as (select tally.*, tally.scanned >= now.version and now.pending is null as is_searched,
        case when tally.scanned < now.version then greatest(tally.kept_at,
          (select min(at) from dictionary_version where dictionary_version.version > tally.scanned)) else now.pending end as since
      from tally cross join now)
    select kind.kind, coalesce(sum(count), 0)::int as texts,
      coalesce(sum(count) filter (where is_searched and not is_lost), 0)::int as searched,
      coalesce(sum(count) filter (where is_lost), 0)::int as unreadable,
      min(since) filter (where not is_searched and not is_lost) as since
    from unnest(${textKinds}::text[]) with ordinality as kind (kind, n) left join dated on dated.kind = kind.kind
    group by kind.kind, kind.n order by kind.n`.execute(ctx.db)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const [texts, searched, unreadable] = [sum(row => row.texts), sum(row => row.searched), sum(row => row.unreadable)]
  const kinds = rows.map(({ kind, texts, searched }) => ({ kind, texts, searched }))
  const oldest_waiting_at = rows.flatMap(({ since }) => since ?? []).toSorted()[0] ?? null
  return { texts, kinds, searched, unreadable, waiting: texts - searched - unreadable, oldest_waiting_at }
}
