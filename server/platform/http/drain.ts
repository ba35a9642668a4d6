import type { IncomingMessage } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const quietMs = 300
const mostMs = 2_000
/** How long requests under way are waited for, once no new ones come, before the port is closed. */
const underWayMs = 12_000
const pollMs = 20

/** Paths that balancers call: neither these requests nor their connections delay the shutdown. */
const health = /^\/(livez|readyz|healthz|metrics)(\?|$)/

/**
 * Shuts down without a failed request, in this order. (1) For `noticeMs`, `/livez` and `/readyz` answer 404, so that
 * balancers stop sending requests. (2) Streams end by their own hooks. (3) Requests under way are waited for, unless
 * new ones keep arriving. (4) The port is closed; requests on open connections are answered with `connection: close`.
 * (5) Once the connections are quiet (two seconds at most), they are closed. Call it before `listen`.
 */
export function openDrain(app: FastifyInstance, noticeMs: number): () => Promise<void> {
  let isDraining = false
  let isPortClosed = false
  let startedAt = performance.now()
  const underWay = new Set<IncomingMessage>()

  app.server.on('request', (request, response) => {
    if (health.test(request.url ?? '')) return
    underWay.add(request)
    response.once('close', () => underWay.delete(request))
  })
  app.addHook('onRequest', async (request, reply) => {
    const isHealth = health.test(request.url)
    if (!isHealth) startedAt = performance.now()
    // For HAProxy only 404 means: send no new requests, and let those under way finish.
    if (isDraining && /^\/(livez|readyz)/.test(request.url)) return reply.status(404).send({ ok: false, ends: true })
  })
  // While the port is open, a closed connection would only be opened again, perhaps at the moment at which the port
  // closes. Fastify closes connections as soon as it is requested to close; this hook prevents that until then.
  app.addHook('onSend', async (_request, reply) => {
    if (isPortClosed) reply.header('connection', 'close')
    else if (reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection')
  })
  const isQuiet = () => performance.now() - startedAt >= quietMs
  const untilQuiet = async () => {
    const beganAt = performance.now()
    while (!isQuiet() && performance.now() - beganAt < mostMs) await sleep(pollMs)
  }
  const closePort = async () => {
    // Closing the port loses connections that the system has accepted and this process has not; this turn of the event
    // loop accepts them.
    await new Promise(setImmediate)
    isPortClosed = true
    // The `close` of the HTTP server would end idle connections immediately, and with them a request that is on its
    // way.
    Server.prototype.close.call(app.server)
    startedAt = performance.now()
    await untilQuiet()
  }
  app.addHook('preClose', async () => {
    if (!isDraining) return
    await untilQuiet()
    const beganAt = performance.now()
    while (underWay.size > 0 && isQuiet() && performance.now() - beganAt < underWayMs) await sleep(pollMs)
    await closePort()
  })
  return async () => {
    isDraining = true
    await sleep(noticeMs)
  }
}
