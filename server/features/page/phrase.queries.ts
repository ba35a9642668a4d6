import { sql } from 'kysely'
import type { TextCounts } from '#contract/text-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type PhraseVersion = {
  id: number
  hash: string
  text_blob: string | null
  content_type: string | null
  charset: string | null
  final_url: string
  text_counts: TextCounts | null
  first_seen_at: string
  last_seen_at: string
  is_archived: boolean
}

/** The newest versions that show the page, newest first; `total`: all of them, `unusable`: the others. */
export async function findPhraseVersions(
  ctx: Ctx,
  page: { id: number; og: { id: number } },
  most: number,
): Promise<{ versions: PhraseVersion[]; total: number; unusable: number }> {
  const of = sql`version.og_id = ${page.og.id}::bigint and version.page_id = ${page.id}::bigint`
  const seen = (choose: 'min' | 'max') => sql`(select ${sql.raw(choose)}(at) from page_archive_sighting as seen
    where seen.og_id = version.og_id and seen.page_id = version.page_id and seen.version_id = version.id)`
  const { rows: versions } = await sql<PhraseVersion>`select version.id, encode(version.hash, 'hex') as hash,
      encode(version.text_blob, 'hex') as text_blob, version.content_type, version.charset, version.final_url, version.text_counts,
      least(version.fetched_at, ${seen('min')}) as first_seen_at,
      greatest(version.last_seen_at, ${seen('max')}) as last_seen_at, version.archive_id is not null as is_archived
    from page_version as version where ${of} and version.is_good and not version.is_lost
    order by version.fetched_at desc, version.id desc limit ${most}`.execute(ctx.db)
  const { rows } = await sql<{ total: number; unusable: number }>`select
      count(*) filter (where version.is_good and not version.is_lost)::int as total,
      count(*) filter (where not version.is_good or version.is_lost)::int as unusable
    from page_version as version where ${of}`.execute(ctx.db)
  return { versions, ...rows[0]! }
}
