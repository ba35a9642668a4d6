import type { Dictionary } from '#server/features/word/word.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Capture, CaptureDeps } from './fetching/fetch.ts'
import type { Target } from './host-queries.ts'
import type { Outcome } from './outcome.ts'
import type { SiteContext } from './site-context.ts'
import type { Slots } from './timing.ts'

export type HostWork = {
  ctx: Ctx
  deps: Deps
  deviceId: number
  signal: AbortSignal
  slots: Slots
  /** Fewer, for hosts that failed last: however many hang, the others go on. */
  slowSlots: Slots
  /** False where nobody waits for the outcome any more. */
  write(outcome: Outcome): Promise<boolean>
  /** Comes back once few enough outcomes, and few enough bytes of them, wait to be written. */
  room(): Promise<void>
  dictionary(): Promise<Dictionary>
  /** Whether the host is still ours: its lease lives, with some time to spare. */
  holds(host: string): boolean
  fail(error: unknown, url: string): void
}

/** The host's clock as this collector keeps it. */

export type Clock = {
  nextAt: number
  backOffMs: number
  fails: number
  /** It does not answer, and is not asked before: what is due is told so without asking. */
  awayUntil: number
}

/** Addresses in hand are those of about a second: a round that is stopped, or a more urgent page, waits no longer. */

/** What a host’s robots.txt asks of us; it is read when the first address is asked for that nothing else refuses. */
export type Robots = {
  /** Between two requests: what the site's settings or the file ask for, whichever is more. */
  delayMs(site: SiteContext): number
  /** Null: allowed. */
  refuse(url: string): 'robots' | 'unreachable' | null
  /** Reads what is to be known before an address is asked for; tells what site maps hold, once for each round. */
  prepare(target: Target, site: SiteContext): Promise<string[]>
}

/** A fetch, and whether the host was asked for it; `moved`: an address never met that leads to another one. */
export type Captured = (Capture | { kind: 'moved'; url: string; bytes: number }) & { wasAsked: boolean }

/** What the collector needs to fetch: the guarded fetcher, the browser if there is one. */
export type Deps = CaptureDeps
