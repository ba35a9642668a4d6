import type { FastifyInstance } from 'fastify'

export type BodyPace = {
  /** A body that brings fewer bytes in this time is given up. */
  everyMs: number
  bytes: number
}

/** Slower than any line that people work over, faster than one byte at a time. */
export const usualPace: BodyPace = { everyMs: 30_000, bytes: 16_384 }

/**
 * Ends connections whose body comes too slowly to be meant: by its progress, never by how long it takes in all, so that
 * a large file over a thin line comes in whole. Heads of requests have `headersTimeout`.
 */
export function watchBodies(app: FastifyInstance, { everyMs, bytes }: BodyPace = usualPace): void {
  app.addHook('onRequest', async request => {
    const { raw } = request
    const { socket } = raw
    const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || raw.headers['transfer-encoding'] !== undefined
    // `inject` has no connection to count on.
    if (!hasBody || raw.complete || typeof socket?.bytesRead !== 'number') return
    let before = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer)
      // While the server itself is not reading, it is not the client who is slow.
      if (socket.bytesRead - before < bytes && !raw.isPaused() && raw.readableLength === 0) socket.destroy()
      before = socket.bytesRead
    }, everyMs)
    timer.unref()
    const stop = () => clearInterval(timer)
    raw.once('end', stop)
    raw.once('close', stop)
  })
}
