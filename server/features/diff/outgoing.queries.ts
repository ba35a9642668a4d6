import { sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import type { OutgoingEvent } from '#server/core/outgoing.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { conditionsOf, type VersionSelection } from './publish-changes.queries.ts'

/** Differences worth a review, one of each edit that several pages share, and pages with new sensitive words. */
export async function findOutgoingChanges(ctx: Ctx, ogId: number, came: VersionSelection): Promise<OutgoingEvent[]> {
  const og = sql`${ogId}::bigint`
  const { ofDiff, ofVersion } = conditionsOf(came)
  const { rows } = await sql<{ kind: OutgoingEvent['kind']; record_id: number; detail: Record<string, unknown> }>`
    (select 'difference.found' as kind, page_id as record_id, detail from (
      select distinct on (coalesce(diff.cluster, diff.id::text)) diff.page_id, diff.score, diff.id,
        jsonb_build_object('diff', diff.id, 'og', ${og}, 'version', coalesce(diff.to_version, diff.from_version),
          'pages', count(*) over (partition by coalesce(diff.cluster, diff.id::text))) as detail
      from diff where diff.og_id = ${og} and ${ofDiff} and diff.status = 'unread' and diff.score >= ${reviewThreshold}::int
      order by coalesce(diff.cluster, diff.id::text), diff.score desc, diff.id
    ) as edit order by score desc, id)
    union all
    select 'word.found', word_hit.page_id, jsonb_build_object('og', ${og}, 'version', word_hit.version_id,
      'words', jsonb_agg(word_hit.word_id order by word_hit.word_id))
    from page_version join word_hit on word_hit.og_id = page_version.og_id and word_hit.page_id = page_version.page_id
      and word_hit.version_id = page_version.id and word_hit.new_count > 0
    where page_version.og_id = ${og} and ${ofVersion} and page_version.is_good
    group by word_hit.page_id, word_hit.version_id`.execute(ctx.db)
  return rows.map(({ kind, record_id, detail }) => ({ kind, noun: 'page', recordId: record_id, detail }))
}
