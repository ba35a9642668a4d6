import { sql } from 'kysely'
import type { Reply } from '#contract/endpoint.ts'
import type { tryWordChange } from '#contract/word.api.ts'
import { readable } from '#server/core/access.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { KeptVersion } from './recheck.queries.ts'

type TriedRound = { og_id: number; round: number }

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

type Example = Reply<typeof tryWordChange>['examples'][number]

/** Pages of some differences, by the difference’s id. */
export async function findPagesOfDiffs(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Example['page']>> {
  const { rows } = await sql<{ id: number; page: Example['page'] }>`select diff.id,
      json_build_object('id', page.id, 'url', page.url, 'title', page.title) as page
    from diff join page on page.og_id = diff.og_id and page.id = diff.page_id
    where diff.id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row.page]))
}
