import { collectSitemaps, fetchRobots, type RobotsState, readRobots } from '#server/features/page/page.ts'
import type { Clock, HostWork } from './host.ts'
import { type Host, saveRobots, type Target } from './host-queries.ts'

/** What a host’s robots.txt asks of us. */
export type Robots = {
  delayMs: number
  allows(url: string): boolean
  /** Addresses of the host’s site maps, once for each round. */
  siteMap(target: Target): Promise<string[]>
}

const livesMs = 24 * 3_600_000
/** A robots.txt that could not be read is asked for again soon, and allows nothing meanwhile. */
const unreachableLivesMs = 600_000
const mostMapped = 20_000

/** Reads robots.txt of a host, or what is remembered of it. */
export async function openRobots(work: HostWork, host: Host, firstUrl: string, clock: Clock): Promise<Robots> {
  const { ctx, deps, signal } = work
  const age = host.robots_at === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - Date.parse(host.robots_at)
  const isKnown =
    host.robots_state !== null && age < (host.robots_state === 'unreachable' ? unreachableLivesMs : livesMs)
  const file = isKnown
    ? { state: host.robots_state as RobotsState, text: host.robots }
    : await fetchRobots(deps.fetcher, firstUrl, signal)
  if (!isKnown) {
    await saveRobots(ctx, host.host, { text: file.text?.replaceAll('\u0000', '') ?? null, state: file.state })
    clock.nextAt = Math.max(clock.nextAt, ctx.now().getTime())
  }
  const { delayMs, allows, sitemaps } = readRobots(file, firstUrl, deps.agentName)
  const read = new Set<string>()
  return {
    delayMs,
    allows,
    siteMap: async ({ og_id, round }) => {
      const key = `${og_id} ${round}`
      if (read.has(key)) return []
      read.add(key)
      const starts = sitemaps.length > 0 ? sitemaps : [new URL('/sitemap.xml', firstUrl).href]
      const entries = await collectSitemaps(deps.fetcher, starts, { signal }, { maxUrls: mostMapped })
      return entries.map(entry => entry.url)
    },
  }
}
