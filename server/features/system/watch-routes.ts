import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { mayWatch, type WatchConfig } from '#server/platform/watcher.ts'
import type { System } from './system.ts'
import { watchOf } from './watch.ts'

type Options = {
  base: Pick<Ctx, 'db' | 'blobs' | 'now' | 'log'>
  config: WatchConfig & { dataDir: string }
  system: System
  metrics: Metrics
}

/** For programs that watch: `/livez`, `/readyz`, `/metrics`, and `/healthz` as it always was. */
export function watchRoutes(app: FastifyInstance, { base, config, system, metrics }: Options): void {
  const watch = watchOf(base, { dataDir: config.dataDir, system, metrics })
  app.get('/healthz', () => ({ ok: true }))
  app.get('/livez', () => ({ ok: true }))
  app.get('/readyz', async (request, reply) => {
    const { ok, details } = await watch.ready()
    // Everybody may know whether it serves; what it lacks is for who may watch.
    return await reply.status(ok ? 200 : 503).send(mayWatch(request.raw, config) ? { ok, ...details } : { ok })
  })
  app.get('/metrics', async (request, reply) => {
    // Nobody else is told that there is such a page.
    if (!mayWatch(request.raw, config)) throw new AppError('not_found')
    return await reply.type(metrics.registry.contentType).send(await watch.metrics())
  })
}
