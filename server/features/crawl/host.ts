import type { Dictionary } from '#server/features/word/word.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Deps, fetchTarget } from './fetch-target.ts'
import { type Host, setNextRequestAt, type Target, takeTargets } from './host-queries.ts'
import type { Outcome } from './outcome.ts'
import { openRobots, type Robots } from './robots-of-host.ts'
import { settle } from './settle.ts'
import { siteContext } from './site-context.ts'
import { pause, type Slots } from './timing.ts'

export type HostWork = {
  ctx: Ctx
  deps: Deps
  deviceId: number
  signal: AbortSignal
  slots: Slots
  write(outcome: Outcome): Promise<void>
  dictionary(): Promise<Dictionary>
  /** Whether the host is still ours: its lease lives, with some seconds to spare. */
  holds(host: string): boolean
  fail(error: unknown, url: string): void
}

/** The host's clock as this collector keeps it. */
export type Clock = { nextAt: number; backOffMs: number; fails: number }

const batch = 20
/** Pauses so long are written down before the request, for a collector may be killed in it. */
const longPauseMs = 5_000

/** Asks one host, page after page, until nothing of it is due; then it is given back. */
export async function workHost(work: HostWork, host: Host): Promise<void> {
  const { ctx, signal } = work
  const clock: Clock = { nextAt: Date.parse(host.next_at), backOffMs: host.back_off_ms, fails: host.fails }
  let robots: Robots | undefined
  while (!signal.aborted && work.holds(host.host)) {
    const targets = await takeTargets(ctx, host.host, batch)
    if (targets.length === 0) return
    robots ??= await openRobots(work, host, (targets[0] as Target).url, clock)
    const rules = robots
    for (const target of targets) {
      await pause(clock.nextAt - ctx.now().getTime(), signal)
      if (signal.aborted || !work.holds(host.host)) return
      await work.slots(() => workTarget(work, target, clock, rules))
      // A host that pushed back keeps its other pages for later.
      if (clock.nextAt - ctx.now().getTime() > 30_000) return
    }
  }
}

async function workTarget(work: HostWork, target: Target, clock: Clock, robots: Robots): Promise<void> {
  const { ctx } = work
  let outcome: Outcome
  try {
    const site = await siteContext(ctx, target.og_id)
    const delayMs = Math.max(site.settings.delay_ms, robots.delayMs)
    if (delayMs > longPauseMs) await setNextRequestAt(ctx, target.host, new Date(ctx.now().getTime() + delayMs))
    const captured = await fetchTarget(work, target, site, robots)
    clock.nextAt = ctx.now().getTime() + (captured.wasAsked ? delayMs : 0)
    outcome = await settle(work, target, captured, site, robots, clock)
  } catch (error) {
    work.fail(error, target.url)
    outcome = failure(ctx, target, clock)
  }
  try {
    await work.write(outcome)
  } catch (error) {
    work.fail(error, target.url)
    // What cannot be written is told as a failure, lest it is tried for ever.
    await work.write(failure(ctx, target, clock))
  }
}

function failure(ctx: Ctx, target: Target, clock: Clock): Outcome {
  return {
    target,
    at: ctx.now(),
    state: 'failed',
    reason: 'internal',
    retryAt: null,
    bytes: 0,
    page: null,
    links: [],
    host: { nextAt: new Date(clock.nextAt), backOffMs: clock.backOffMs, fails: clock.fails },
  }
}
