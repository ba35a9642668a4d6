import robots from 'robots-parser'

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
const mostDelayMs = 60_000

/** Reads robots.txt of a host, or what is remembered of it. */
export async function openRobots(work: HostWork, host: Host, firstUrl: string, clock: Clock): Promise<Robots> {
  const { ctx, deps } = work
  const url = new URL('/robots.txt', firstUrl).href
  const age = host.robots_at === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - Date.parse(host.robots_at)
  let { robots: text, robots_state: state } = host
  if (state === null || age > (state === 'unreachable' ? unreachableLivesMs : livesMs)) {
    const result = await deps.fetcher.fetchPage(url, { maxBytes: 512_000, maxDecodedBytes: 512_000 })
    state = !result.ok || result.status >= 500 ? 'unreachable' : result.status >= 400 ? 'none' : 'read'
    text = result.ok && state === 'read' ? result.body.toString('utf8').replaceAll('\u0000', '') : null
    await saveRobots(ctx, host.host, { text, state })
    clock.nextAt = Math.max(clock.nextAt, ctx.now().getTime())
  }
  const rules = (robots as unknown as typeof robots.default)(url, text ?? '')
  return {
    delayMs: Math.min(mostDelayMs, (rules.getCrawlDelay(deps.agentName) ?? 0) * 1000),
    allows: address => state !== 'unreachable' && rules.isAllowed(address, deps.agentName) !== false,
    siteMap: async () => [],
  }
}
