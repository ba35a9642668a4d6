import { hostOf, inScope } from '#server/text/url.ts'
import { isAway, missAnswer } from './back-off.ts'
import { refuseTarget } from './fetch-target.ts'
import { fetchRobots, type RobotsState, readRobots } from './fetching/robots.ts'
import { collectSitemaps } from './fetching/sitemap.ts'
import { type CrawlTarget, type Host, saveRobots } from './host.queries.ts'
import type { CrawlDelayState, HostWork, Robots } from './host-work.ts'
import { knownLinks } from './known-links.ts'
import type { SiteContext } from './site-context.ts'
import { pause } from './timing.ts'

const livesMs = 24 * 3_600_000
/**
 * A robots.txt that could not be read is requested again with the next try of a page, and allows nothing until then.
 */
const unreachableLivesMs = 20_000
const mostMapped = 20_000
/** Longest time for reading site maps, with the host's crawl delay. */
const mapsMs = 120_000

type RobotsResult = ReturnType<typeof readRobots> & { state: RobotsState }

export function openRobots(work: HostWork, host: Host, clock: CrawlDelayState): Robots {
  const { ctx, deps, signal } = work
  let file: { state: RobotsState; text: string | null } | undefined
  let at = host.robots_at === null ? Number.NEGATIVE_INFINITY : Date.parse(host.robots_at)
  if (host.robots_state !== null) file = { state: host.robots_state as RobotsState, text: host.robots }
  let rules: RobotsResult | undefined

  async function read(target: CrawlTarget, site: SiteContext): Promise<RobotsResult> {
    const age = ctx.now().getTime() - at
    const isOld = file?.state === 'unreachable' ? age > unreachableLivesMs && !isAway(ctx, clock) : age > livesMs
    if (file === undefined || isOld) {
      file = await fetchRobots(deps.fetcher, target.url, signal)
      at = ctx.now().getTime()
      rules = undefined
      if (signal.aborted) throw new Error('stopped')
      await saveRobots(ctx, host.host, { text: file.text?.replaceAll('\u0000', '') ?? null, state: file.state })
      if (file.state === 'unreachable') missAnswer(ctx, clock, { isCertain: true })
      const delayMs = readRobots(file, target.url, deps.agentName).delayMs
      clock.nextAt = Math.max(clock.nextAt, ctx.now().getTime() + Math.max(site.settings.delay_ms, delayMs))
    }
    rules ??= { ...readRobots(file, target.url, deps.agentName), state: file.state }
    return rules
  }

  return {
    delayMs: site => Math.max(site.settings.delay_ms, rules?.delayMs ?? 0),
    refuse: url => {
      if (rules?.state === 'unreachable' || isAway(ctx, clock)) return 'unreachable'
      return rules?.allows(url) === false ? 'robots' : null
    },
    prepare: async (target, site) => {
      if (refuseTarget(target, site, ctx.now().getUTCFullYear()) !== null) return []
      const { sitemaps, delayMs: requestedMs, state } = await read(target, site)
      if (target.depth > 0 || target.round === 0 || state === 'unreachable') return []
      const { maps } = knownLinks(ctx, target.og_id, target.round)
      if (maps.has(target.host)) return []
      maps.add(target.host)
      const delayMs = Math.max(site.settings.delay_ms, requestedMs)
      const starts = sitemaps.length > 0 ? sitemaps : [new URL('/sitemap.xml', target.url).href]
      const paced = {
        ...deps.fetcher,
        fetchPage: async (...args: Parameters<typeof deps.fetcher.fetchPage>) => {
          await pause(clock.nextAt - ctx.now().getTime(), signal)
          const result = await work.slots(() => deps.fetcher.fetchPage(...args))
          if (hostOf(args[0]) === target.host) clock.nextAt = ctx.now().getTime() + delayMs
          return result
        },
      }
      const mayVisit = (url: URL) =>
        inScope(url, site.hosts) && work.holds(host.host) ? null : { reason: 'out_of_scope' as const, detail: url.href }
      const maxFiles = Math.max(2, Math.min(50, Math.floor(mapsMs / Math.max(1, delayMs))))
      const entries = await collectSitemaps(paced, starts, { signal, mayVisit }, { maxUrls: mostMapped, maxFiles })
      return entries.map(entry => entry.url)
    },
  }
}
