import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../watch/metrics.ts'

/** The identified user of each request; set by `contextOf`. */
const askers = new WeakMap<FastifyRequest, number>()

export function noteRequester(request: FastifyRequest, userId: number | null): void {
  if (userId !== null) askers.set(request, userId)
}

/** Paths that programs request all day; they are logged at a lower level. */
const quiet = new Set(['/healthz', '/livez', '/readyz', '/metrics', 'file'])

/**
 * Logs and counts each request once: pattern, ids, status, duration, user. Never the address as sent, a query or a
 * body, because they contain names, words and tokens.
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
    request.log.info(line, 'http: client disconnected')
  })
}

/**
 * The pattern in the table of routes: `/v1/og/:id`. All files of the client are one route, and so are all unknown
 * addresses.
 */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions
  if (url === undefined || request.is404) return 'none'
  return /^\/(v1|api|og|healthz|livez|readyz|metrics)\b/.test(url) || request.method !== 'GET' ? url : 'file'
}

/** Path parameters that are ids; others may be tokens or words. */
function idsOf(params: unknown): Record<string, number> | undefined {
  const ids = Object.entries((params ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) ? [[name, Number(value)] as const] : [],
  )
  return ids.length > 0 ? Object.fromEntries(ids) : undefined
}
