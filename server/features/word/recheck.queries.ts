import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { OldVersion } from './rescan.queries.ts'

/** A random sample of the newest page versions that count as searched with this dictionary, with the stored results. */
type SearchedVersion = OldVersion & { found: string[] }

export async function sampleVersions(ctx: Ctx, dictionary: number, size: number): Promise<SearchedVersion[]> {
  const { rows } = await sql<SearchedVersion>`select version.og_id, version.page_id, version.id,
      encode(version.hash, 'hex') as hash, encode(version.text_blob, 'hex') as text_blob, version.content_type, version.charset,
      version.final_url, version.fetched_at,
      coalesce((select array_agg('word ' || word_hit.word_id) from word_hit where word_hit.og_id = version.og_id and word_hit.page_id = version.page_id
        and word_hit.version_id = version.id), '{}')
      || coalesce((select array_agg(mention.noun || ' ' || mention.record_id) from mention where mention.og_id = version.og_id
        and mention.page_id = version.page_id and mention.version_id = version.id), '{}') as found
    from page join page_version as version on version.og_id = page.og_id and version.page_id = page.id and version.id = page.last_version
    where version.scanned = ${dictionary}::int and not version.is_lost and version.is_good
    order by random() limit ${size}`.execute(ctx.db)
  return rows
}

/** Marks versions as not searched, so that the next rescan searches them, whatever the dictionary is. */
export async function markUnsearched(ctx: Ctx, versions: readonly OldVersion[]): Promise<void> {
  await sql`update page_version set scanned = 0
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as e (og_id bigint, page_id bigint, id bigint)
    where page_version.og_id = e.og_id and page_version.page_id = e.page_id and page_version.id = e.id`.execute(ctx.db)
}
