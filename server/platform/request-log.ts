import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Who was found to ask; set by `contextOf`. */
const askers = new WeakMap<FastifyRequest, number>()

export function noteAsker(request: FastifyRequest, userId: number | null): void {
  if (userId !== null) askers.set(request, userId)
}

/** Programs that ask all day: their lines are for who looks for them. */
const quiet = new Set(['/healthz', '/livez', '/readyz', '/metrics', 'file'])

/**
 * One line and one count for each request: pattern, ids, status, duration, user. Never an address as it was sent, a query
 * or a body: names, words and tokens stand in them.
 */
export function logRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    const { method } = request
    const status = reply.statusCode
    const seconds = reply.elapsedTime / 1000
    metrics.request({ method, route, status }, seconds)
    const line = {
      method,
      route,
      ids: idsOf(request.params),
      status,
      ms: Math.round(seconds * 1000),
      user: askers.get(request),
    }
    request.log[quiet.has(route) ? 'debug' : 'info'](line, 'request')
  })
  app.addHook('onRequestAbort', async request => {
    const line = {
      method: request.method,
      route: routeOf(request),
      ids: idsOf(request.params),
      user: askers.get(request),
    }
    request.log.info(line, 'the client went away')
  })
}

/** The pattern of the table of routes: `/v1/og/:id`. Files of the client are one route, as are addresses that are none. */
export function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions
  if (url === undefined || request.is404) return 'none'
  return /^\/(v1|api|og|healthz|livez|readyz|metrics)\b/.test(url) || request.method !== 'GET' ? url : 'file'
}

/** Places of the path that are ids; others may be tokens or words. */
function idsOf(params: unknown): Record<string, number> | undefined {
  const ids = Object.entries((params ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) ? [[name, Number(value)] as const] : [],
  )
  return ids.length > 0 ? Object.fromEntries(ids) : undefined
}
