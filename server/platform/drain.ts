import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const quietMs = 300
const mostMs = 2_000

/**
 * An end without a failed request: no new connection is taken, what comes on open ones is answered with `connection:
 * close`, and once they are quiet (two seconds at most) the server may be closed. Call it before `listen`.
 */
export function openDrain(app: FastifyInstance): () => Promise<void> {
  let isDraining = false
  let askedAt = performance.now()
  app.addHook('onRequest', async (_request, reply) => {
    askedAt = performance.now()
    if (isDraining) reply.header('connection', 'close')
  })
  // Asked before the end began, answered after it.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return async () => {
    isDraining = true
    // The close of HTTP would end idle connections at once, and with them the request that is on its way there.
    Server.prototype.close.call(app.server)
    const beganAt = performance.now()
    askedAt = beganAt
    while (performance.now() - askedAt < quietMs && performance.now() - beganAt < mostMs) await sleep(20)
  }
}
