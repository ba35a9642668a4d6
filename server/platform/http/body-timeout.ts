import type { FastifyInstance } from 'fastify'

export type BodyTimeout = {
  /** A connection whose body brings fewer bytes in this time is closed. */
  everyMs: number
  bytes: number
}

/** Slower than any connection that users work over, faster than a client that sends one byte at a time. */
const defaultBodyTimeout: BodyTimeout = { everyMs: 30_000, bytes: 16_384 }

/**
 * Closes connections whose request body arrives too slowly. The criterion is progress, never the total time, so that a
 * large file over a slow connection still arrives whole. `headersTimeout` covers the heads of requests.
 */
export function watchBodies(app: FastifyInstance, { everyMs, bytes }: BodyTimeout = defaultBodyTimeout): void {
  app.addHook('onRequest', async request => {
    const { raw } = request
    const { socket } = raw
    const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined
    // `inject` has no connection whose bytes could be counted.
    if (!hasBody || raw.complete || typeof socket?.bytesRead !== 'number') return
    let before = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer)
      // While the server itself is not reading, the client is not the slow side.
      if (socket.bytesRead - before < bytes && !raw.isPaused() && raw.readableLength === 0) socket.destroy()
      before = socket.bytesRead
    }, everyMs)
    timer.unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop)
    raw.once('close', stop)
  })
}
