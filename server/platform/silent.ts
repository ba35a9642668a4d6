import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Long enough for a request that was on its way when the server began to end. */
const graceMs = 500

/**
 * Connections that never asked anything, as browsers and pools open them ahead: to Node they are busy until their first
 * request, so that a server that ends would wait for them. They are let go once it ends.
 */
export function letGoOfSilent(app: FastifyInstance): void {
  const silentSince = new Map<Socket, number>()
  app.server.on('connection', socket => {
    silentSince.set(socket, performance.now())
    socket.once('close', () => silentSince.delete(socket))
  })
  app.server.on('request', ({ socket }) => silentSince.delete(socket))
  app.addHook('preClose', async () => {
    // The port may stay open for a while: what came a moment ago is about to ask.
    setInterval(() => {
      for (const [socket, since] of silentSince) if (performance.now() - since > graceMs) socket.destroy()
    }, graceMs).unref()
  })
}
