import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Long enough for a request that was on its way when the server began to end. */
const graceMs = 500

/**
 * Connections that never asked anything, as browsers and pools open them ahead: to Node they are busy until their first
 * request, so that a server that ends would wait for them. They are let go once it ends.
 */
export function letGoOfSilent(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', socket => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of silent) socket.destroy()
    }, graceMs).unref()
  })
}
