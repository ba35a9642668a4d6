import { sql } from 'kysely'
import type { TrialEffect } from '#contract/diff-trial.ts'
import { readable } from '#server/core/access.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { KeptVersion } from './recheck.queries.ts'

export type TriedRound = { og_id: number; round: number }

/** The newest rounds with judged differences of each readable site, at most `each` of a site, newest first. */
export async function findNewestRounds(ctx: Ctx, each: number, most: number): Promise<TriedRound[]> {
  const { rows } = await sql<TriedRound>`select og_id, round from (
      select diff.og_id, diff.round, max(diff.created_at) as at,
        row_number() over (partition by diff.og_id order by diff.round desc) as place
      from diff join og on og.id = diff.og_id and og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')}
      where diff.facts is not null and diff.kind <> 'state' group by diff.og_id, diff.round) as rounds
    where place <= ${each}::int order by at desc, og_id, round desc limit ${most}`.execute(ctx.db)
  return rows
}

/** Both texts of a difference; `is_new`: the page had none before. A text that is not stored any more is null. */
export type DiffTexts = { id: number; is_new: boolean; before: KeptVersion | null; after: KeptVersion | null }

const kept = (version: string) => sql`case when ${sql.ref(`${version}.id`)} is not null then json_build_object(
    'id', ${sql.ref(`${version}.id`)}, 'round', ${sql.ref(`${version}.round`)},
    'hash', encode(${sql.ref(`${version}.hash`)}, 'hex'), 'text_blob', encode(${sql.ref(`${version}.text_blob`)}, 'hex'),
    'content_type', ${sql.ref(`${version}.content_type`)}, 'charset', ${sql.ref(`${version}.charset`)},
    'final_url', ${sql.ref(`${version}.final_url`)}) end`

const version = (name: string, id: string) => sql`left join page_version as ${sql.ref(name)}
  on ${sql.ref(`${name}.og_id`)} = diff.og_id and ${sql.ref(`${name}.page_id`)} = diff.page_id
    and ${sql.ref(`${name}.id`)} = ${sql.ref(`diff.${id}`)} and not ${sql.ref(`${name}.is_lost`)}`

/**
 * Versions of a round’s differences whose new text can contain words. `only`: differences whose new version has stored
 * hits of these words.
 */
export async function findDiffTexts(
  ctx: Ctx,
  { og_id, round }: TriedRound,
  only: readonly number[] | null,
): Promise<DiffTexts[]> {
  const { rows } =
    await sql<DiffTexts>`select diff.id, diff.from_version is null as is_new, ${kept('before')} as before, ${kept('after')} as after
    from diff ${version('before', 'from_version')} ${version('after', 'to_version')}
    where diff.og_id = ${og_id}::bigint and diff.round = ${round}::int and diff.facts is not null
      and diff.kind not in ('state', 'removed') and diff.to_version is not null
      and (${only === null}::boolean or exists (select from word_hit where word_hit.og_id = diff.og_id
        and word_hit.page_id = diff.page_id and word_hit.version_id = diff.to_version
        and word_hit.word_id = any(${only ?? []}::bigint[])))
    order by diff.score desc, diff.id`.execute(ctx.db)
  return rows
}

/** The newest complete rounds of a site that can have differences, newest first. */
export async function findSiteRounds(ctx: Ctx, ogId: number, most: number): Promise<TriedRound[]> {
  const { rows } = await sql<TriedRound>`select og_id, number as round from round
    where og_id = ${ogId}::bigint and state = 'complete' and exists (select from round as first
      where first.og_id = round.og_id and first.number < round.number and first.state = 'complete')
    order by number desc limit ${most}`.execute(ctx.db)
  return rows
}

/** Two successive versions of a page without a difference between them. */
export type SilentPair = {
  page_id: number
  url: string
  round: number
  before: KeptVersion
  after: KeptVersion
  word_hits: [number, number, number]
  mentions: number
}

/** New versions of these rounds that made no difference, because the site's filter left none. */
export async function findSilentPairs(
  ctx: Ctx,
  ogId: number,
  rounds: readonly number[],
  most: number,
): Promise<SilentPair[]> {
  const { rows } = await sql<SilentPair>`select page.id as page_id, page.url, after.round,
      ${kept('before')} as before, ${kept('after')} as after,
      array(select coalesce((select sum(word_hit.new_count)::int from word_hit join word on word.id = word_hit.word_id
          where word_hit.og_id = after.og_id and word_hit.page_id = after.page_id and word_hit.version_id = after.id
            and word.level = level.level), 0) from generate_series(1, 3) as level (level) order by level.level) as word_hits,
      (select count(*)::int from mention where mention.og_id = after.og_id and mention.page_id = after.page_id
        and mention.version_id = after.id and is_new and certainty <> 'possible') as mentions
    from page_version as after join page on page.og_id = after.og_id and page.id = after.page_id
      cross join lateral (select * from page_version as earlier where earlier.og_id = after.og_id
        and earlier.page_id = after.page_id and earlier.id < after.id and earlier.is_good and earlier.archive_id is null
        order by earlier.id desc limit 1) as before
    where after.og_id = ${ogId}::bigint and after.round = any(${rounds}::int[]) and after.is_good
      and after.archive_id is null and not after.is_lost and not before.is_lost
      and not exists (select from diff where diff.og_id = after.og_id and diff.page_id = after.page_id
        and diff.to_version = after.id)
    order by after.round desc, after.id limit ${most}`.execute(ctx.db)
  return rows
}

/** Pages by their id. */
export async function findTriedPages(
  ctx: Ctx,
  ids: readonly number[],
): Promise<Map<number, TrialEffect['examples'][number]['page']>> {
  const { rows } = await sql<TrialEffect['examples'][number]['page']>`select id, url, title from page
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(page => [page.id, page]))
}
