import type { Ctx } from '#server/platform/ctx.ts'
import type { FetchOptions } from '#server/platform/fetcher/fetch.ts'
import type { FetchFault, FetchResult } from '#server/platform/fetcher/result.ts'
import { hostOf } from '#server/text/url.ts'
import { fetchRobots, type RobotsFile, type RobotsState, readRobots } from '../fetching/robots.ts'
import { saveRobots } from '../host.queries.ts'
import type { SiteContext } from '../site-context.ts'
import { pause } from '../timing.ts'
import { type ClaimedHost, claimAssetHost, noteAssetRequest, releaseAssetHosts } from './asset-host.queries.ts'

/** The host cannot be requested now; `isFault`: because it did not answer as it should. */
export class HostBusy extends Error {
  readonly until: Date
  readonly isFault: boolean
  constructor(host: string, until: Date, isFault = false) {
    super(`host ${host} is busy`)
    this.until = until
    this.isFault = isFault
  }
}

const leaseMs = 60_000
const robotsLiveMs = 24 * 3_600_000
/** A host that is busy for longer is left to a later run. */
const longestWaitMs = 5_000
const busyMs = 10_000
/** After so many failures in a row, a host counts as not answering for the rest of the run. */
const mostFails = 3
const firstFailPauseMs = 5_000

type HeldHost = {
  name: string
  nextAt: number
  robots: ClaimedHost
  file: RobotsFile | undefined
  fails: number
  isRefusing: boolean
}
export type HostDeps = { fetchPage: NonNullable<Ctx['fetchPage']>; agentName: string; signal: AbortSignal }

/**
 * Hosts that this job requests files from, one request at a time each. A host is taken as a whole, as collectors take
 * it, so that pages and files together respect its delay; robots.txt and the site's forbidden rules apply to each file.
 */
export function openAssetHosts(ctx: Ctx, { fetchPage, agentName, signal }: HostDeps) {
  const held = new Map<string, HeldHost>()
  const turns = new Map<string, Promise<unknown>>()

  async function take(name: string): Promise<HeldHost> {
    const known = held.get(name)
    if (known) return known
    const claimed = await claimAssetHost(ctx, name, leaseMs)
    const nextAt = Date.parse(claimed.next_at)
    if (!claimed.isOwn) throw new HostBusy(name, new Date(Math.max(nextAt, ctx.now().getTime() + busyMs)))
    const host = { name, nextAt, robots: claimed, file: undefined, fails: 0, isRefusing: false }
    held.set(name, host)
    return host
  }

  /** Waits for the host's next request time, and stores the one after it: a killed job must not shorten the delay. */
  async function waitTurn(host: HeldHost, delayMs: number): Promise<void> {
    const waitMs = host.nextAt - ctx.now().getTime()
    if (waitMs > longestWaitMs) throw new HostBusy(host.name, new Date(host.nextAt), host.isRefusing)
    await pause(waitMs, signal)
    if (signal.aborted) throw new HostBusy(host.name, ctx.now())
    host.nextAt = ctx.now().getTime() + delayMs
    await noteAssetRequest(ctx, host.name, new Date(host.nextAt), leaseMs)
  }

  async function rulesOf(host: HeldHost, url: string, site: SiteContext) {
    const { robots } = host
    const age =
      robots.robots_at === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - Date.parse(robots.robots_at)
    const isStored = robots.robots_state !== null && robots.robots_state !== 'unreachable' && age < robotsLiveMs
    if (!host.file && isStored) host.file = { state: robots.robots_state as RobotsState, text: robots.robots }
    if (!host.file) {
      await waitTurn(host, site.settings.delay_ms)
      const file = await fetchRobots({ fetchPage }, url, signal)
      if (signal.aborted) throw new HostBusy(host.name, ctx.now())
      host.file = file
      await saveRobots(ctx, host.name, { text: file.text?.replaceAll('\u0000', '') ?? null, state: file.state })
    }
    return readRobots(host.file, url, agentName)
  }

  async function request(url: string, site: SiteContext, options: FetchOptions): Promise<FetchResult | FetchFault> {
    const refused = refuse(url, site)
    if (refused) return refused
    const host = await take(hostOf(url))
    const rules = await rulesOf(host, url, site)
    if (host.file?.state === 'unreachable' || host.fails >= mostFails)
      return { reason: 'connection', detail: 'no answer' }
    if (!rules.allows(url)) return { reason: 'robots', detail: url }
    const delayMs = Math.max(site.settings.delay_ms, rules.delayMs)
    let hops = 0
    await waitTurn(host, delayMs)
    const result = await fetchPage(url, {
      ...options,
      signal,
      mayVisit: async next => {
        const fault =
          refuse(next.href, site) ?? (rules.allows(next.href) ? null : { reason: 'robots', detail: next.href })
        if (fault) return fault as FetchFault
        // Another host has its own delay and robots.txt: the caller requests it as a file of its own.
        if (hostOf(next.href) !== host.name) return { reason: 'aborted', detail: next.href }
        if (hops++ > 0) await pause(Math.min(longestWaitMs, delayMs), signal)
        return null
      },
    })
    host.nextAt = Math.max(host.nextAt, ctx.now().getTime() + delayMs)
    if (signal.aborted) throw new HostBusy(host.name, ctx.now())
    const isSilent = !result.ok && silent.has(result.reason)
    host.fails = isSilent ? host.fails + 1 : 0
    if (isSilent) host.nextAt = ctx.now().getTime() + firstFailPauseMs
    if (result.ok && (result.status === 429 || result.status === 503)) {
      host.isRefusing = true
      host.nextAt = ctx.now().getTime() + delayOf(result.headers['retry-after'])
      await noteAssetRequest(ctx, host.name, new Date(host.nextAt), leaseMs)
      throw new HostBusy(host.name, new Date(host.nextAt), true)
    }
    return result
  }

  return {
    /** Requests a file in its host's turn. Throws `HostBusy` if the host cannot be requested in this run. */
    async request(url: string, site: SiteContext, options: FetchOptions): Promise<FetchResult | FetchFault> {
      const name = hostOf(url)
      const turn = (turns.get(name) ?? Promise.resolve()).then(() => request(url, site, options))
      turns.set(
        name,
        turn.catch(() => {}),
      )
      return await turn
    },
    release: async () => {
      for (const host of held.values())
        if (host.nextAt > ctx.now().getTime()) await noteAssetRequest(ctx, host.name, new Date(host.nextAt), leaseMs)
      await releaseAssetHosts(ctx, [...held.keys()])
    },
  }
}

export type AssetHosts = ReturnType<typeof openAssetHosts>

const silent = new Set<string>(['dns', 'connection', 'timeout', 'tls'])

/** The site's forbidden rules apply to files on every host: they may name one. */
function refuse(address: string, site: SiteContext): FetchFault | null {
  const url = URL.parse(address)
  if (!url) return { reason: 'bad_url', detail: address }
  return site.rules.match(url) === null ? null : { reason: 'refused_rule', detail: address }
}

const longestRetryMs = 600_000

function delayOf(header: string | undefined): number {
  const seconds = /^\s*\d{1,6}\s*$/.test(header ?? '') ? Number(header) : 60
  return Math.min(longestRetryMs, Math.max(10, seconds) * 1_000)
}
