import { hostname } from 'node:os'
import { openDictionary } from '#server/features/word/word.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { beatDevice, registerDevice, stopDevice } from './device-queries.ts'
import type { Deps } from './fetch-target.ts'
import { tendRounds } from './finish.ts'
import { type HostWork, workHost } from './host.ts'
import { claimHosts, leaseMs, releaseHosts, renewLeases } from './host-queries.ts'
import { openSlots, pause } from './timing.ts'
import { openWriter } from './writer.ts'

export type CollectorOptions = {
  name?: string
  version: string
  /** Hosts held at once; most of them wait for their time. */
  hosts?: number
  /** Pages fetched and read at once. */
  pages?: number
  beatMs?: number
  pollMs?: number
}

/**
 * A collector: takes hosts that have pages to fetch, asks each one page at a time, and writes what it finds. Any number
 * of them share the work through the database.
 */
export async function startCollector(ctx: Ctx, deps: Deps, options: CollectorOptions) {
  const { hosts: mostHosts = 64, pages: mostPages = 16, beatMs = 5_000, pollMs = 500 } = options
  const deviceId = await registerDevice(ctx, {
    name: options.name ?? `${hostname()}-${process.pid}`,
    host: hostname(),
    version: options.version,
  })
  const stopping = new AbortController()
  const held = new Map<string, Promise<void>>()
  const writer = openWriter(ctx, deviceId)
  const meter = openMeter()
  let leaseUntil = ctx.now().getTime() + leaseMs
  let lastError: string | null = null
  const work: HostWork = {
    ctx,
    deps,
    deviceId,
    signal: stopping.signal,
    slots: openSlots(mostPages),
    write: async outcome => {
      await writer.write(outcome)
      if (outcome.state !== 'waiting') meter.count()
    },
    dictionary: () => openDictionary(ctx),
    holds: host => held.has(host) && ctx.now().getTime() < leaseUntil - 5_000,
    fail: (error, url) => {
      lastError = `${url}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500)
      ctx.log.error({ err: error, url }, 'a page could not be dealt with')
    },
  }

  async function fill(): Promise<boolean> {
    if (held.size >= mostHosts) return false
    const claimed = await claimHosts(ctx, deviceId, mostHosts - held.size)
    for (const host of claimed) {
      // Held before it begins: it asks whether it is.
      const done = Promise.resolve()
        .then(() => workHost(work, host))
        .catch(error => work.fail(error, host.host))
        .then(() => releaseHosts(ctx, deviceId, [host.host]))
        .catch(error => work.fail(error, host.host))
        .finally(() => held.delete(host.host))
      held.set(host.host, done)
    }
    return claimed.length > 0
  }

  async function beat(): Promise<void> {
    const at = ctx.now().getTime()
    const own = new Set(await renewLeases(ctx, deviceId))
    leaseUntil = at + leaseMs
    for (const host of held.keys()) if (!own.has(host)) ctx.log.warn({ host }, 'a host was lost to another collector')
    const { pages, pagesPerMinute, usualPerMinute } = meter.read()
    const memoryMb = Math.round(process.memoryUsage.rss() / 1_048_576)
    await beatDevice(ctx, deviceId, {
      sites: held.size,
      pages,
      pagesPerMinute,
      usualPerMinute,
      memoryMb,
      error: lastError,
    })
    lastError = null
  }

  ctx.log.info({ device: deviceId }, 'collector is ready')
  const loops = [
    every(pollMs, stopping.signal, fill, work),
    every(beatMs, stopping.signal, beat, work),
    every(1_000, stopping.signal, () => tendRounds(ctx), work),
  ]
  return {
    deviceId,
    /** Ends after the pages in hand are written, and gives the hosts back. */
    stop: async () => {
      stopping.abort()
      await Promise.all([...loops, ...held.values()])
      await writer.idle()
      await stopDevice(ctx, deviceId)
    },
  }
}

/** Does `act` again and again; at once where it says that there was something to do. */
async function every(ms: number, signal: AbortSignal, act: () => Promise<unknown>, work: HostWork): Promise<void> {
  while (!signal.aborted) {
    try {
      await act()
    } catch (error) {
      work.fail(error, 'collector')
    }
    await pause(ms, signal)
  }
}

const meterSlots = 12

/** Pages since the last reading, and per minute over the last readings. */
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
      if (last.length > meterSlots) last.shift()
      const sum = last.reduce((all, each) => ({ pages: all.pages + each.pages, ms: all.ms + each.ms }))
      const pagesPerMinute = sum.ms > 0 ? (sum.pages * 60_000) / sum.ms : 0
      // What it does when it has work, slowly following.
      if (pages > 0) usual = usual === 0 ? pagesPerMinute : usual * 0.95 + pagesPerMinute * 0.05
      const read = { pages, pagesPerMinute, usualPerMinute: usual }
      pages = 0
      since = now
      return read
    },
  }
}
