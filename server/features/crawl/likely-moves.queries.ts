import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { TargetVersion } from './host.queries.ts'

export type PageText = { url: string; title: string | null; version: TargetVersion }

/** A page is not reported as removed before it is missing in two rounds; the new address may be found in either. */
const roundsBack = 2
const mostRemoved = 200
const mostNew = 2_000

const versionOf = sql`json_build_object('id', version.id, 'og_id', version.og_id, 'page_id', version.page_id,
  'hash', encode(version.hash, 'hex'), 'text_hash', encode(version.text_hash, 'hex'),
  'text_blob', encode(version.text_blob, 'hex'), 'content_type', version.content_type, 'charset', version.charset,
  'final_url', version.final_url, 'effective_status', version.effective_status) as version`

/** Pages that a round reports as removed, with the difference that reports it. */
export async function findRemovedPages(
  ctx: Ctx,
  ogId: number,
  round: number,
): Promise<(PageText & { diff: number })[]> {
  const { rows } = await sql<PageText & { diff: number }>`
    select diff.id as diff, page.url, version.title, ${versionOf}
    from diff
      join page on page.og_id = diff.og_id and page.id = diff.page_id
      join page_version as version on version.og_id = diff.og_id and version.page_id = diff.page_id
        and version.id = diff.from_version and not version.is_lost
    where diff.og_id = ${ogId}::bigint and diff.round = ${round}::int and diff.kind = 'removed'
      and diff.facts ->> 'change' = 'removed'
    order by diff.id limit ${mostRemoved}`.execute(ctx.db)
  return rows
}

/** Pages that were found for the first time in this round or shortly before. */
export async function findNewPages(ctx: Ctx, ogId: number, round: number): Promise<PageText[]> {
  const { rows } = await sql<PageText>`
    select page.url, version.title, ${versionOf}
    from page
      join page_version as version on version.og_id = page.og_id and version.page_id = page.id
        and version.id = page.last_version and version.is_good and not version.is_lost
    where page.og_id = ${ogId}::bigint and page.status = 'active' and page.versions <= ${roundsBack + 1}::int
      and page.first_seen_at >= (select min(started_at) from round where round.og_id = ${ogId}::bigint
        and round.number >= ${round - roundsBack}::int)
    order by page.id desc limit ${mostNew}`.execute(ctx.db)
  return rows
}

/** Adds the likely new address of removed pages to the facts of their differences. */
export async function saveLikelyMoves(
  ctx: Ctx,
  ogId: number,
  moves: readonly { diff: number; to: string }[],
): Promise<void> {
  await sql`update diff set facts = facts || jsonb_build_object('likelyAt', e.to)
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as e (diff bigint, "to" text)
    where diff.og_id = ${ogId}::bigint and diff.id = e.diff`.execute(ctx.db)
}
