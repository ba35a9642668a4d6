import type { PageVisit } from '#contract/page-visit.api.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { needPage } from '#server/features/page/page.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { urlKey } from '#server/text/url.ts'
import { findAlwaysReason, findLastVisits } from './page-visit.queries.ts'
import { needsWholeRound } from './round.queries.ts'
import { lastRound, planOf, startsOf } from './round.ts'
import { laterRoundAt, roundDays } from './schedule.ts'
import { findSite } from './site.queries.ts'

/** When a page is expected to be visited next, by the same plan as the rounds. */
export async function getPageVisit(ctx: Ctx, id: number): Promise<PageVisit> {
  const page = await needPage(ctx, id)
  const og = await getOg(ctx, page.og.id)
  const site = await findSite(ctx, og.id)
  const visit = { always: null, next_at: null, every_days: null, ...(await findLastVisits(ctx, og.id, id)) }
  if (page.status === 'forbidden') return { ...visit, reason: 'stopped' }
  if (!site.is_on || site.next_at === null) return { ...visit, reason: 'off' }
  const { next_at } = site
  if (site.visit_percent >= 100) return { ...visit, reason: 'every_round', next_at }
  if (await needsWholeRound(ctx, og.id)) return { ...visit, reason: 'whole_round', next_at }
  const isEntrance = startsOf(og).some(url => urlKey(url) === page.url_key)
  const always = isEntrance ? 'entrance' : await findAlwaysReason(ctx, og.id, id)
  if (always) return { ...visit, reason: 'always', always, next_at }
  const now = new Date(Math.max(Date.parse(next_at), ctx.now().getTime()))
  const round = ((await lastRound(ctx, og.id))?.number ?? 0) + 1
  const { pages, visits } = await planOf(ctx, site, { now, round })
  if (!pages.some(each => each.url_key === page.url_key)) return { ...visit, reason: 'stopped' }
  return {
    ...visit,
    reason: 'rate',
    next_at: laterRoundAt(site, now, visits.roundsUntil(page.url_key) - 1).toISOString(),
    every_days: visits.usualWait(page.url_key) * roundDays(site, now),
  }
}
