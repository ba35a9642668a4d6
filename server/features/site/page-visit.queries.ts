import { sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import type { PageVisit } from '#contract/page-visit.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { confirmedRounds } from './round.queries.ts'

const shownVisits = 10

/** The last rounds that read a page, and those of them that found a change worth a review. */
export async function findLastVisits(
  ctx: Ctx,
  ogId: number,
  pageId: number,
): Promise<Pick<PageVisit, 'visits' | 'changed'>> {
  const { rows } = await sql<Pick<PageVisit, 'visits' | 'changed'>>`with visit as (
      select unnest(visited_rounds[1:${shownVisits}::int]) as round from page
      where og_id = ${ogId}::bigint and id = ${pageId}::bigint)
    select count(*)::int as visits, count(*) filter (where exists (select from diff
      where diff.og_id = ${ogId}::bigint and diff.page_id = ${pageId}::bigint and diff.round = visit.round
        and diff.kind in ('changed', 'link_only')
        and (diff.status = 'important' or (diff.status <> 'ignored' and diff.score >= ${reviewThreshold}::int))))::int as changed
    from visit`.execute(ctx.db)
  return rows[0]!
}

/** Why every round visits the page, as `findVisitablePages` decides it. */
export async function findAlwaysReason(ctx: Ctx, ogId: number, pageId: number): Promise<PageVisit['always']> {
  const { rows } = await sql<{ reason: PageVisit['always'] }>`select case
      when versions = 0 then 'unread'
      when status <> 'active' and gone_rounds < ${confirmedRounds}::int then 'failing'
      when feed is not null then 'feed'
      when exists (select from follow where follow.noun = 'page' and follow.record_id = page.id)
        or exists (select from figure_alert as alert where alert.og_id = page.og_id and alert.page_id = page.id)
        then 'noticed' end as reason
    from page where og_id = ${ogId}::bigint and id = ${pageId}::bigint`.execute(ctx.db)
  return rows[0]?.reason ?? null
}
