import type { Ctx } from '#server/platform/ctx.ts'
import { memoizeFor } from '#server/platform/http/reply-cache.ts'
import type { Metrics } from '#server/platform/watch/metrics.ts'
import { checkReady, withTimeout } from './ready.ts'
import { stateGauges } from './state-metrics.ts'
import type { SystemMonitor } from './system.service.ts'

/** The cache time of readiness, because each check writes a probe file to the disk. */
const readyMs = 5_000
/**
 * A scraper waits no longer than this for the database's state; the metrics of the process are returned in any case.
 */
const statePatienceMs = 5_000

type WatchOptions = { dataDir: string; system?: SystemMonitor | undefined; metrics: Metrics }

/**
 * The health of a process for monitoring programs; with `system` it includes the state of the whole console, as the API
 * does.
 */
export function watchOf(base: Pick<Ctx, 'db' | 'blobs' | 'now' | 'log'>, { dataDir, system, metrics }: WatchOptions) {
  const clock = () => base.now().getTime()
  const ready = memoizeFor(readyMs, clock, () => checkReady(base, dataDir))
  const setState = system && stateGauges(metrics.registry)
  const stateNow = () =>
    system ? withTimeout(statePatienceMs, system.state()).catch(() => null) : Promise.resolve(null)
  return {
    async ready() {
      const [{ ok, checks }, state] = await Promise.all([ready(), stateNow()])
      const queues = state?.queues?.map(({ name, waiting, oldest_at }) => ({ name, waiting, oldest_at }))
      return { ok, details: { checks, ...(queues && { queues }) } }
    },
    async metrics(): Promise<string> {
      setState?.(await stateNow())
      return await metrics.registry.metrics()
    },
  }
}
