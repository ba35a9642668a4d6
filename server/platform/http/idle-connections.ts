import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Long enough for a request that was on its way when the shutdown began. */
const graceMs = 500

/**
 * Closes connections without any request at shutdown. Browsers and pools open them in advance; Node counts them as busy
 * until their first request, so the server would wait for them.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  const silentSince = new Map<Socket, number>()
  app.server.on('connection', socket => {
    silentSince.set(socket, performance.now())
    socket.once('close', () => silentSince.delete(socket))
  })
  app.server.on('request', ({ socket }) => silentSince.delete(socket))
  app.addHook('preClose', async () => {
    // The port may stay open for a while: a connection accepted a moment ago is about to send a request.
    setInterval(() => {
      for (const [socket, since] of silentSince) if (performance.now() - since > graceMs) socket.destroy()
    }, graceMs).unref()
  })
}
