import type { SiteSettings } from '#contract/site.api.ts'
import { getOg } from '#server/features/og/og.service.ts'
import { findSharedTexts, openSample, type SiteSample } from '#server/features/shared_text/shared_text.service.ts'
import { findSite } from '#server/features/site/site.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { compileRules, type Rules } from '#server/platform/fetcher/rules.ts'
import type { SharedTexts } from '#server/text/shared-texts.ts'
import type { SiteFilter } from '#server/text/site-filter.ts'
import { hostsOf } from '#server/text/url.ts'
import { wasLeftOpen } from './round.queries.ts'

/** Settings for every page of a site, at most some seconds old. */
export type SiteContext = {
  ogId: number
  settings: SiteSettings
  hosts: string[]
  rules: Rules
  hasFilter: boolean
  filter: SiteFilter
  /** The list in force in the round. */
  shared: SharedTexts
  sample: SiteSample
  /** Whether unchanged pages are still searched for links: the last round left some, or rules changed. */
  followsAll: boolean
  /** The organisation that owns the site: its own name is no new mention. */
  isOwn(mention: { noun: string; id: number }): boolean
}

const livesMs = 5_000
type SiteContexts = Map<string, { until: number; site: Promise<SiteContext> }>
/** By database: ids are unique within one only. */
const contextsOf = new WeakMap<Ctx['db'], SiteContexts>()

/** A site’s rules and settings, cached; changes apply within seconds. */
export function siteContext(ctx: Ctx, ogId: number, round: number): Promise<SiteContext> {
  const siteContexts: SiteContexts = contextsOf.get(ctx.db) ?? new Map()
  contextsOf.set(ctx.db, siteContexts)
  const name = `${ogId} ${round}`
  const now = ctx.now().getTime()
  const known = siteContexts.get(name)
  if (known && known.until > now) return known.site
  const site = readSite(ctx, ogId, round)
  siteContexts.set(name, { until: now + livesMs, site })
  site.catch(() => siteContexts.delete(name))
  if (siteContexts.size > 5_000) siteContexts.delete(siteContexts.keys().next().value as string)
  return site
}

async function readSite(ctx: Ctx, ogId: number, round: number): Promise<SiteContext> {
  const [og, { og_id: _og, rev: _rev, next_at: _next, ...settings }, followsAll, shared, sample] = await Promise.all([
    getOg(ctx, ogId),
    findSite(ctx, ogId),
    wasLeftOpen(ctx, ogId),
    findSharedTexts(ctx, ogId, round),
    openSample(ctx, ogId, round),
  ])
  const { filter } = settings
  return {
    ogId,
    settings,
    hosts: hostsOf(og),
    rules: compileRules(og.forbidden_rules),
    hasFilter: filter.include.length + filter.exclude.length + filter.ignore.length > 0,
    filter,
    shared,
    sample,
    followsAll,
    isOwn: ({ noun, id }) => noun === 'og' && id === ogId,
  }
}
