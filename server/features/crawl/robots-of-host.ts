import { parseRobots, type RobotsRules, readSiteMap } from '#server/features/page/page.ts'
import type { Clock, HostWork } from './host.ts'
import { type Host, saveRobots, type Target } from './host-queries.ts'
import type { SiteContext } from './site-context.ts'

/** What a host’s robots.txt asks of us. */
export type Robots = {
  delayMs: number
  allows(url: string): boolean
  /** Addresses of the host’s site maps, once for each round. */
  siteMap(target: Target, site: SiteContext): Promise<string[]>
}

const livesMs = 24 * 3_600_000
/** A robots.txt that could not be read is asked for again soon, and allows nothing meanwhile. */
const unreachableLivesMs = 600_000

/** Reads robots.txt of a host, or what is remembered of it. */
export async function openRobots(work: HostWork, host: Host, clock: Clock): Promise<Robots> {
  const { ctx, deps } = work
  const origin = originOf(host.host)
  const age = host.robots_at === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - Date.parse(host.robots_at)
  let rules: RobotsRules
  if (host.robots_state !== null && age < (host.robots_state === 'unreachable' ? unreachableLivesMs : livesMs))
    rules = parseRobots({ url: `${origin}/robots.txt`, state: host.robots_state, text: host.robots }, deps.agentName)
  else {
    const { state, text } = await fetchRobots(work, origin)
    await saveRobots(ctx, host.host, { state, text })
    clock.nextAt = Math.max(clock.nextAt, ctx.now().getTime())
    rules = parseRobots({ url: `${origin}/robots.txt`, state, text }, deps.agentName)
  }
  const read = new Set<string>()
  return {
    delayMs: rules.delayMs,
    allows: rules.allows,
    siteMap: async target => {
      const key = `${target.og_id} ${target.round}`
      if (read.has(key)) return []
      read.add(key)
      return await readSiteMap(rules.siteMaps.length > 0 ? rules.siteMaps : [`${origin}/sitemap.xml`], deps.fetcher)
    },
  }
}
