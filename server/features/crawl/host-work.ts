import type { Dictionary } from '#server/features/word/word.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Capture, CaptureDeps } from './fetching/fetch.ts'
import type { CrawlTarget } from './host.queries.ts'
import type { CrawlOutcome } from './outcome.ts'
import type { SiteContext } from './site-context.ts'
import type { Slots } from './timing.ts'

export type HostWork = {
  ctx: Ctx
  deps: FetchDeps
  deviceId: number
  signal: AbortSignal
  slots: Slots
  /** Fewer slots, for hosts whose last request failed: hanging hosts do not delay the others. */
  slowSlots: Slots
  /** Resolves to false if the outcome is no longer needed. */
  write(outcome: CrawlOutcome): Promise<boolean>
  /** Resolves once few enough outcomes, with few enough bytes, wait to be written. */
  room(): Promise<void>
  dictionary(): Promise<Dictionary>
  /** Whether this collector still holds the host: its lease is valid, with some time to spare. */
  holds(host: string): boolean
  fail(error: unknown, url: string): void
}

/** The host's crawl-delay state as this collector holds it. */

export type CrawlDelayState = {
  nextAt: number
  backOffMs: number
  fails: number
  /** Until then the host counts as not answering: addresses that are due are settled as such without a request. */
  awayUntil: number
}

/** A batch of addresses covers about a second: stopping a round, or a more urgent page, waits no longer than that. */

/** Rules of a host’s robots.txt; the file is read with the first address that no other rule refuses. */
export type Robots = {
  /** Milliseconds between two requests: the site's setting or the file's crawl delay, whichever is longer. */
  delayMs(site: SiteContext): number
  /** Null: allowed. */
  refuse(url: string): 'robots' | 'unreachable' | null
  /** Reads robots.txt before an address is fetched; returns the addresses of site maps, once for each round. */
  prepare(target: CrawlTarget, site: SiteContext): Promise<string[]>
}

/** A fetch, and whether it sent a request to the host; `moved`: a new address that redirects to another host. */
export type HostFetch = (Capture | { kind: 'moved'; url: string; bytes: number }) & { isRequested: boolean }

/** Dependencies of fetching: the guarded fetcher, and the browser if there is one. */
export type FetchDeps = CaptureDeps
