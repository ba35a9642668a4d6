import type { Ctx } from '#server/platform/ctx.ts'
import type { CrawlDelayState } from './host-work.ts'

const firstBackOffMs = 5_000
const longestBackOffMs = 600_000

/**
 * Delays the next request to a host that fails or sends `Retry-After`. The delay doubles with each failure, or is what
 * the host requests if that is longer; ten minutes at most.
 */
export function backOff(ctx: Ctx, clock: CrawlDelayState, retryAfterMs: number | null): void {
  clock.fails = Math.min(clock.fails + 1, 1_000)
  clock.backOffMs = Math.min(longestBackOffMs, Math.max(firstBackOffMs, clock.backOffMs * 2))
  const waitMs = Math.min(longestBackOffMs, Math.max(clock.backOffMs, retryAfterMs ?? 0))
  clock.nextAt = Math.max(clock.nextAt, ctx.now().getTime() + waitMs)
}

const failsUntilAway = 3

/**
 * Records that a host did not answer at all. After several failures in a row (or one that is certain) the host counts
 * as away and its other pages are not tried one by one.
 */
export function missAnswer(ctx: Ctx, clock: CrawlDelayState, { isCertain = false } = {}): void {
  backOff(ctx, clock, null)
  if (isCertain || clock.fails >= failsUntilAway) clock.awayUntil = clock.nextAt
}

export function isAway(ctx: Ctx, clock: CrawlDelayState): boolean {
  return clock.awayUntil > ctx.now().getTime()
}

export function calm(clock: CrawlDelayState): void {
  clock.fails = 0
  clock.backOffMs = 0
}
