import type { Ctx } from '#server/platform/ctx.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { remember } from '#server/platform/remember.ts'
import { checkReady, within } from './ready.ts'
import { stateGauges } from './state-metrics.ts'
import type { System } from './system.ts'

/** Writing a probe to the disk on each question would be work of its own. */
const readyMs = 5_000
/** A scraper waits no longer for what the database says; the process tells of itself all the same. */
const statePatienceMs = 5_000

type Watched = { dataDir: string; system?: System | undefined; metrics: Metrics }

/** What a process says of itself to programs that watch; `system`: of the whole console too, which the API does. */
export function watchOf(base: Pick<Ctx, 'db' | 'blobs' | 'now' | 'log'>, { dataDir, system, metrics }: Watched) {
  const clock = () => base.now().getTime()
  const ready = remember(readyMs, clock, () => checkReady(base, dataDir))
  const setState = system && stateGauges(metrics.registry)
  const stateNow = () => (system ? within(statePatienceMs, system.state()).catch(() => null) : Promise.resolve(null))
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
