import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { extractorVersion } from '#server/text/extract.ts'
import { type DescribedDiff, describedColumns } from './describe.ts'

/** A version of a page as it is read back; hashes are hexadecimal. */
export type KeptVersion = {
  id: number
  round: number
  hash: string
  text_blob: string | null
  content_type: string | null
  charset: string | null
  final_url: string
}
/**
 * Two successive good versions. `diff_id`: the difference that the second one brought; `is_comparable`: its absence, or
 * its presence, can be judged.
 */
export type VersionPair = { before: KeptVersion; after: KeptVersion; diff_id: number | null; is_comparable: boolean }
/** `newest`: null if the row that the page names does not exist. */
export type SampledPage = {
  og_id: number
  page_id: number
  url: string
  newest: KeptVersion | null
  pairs: VersionPair[]
}

const mostVersions = 3

/**
 * A random sample of pages with a newest version that is not known to be lost, each with the pairs of its last versions.
 *
 * A pair is comparable only if nothing but the comparison itself explains a difference or its absence: a round before
 * it was complete (the first round of a site reports none), the site’s settings are older, both texts were extracted by
 * the present extractor, and the site was not read in between. Otherwise a version between them may have been removed
 * together with its difference, by pruning or by an erasure.
 */
export async function samplePages(ctx: Ctx, size: number): Promise<SampledPage[]> {
  const kept = (
    version: string,
  ) => sql`json_build_object('id', ${sql.ref(version)}.id, 'round', ${sql.ref(version)}.round,
    'hash', encode(${sql.ref(version)}.hash, 'hex'), 'text_blob', encode(${sql.ref(version)}.text_blob, 'hex'),
    'content_type', ${sql.ref(version)}.content_type, 'charset', ${sql.ref(version)}.charset, 'final_url', ${sql.ref(version)}.final_url)`
  const { rows } = await sql<SampledPage>`with sample as (
      select page.og_id, page.id as page_id, page.url, page.last_version from page
      join og on og.id = page.og_id and og.deleted_at is null
      left join page_version as newest
        on newest.og_id = page.og_id and newest.page_id = page.id and newest.id = page.last_version
      where page.last_version is not null and not coalesce(newest.is_lost, false) order by random() limit ${size})
    select sample.og_id, sample.page_id, sample.url,
      (select ${kept('newest')} from page_version as newest where newest.og_id = sample.og_id
        and newest.page_id = sample.page_id and newest.id = sample.last_version) as newest,
      coalesce((select json_agg(json_build_object('before', ${kept('before')}, 'after', ${kept('after')},
          'diff_id', (select max(diff.id) from diff where diff.og_id = sample.og_id and diff.page_id = sample.page_id
            and diff.to_version = after.id and not coalesce((diff.facts ->> 'isFiltered')::boolean, false)),
          'is_comparable', before.extractor = ${extractorVersion}::int and after.extractor = ${extractorVersion}::int
            and after.fetched_at > coalesce((select updated_at from site where site.og_id = sample.og_id), '-infinity')
            and exists (select from round where round.og_id = sample.og_id and round.number < after.round
              and round.state = 'complete')
            and not exists (select from round where round.og_id = sample.og_id and round.number < after.round
              and round.started_at > before.last_seen_at)) order by after.id)
        from (select *, lag(id) over (order by id) as before_id from page_version as version
          where version.og_id = sample.og_id and version.page_id = sample.page_id and version.is_good
            and version.archive_id is null
          order by id desc limit ${mostVersions}) as after
        join page_version as before on before.og_id = sample.og_id and before.page_id = sample.page_id
          and before.id = after.before_id
        where not before.is_lost and not after.is_lost), '[]') as pairs
    from sample`.execute(ctx.db)
  return rows
}

/** New hits of sensitive words by level, and new mentions that are more than a shared name, of a version. */
export async function findNewHits(
  ctx: Ctx,
  { og_id, page_id }: Pick<SampledPage, 'og_id' | 'page_id'>,
  versionId: number,
): Promise<{ words: [number, number, number]; mentions: number }> {
  const { rows } = await sql<{ words: [number, number, number]; mentions: number }>`select array(
        select coalesce((select sum(word_hit.new_count)::int from word_hit join word on word.id = word_hit.word_id
          where word_hit.og_id = ${og_id}::bigint and word_hit.page_id = ${page_id}::bigint and word_hit.version_id = ${versionId}::bigint
            and word.level = level.level), 0) from generate_series(1, 3) as level (level) order by level.level) as words,
      (select count(*)::int from mention where mention.og_id = ${og_id}::bigint and mention.page_id = ${page_id}::bigint
        and mention.version_id = ${versionId}::bigint and is_new and certainty <> 'possible') as mentions`.execute(
    ctx.db,
  )
  return rows[0]!
}

/** Inserts the difference between two versions unless another one has reported the second version meanwhile. */
export async function insertMissed(
  ctx: Ctx,
  { og_id, page_id }: Pick<SampledPage, 'og_id' | 'page_id'>,
  { before, after }: VersionPair,
  diff: DescribedDiff,
): Promise<void> {
  const { excerpt, excerpt_runs, lines, places } = describedColumns(diff)
  await sql`insert into diff (og_id, page_id, round, from_version, to_version, kind, added, removed, links_added,
      links_removed, score, reasons, facts, excerpt, excerpt_runs, lines, places, created_at)
    select ${og_id}::bigint, ${page_id}::bigint, ${after.round}::int, ${before.id}::bigint, ${after.id}::bigint,
      ${diff.kind}::diff_kind, ${diff.added}::int, ${diff.removed}::int, ${diff.linksAdded}::int,
      ${diff.linksRemoved}::int, ${diff.score}::int, ${JSON.stringify(diff.reasons)}::jsonb,
      ${JSON.stringify(diff.facts)}::jsonb, ${excerpt},
      ${JSON.stringify(excerpt_runs)}::jsonb, ${lines && JSON.stringify(lines)}::jsonb, ${JSON.stringify(places)}::jsonb, ${ctx.now().toISOString()}::timestamptz
    where not exists (select from diff where diff.og_id = ${og_id}::bigint and diff.page_id = ${page_id}::bigint
      and diff.to_version = ${after.id}::bigint)`.execute(ctx.db)
}
