import type { SystemState } from '#contract/system-state.api.ts'
import { measureLag } from '#server/features/coverage/coverage.service.ts'
import { blobFolder } from '#server/platform/blob/blobs.ts'
import type { Config } from '#server/platform/config.ts'
import { type Ctx, systemActor } from '#server/platform/ctx.ts'
import { memoizeFor, rememberBehind } from '#server/platform/http/reply-cache.ts'
import type { Replicas } from '#server/platform/replica/replicas.ts'
import { version } from '#server/version.ts'
import { withTimeout } from './ready.ts'
import { measureSystem } from './state.ts'

/** The state of the console, for the screen, `/metrics` and `/readyz`. */
export type SystemMonitor = { state(): Promise<SystemState> }

/** A measurement takes about twenty bounded queries, so it is cached for this long. */
const rememberMs = 5_000
/** The coverage report is cached longer, because it counts whole tables. */
const coverageMs = 300_000
/** The first measurement of a large console may take longer; until it ends, the state is returned without it. */
const coveragePatienceMs = 2_000

export function openSystem(
  base: Pick<Ctx, 'db' | 'blobs' | 'now' | 'log'>,
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'blobUrl'>>,
  replicas?: Pick<Replicas, 'all'>,
): SystemMonitor {
  const ctx: Ctx = { ...base, actor: systemActor, locale: 'en-US', reqId: 'system', address: '' }
  const blobDir = config.blobUrl?.startsWith('file:/')
    ? blobFolder({ dataDir: config.dataDir, blobUrl: config.blobUrl })
    : undefined
  const clock = () => base.now().getTime()
  const lag = rememberBehind(
    coverageMs,
    clock,
    () => measureLag(ctx),
    error => base.log.warn({ err: error }, 'system state: measurement of coverage failed'),
  )
  const coverage = () => withTimeout(coveragePatienceMs, lag())
  const place = { version, dataDir: config.dataDir, blobDir, replicas: replicas?.all ?? [], coverage }
  return {
    state: memoizeFor(rememberMs, clock, () => measureSystem(ctx, place)),
  }
}
