import { isOutage } from '#server/platform/db/outage.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { isAway } from './back-off.ts'
import { fetchTarget, refuseTarget } from './fetch-target.ts'
import { type CrawlTarget, claimTargets, giveBack, type Host, setNextRequestAt } from './host.queries.ts'
import type { CrawlDelayState, HostWork, Robots } from './host-work.ts'
import { type CrawlOutcome, roundOf } from './outcome.ts'
import { failedOutcome, type OutcomeReporter, openOutcomeReporter } from './outcome-reporter.ts'
import { openRobots } from './robots-of-host.ts'
import { settleAddress } from './settle-address.ts'
import { siteContext } from './site-context.ts'
import { pause } from './timing.ts'

export type { CrawlDelayState, HostWork } from './host-work.ts'

const handMs = 1_000
const mostInHand = 20
/** Pauses of this length or more are stored before the request, because a collector may be killed during them. */
const longPauseMs = 5_000
/** A host with a longer pause is released for its duration. */
const longestHeldMs = 4_000
/** An address that was taken more often without an outcome probably crashes the collector. */
const maxTakes = 6

/**
 * Fetches pages of one host, one after the other, until none is due and all are written; then the host is released.
 */
export async function workHost(work: HostWork, host: Host): Promise<void> {
  const { ctx, deviceId } = work
  const clock: CrawlDelayState = {
    nextAt: Date.parse(host.next_at),
    backOffMs: host.back_off_ms,
    fails: host.fails,
    awayUntil: 0,
  }
  const reporter = openOutcomeReporter(work, clock)
  const inHand: CrawlTarget[] = []
  try {
    await fetchFromHost(work, host, { clock, reporter, inHand })
  } finally {
    await giveBack(ctx, deviceId, [...(await reporter.end()), ...inHand])
  }
  reporter.check()
}

async function fetchFromHost(
  work: HostWork,
  host: Host,
  { clock, reporter, inHand }: { clock: CrawlDelayState; reporter: OutcomeReporter; inHand: CrawlTarget[] },
): Promise<void> {
  const { ctx, signal, deviceId } = work
  const robots = openRobots(work, host, clock)
  const isOurs = () => !signal.aborted && !reporter.isBroken() && work.holds(host.host)
  // A host that is away gets no requests, so its due addresses are settled without a pause.
  const waitMs = () => (isAway(ctx, clock) ? 0 : clock.nextAt - ctx.now().getTime())
  let most = 1
  while (waitMs() <= longestHeldMs) {
    await pause(waitMs(), signal)
    if (!isOurs()) return
    inHand.push(...(await claimTargets(ctx, host.host, most)))
    if (inHand.length === 0) {
      // Pages that are still being written may add links.
      if (await reporter.allWritten()) continue
      return
    }
    const startedAt = performance.now()
    let done = 0
    while (inHand.length > 0 && waitMs() <= longestHeldMs) {
      await pause(waitMs(), signal)
      await work.room()
      if (!isOurs()) return
      if (done > 0 && performance.now() - startedAt > handMs) break
      const result = await workTarget(work, inHand[0] as CrawlTarget, clock, robots)
      if (!result) return
      inHand.shift()
      done += 1
      await reporter.tell(result.outcome, result.delayMs)
    }
    most = Math.max(1, Math.min(mostInHand, 2 * most, Math.floor((done * handMs) / (performance.now() - startedAt))))
    await giveBack(ctx, deviceId, inHand.splice(0))
  }
}

type HostOutcome = { outcome: CrawlOutcome; delayMs: number }

/** Null if the address cannot be settled now: the collector stops, or the database is away. */
async function workTarget(
  work: HostWork,
  target: CrawlTarget,
  clock: CrawlDelayState,
  robots: Robots,
): Promise<HostOutcome | null> {
  const { ctx, signal } = work
  try {
    if (target.attempts > maxTakes) throw new Error(`claimed ${target.attempts} times without a result`)
    const site = await siteContext(ctx, target.og_id, roundOf(target))
    const mapped = await robots.prepare(target, site)
    const isRequested =
      refuseTarget(target, site, ctx.now().getUTCFullYear()) === null && robots.refuse(target.url) === null
    const waitMs = isRequested ? clock.nextAt - ctx.now().getTime() : 0
    if (waitMs > longestHeldMs) {
      await setNextRequestAt(ctx, target.host, new Date(clock.nextAt))
      return null
    }
    await pause(waitMs, signal)
    const slots = clock.fails > 0 ? work.slowSlots : work.slots
    return await slots(async () => {
      if (signal.aborted) return null
      const delayMs = robots.delayMs(site)
      if (isRequested && delayMs > longPauseMs)
        await setNextRequestAt(ctx, target.host, new Date(ctx.now().getTime() + delayMs))
      const captured = await fetchTarget(work, target, site, robots)
      if (captured.isRequested) clock.nextAt = ctx.now().getTime() + delayMs
      // A request that this collector aborted is no fault of the site.
      if (signal.aborted && captured.kind === 'fault' && captured.reason === 'aborted') return null
      return { outcome: await settleAddress(work, target, captured, { site, robots, mapped, clock }), delayMs }
    })
  } catch (error) {
    if (isOutage(error) || signal.aborted) return null
    if (!(error instanceof AppError && error.code === 'not_found')) work.fail(error, target.url)
    return { outcome: failedOutcome(work, target, clock), delayMs: Number.POSITIVE_INFINITY }
  }
}
