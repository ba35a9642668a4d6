import type { IncomingMessage } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const quietMs = 300
const mostMs = 2_000
/** What is under way once nobody new comes: it is waited for so long before the port is closed. */
const underWayMs = 12_000
const lookEveryMs = 20

/** Asked by balancers, not by people: neither keeps a process that ends from ending. */
const health = /^\/(livez|readyz|healthz|metrics)(\?|$)/

/**
 * An end without a failed request, in this order: balancers that ask are told that no more is to be sent (404 at `/livez` and `/readyz`), for
 * `noticeMs`; streams are ended by hooks of their own; what is under way is waited for, unless others keep coming from whom nobody asked; the port is
 * closed, and what comes on open connections is answered with `connection: close`; once they are quiet (two seconds at most) they are closed. Call
 * it before `listen`.
 */
export function openDrain(app: FastifyInstance, noticeMs: number): () => Promise<void> {
  let isDraining = false
  let isPortClosed = false
  let askedAt = performance.now()
  const underWay = new Set<IncomingMessage>()

  app.server.on('request', (request, response) => {
    if (health.test(request.url ?? '')) return
    underWay.add(request)
    response.once('close', () => underWay.delete(request))
  })
  app.addHook('onRequest', async (request, reply) => {
    const isHealth = health.test(request.url)
    if (!isHealth) askedAt = performance.now()
    // To HAProxy 404 alone means: no new ones, and those under way go on.
    if (isDraining && /^\/(livez|readyz)/.test(request.url)) return reply.status(404).send({ ok: false, ends: true })
  })
  // With the port open a connection that ends would only be made anew, and might come in the moment in which that is closed: Fastify,
  // which ends them as soon as it is told to close, is held back until then.
  app.addHook('onSend', async (_request, reply) => {
    if (isPortClosed) reply.header('connection', 'close')
    else if (reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection')
  })
  const isQuiet = () => performance.now() - askedAt >= quietMs
  const untilQuiet = async () => {
    const beganAt = performance.now()
    while (!isQuiet() && performance.now() - beganAt < mostMs) await sleep(lookEveryMs)
  }
  const closePort = async () => {
    // Connections that the system has taken and this process has not are lost with the port: now it has just taken them.
    await new Promise(setImmediate)
    isPortClosed = true
    // The close of HTTP would end idle connections at once, and with them the request that is on its way there.
    Server.prototype.close.call(app.server)
    askedAt = performance.now()
    await untilQuiet()
  }
  app.addHook('preClose', async () => {
    if (!isDraining) return
    await untilQuiet()
    const beganAt = performance.now()
    while (underWay.size > 0 && isQuiet() && performance.now() - beganAt < underWayMs) await sleep(lookEveryMs)
    await closePort()
  })
  return async () => {
    isDraining = true
    await sleep(noticeMs)
  }
}
