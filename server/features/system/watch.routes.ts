import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Metrics } from '#server/platform/watch/metrics.ts'
import { mayWatch, type WatchConfig } from '#server/platform/watch/watch-access.ts'
import type { SystemMonitor } from './system.service.ts'
import { watchOf } from './watch.ts'

type Options = {
  base: Pick<Ctx, 'db' | 'blobs' | 'now' | 'log'>
  config: WatchConfig & { dataDir: string }
  system: SystemMonitor
  metrics: Metrics
}

/** Routes for monitoring programs: `/livez`, `/readyz`, `/metrics`, and the older `/healthz`. */
export function watchRoutes(app: FastifyInstance, { base, config, system, metrics }: Options): void {
  const watch = watchOf(base, { dataDir: config.dataDir, system, metrics })
  app.get('/healthz', () => ({ ok: true }))
  app.get('/livez', () => ({ ok: true }))
  app.get('/readyz', async (request, reply) => {
    const { ok, details } = await watch.ready()
    // Everyone may know whether the console is ready; the details are for authorised programs.
    return await reply.status(ok ? 200 : 503).send(mayWatch(request.raw, config) ? { ok, ...details } : { ok })
  })
  app.get('/metrics', async (request, reply) => {
    // Unauthorised requests get the same answer as for an unknown path.
    if (!mayWatch(request.raw, config)) throw new AppError('not_found')
    return await reply.type(metrics.registry.contentType).send(await watch.metrics())
  })
}
