import { hostname } from 'node:os'
import { cutText } from '#contract/text.ts'
import { openDictionary } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isOutage } from '#server/platform/db/outage.ts'
import { recordHeartbeat, registerDevice, stopDevice } from './device.queries.ts'
import type { FetchDeps } from './fetch-target.ts'
import { tendRounds } from './finish.ts'
import { abandonHosts, claimHosts, releaseHosts, renewLeases } from './host.queries.ts'
import { type HostWork, workHost } from './host.ts'
import { openSlots, repeatEvery } from './timing.ts'
import { openWriter } from './writer.ts'

const slots = 12

/** Counts pages since the last reading, and pages per minute over the last readings. */
function openMeter() {
  let pages = 0
  let since = performance.now()
  let usual = 0
  const last: { pages: number; ms: number }[] = []
  return {
    count: () => {
      pages += 1
    },
    read: () => {
      const now = performance.now()
      last.push({ pages, ms: now - since })
      if (last.length > slots) last.shift()
      const sum = last.reduce((all, each) => ({ pages: all.pages + each.pages, ms: all.ms + each.ms }))
      const pagesPerMinute = sum.ms > 0 ? (sum.pages * 60_000) / sum.ms : 0
      // The usual rate while there is work, as a slow moving average.
      if (pages > 0) usual = usual === 0 ? pagesPerMinute : usual * 0.95 + pagesPerMinute * 0.05
      const read = { pages, pagesPerMinute, usualPerMinute: usual }
      pages = 0
      since = now
      return read
    },
  }
}

export type CollectorOptions = {
  name?: string
  version: string
  /** Id of its process (`platform/beat.ts`): when that process is lost, so are its hosts. */
  processId?: number
  /** Hosts held at a time; most of them wait for their next request time. */
  hosts?: number
  /** Pages fetched and read at a time. */
  pages?: number
  beatMs?: number
  pollMs?: number
  /** A collector that sends no heartbeat for so long loses its hosts. */
  leaseMs?: number
}

/**
 * Starts a collector: it leases hosts that have pages to fetch, requests one page at a time from each, and writes the
 * results. Any number of collectors share the work through the database.
 */
export async function startCollector(ctx: Ctx, deps: FetchDeps, options: CollectorOptions) {
  const { hosts: mostHosts = 64, pages: mostPages = 16, beatMs = 5_000, pollMs = 500, leaseMs = 60_000 } = options
  const deviceId = await registerDevice(ctx, {
    name: options.name ?? `${hostname()}-${process.pid}`,
    host: hostname(),
    version: options.version,
    ...(options.processId !== undefined && { processId: options.processId }),
  })
  const stopping = new AbortController()
  const workByHost = new Map<string, Promise<void>>()
  const lost = new Set<string>()
  const writer = openWriter(ctx, deviceId, { leaseMs, signal: stopping.signal })
  const meter = openMeter()
  let leaseUntilMs = performance.now() + leaseMs
  let lastError: string | null = null
  const work: HostWork = {
    ctx,
    deps,
    deviceId,
    signal: stopping.signal,
    slots: openSlots(mostPages),
    slowSlots: openSlots(Math.max(1, Math.ceil(mostPages / 4))),
    write: async outcome => {
      const isWritten = await writer.write(outcome)
      if (isWritten && outcome.state !== 'waiting') meter.count()
      return isWritten
    },
    room: writer.room,
    dictionary: () => openDictionary(ctx),
    holds: host => workByHost.has(host) && !lost.has(host) && performance.now() < leaseUntilMs - leaseMs / 12,
    fail: (error, url) => {
      lastError = cutText(`${url}: ${error instanceof Error ? error.message : String(error)}`, 500)
      // An outage is logged once by the loops below, not for every page.
      if (isOutage(error)) ctx.log.debug({ url }, 'crawl: database unavailable')
      else ctx.log.error({ err: error, url }, 'crawl: processing of a page failed')
    },
  }

  async function fill(): Promise<boolean> {
    if (workByHost.size >= mostHosts) return false
    const claimed = await claimHosts(ctx, deviceId, { most: mostHosts - workByHost.size, leaseMs })
    for (const host of claimed) {
      // This collector is still finishing its last work on that host: if the host is claimed again before that, it has
      // to wait until the lease ends.
      if (workByHost.has(host.host)) continue
      // `workByHost` must contain the host before the work begins, because the work checks it.
      const done = Promise.resolve()
        .then(() => workHost(work, host))
        .then(
          () => releaseHosts(ctx, deviceId, [host.host]),
          error => {
            work.fail(error, host.host)
            return abandonHosts(ctx, deviceId, [host.host])
          },
        )
        .catch(error => work.fail(error, host.host))
        .finally(() => {
          workByHost.delete(host.host)
          lost.delete(host.host)
        })
      workByHost.set(host.host, done)
    }
    return claimed.length > 0
  }

  async function renewHosts(): Promise<void> {
    const at = performance.now()
    const hosts = [...workByHost.keys()].filter(host => !lost.has(host))
    const own = new Set(await renewLeases(ctx, deviceId, { hosts, leaseMs }))
    leaseUntilMs = at + leaseMs
    for (const host of hosts)
      if (workByHost.has(host) && !own.has(host)) {
        lost.add(host)
        ctx.log.warn({ host }, 'crawl: lease of a host was taken over by another crawler')
      }
    const { pages, pagesPerMinute, usualPerMinute } = meter.read()
    const memoryMb = Math.round(process.memoryUsage.rss() / 1_048_576)
    await recordHeartbeat(ctx, deviceId, {
      sites: workByHost.size,
      pages,
      pagesPerMinute,
      usualPerMinute,
      memoryMb,
      error: lastError,
    })
    lastError = null
  }

  ctx.log.info({ device: deviceId }, 'crawl: crawler started')
  const reporterOf = (what: string) => ({
    fail: (error: unknown) => {
      lastError = cutText(`${what}: ${error instanceof Error ? error.message : String(error)}`, 500)
      if (isOutage(error)) ctx.log.warn({ what, why: lastError }, 'crawl: database unavailable, retrying')
      else ctx.log.error({ err: error, what }, 'crawl: background loop failed, retrying')
    },
    mended: () => ctx.log.info({ what }, 'crawl: background loop recovered'),
  })
  const loops = [
    repeatEvery(pollMs, stopping.signal, fill, reporterOf('hosts')),
    repeatEvery(beatMs, stopping.signal, renewHosts, reporterOf('beat')),
    repeatEvery(Math.min(1_000, 2 * pollMs), stopping.signal, () => tendRounds(ctx), reporterOf('rounds')),
  ]
  return {
    deviceId,
    /** True while pages arrive as fast as they can be stored: deferrable work then waits. */
    isBusy: writer.isBusy,
    /** Writes the pages in hand, then returns the hosts. */
    stop: async () => {
      stopping.abort()
      await Promise.all([...loops, ...workByHost.values()])
      await writer.idle()
      await stopDevice(ctx, deviceId)
    },
  }
}
