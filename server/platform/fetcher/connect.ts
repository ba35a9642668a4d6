import { connect as connectTcp, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { Guard, Refusal } from './guard.ts'
import { readTarget } from './target.ts'

/** A connection that the guard refused; carries the reason through undici and Node. */
export class RefusedError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`${refusal.reason}: ${refusal.detail}`)
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}

/** A TCP connection could not be established in time; `code` is `CONNECT_TIMEOUT`. */
class ConnectTimeout extends Error {
  readonly code = 'CONNECT_TIMEOUT'
}

/**
 * Opens a TCP connection to a host that the guard has checked. There is one lookup, every address of it is checked,
 * and the connection uses those very addresses, so that a name cannot change in between. Rejects with RefusedError,
 * ConnectTimeout or Node's own errors.
 */
export async function guardedConnect(guard: Guard, host: string, port: number, timeoutMs: number): Promise<Socket> {
  const until = performance.now() + timeoutMs
  const resolved = await withLookupDeadline(until, guard.resolve(host), host)
  if ('refusal' in resolved) throw new RefusedError(resolved.refusal)
  // Trying more than one address gets past a dead IPv6 route; the limit of three avoids minutes of attempts for a host
  // with many addresses.
  const addresses = resolved.addresses.slice(0, 3)
  let last: unknown
  for (const [index, address] of addresses.entries()) {
    const limitMs = Math.max(1, (until - performance.now()) / (addresses.length - index))
    try {
      return await connectTo(guard, address, port, limitMs)
    } catch (error) {
      if (error instanceof RefusedError) throw error
      last = error
    }
  }
  throw last
}

function connectTo(guard: Guard, address: string, port: number, limitMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // The address is literal, so Node does no lookup.
    const socket = connectTcp({ host: address, port, noDelay: true })
    const timer = setTimeout(() => socket.destroy(new ConnectTimeout(`${address}:${port}`)), limitMs)
    socket.once('error', error => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      const remote = socket.remoteAddress ?? ''
      if (!guard.isAllowed(remote)) socket.destroy(new RefusedError({ reason: 'refused_address', detail: remote }))
      else resolve(socket)
    })
  })
}

async function withLookupDeadline<T>(until: number, work: Promise<T>, host: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectTimeout(`looking up ${host}`)), until - performance.now())
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * undici's connector over guarded connections. TLS certificates are verified; the handshake begins only after the
 * address was checked.
 */
export function guardedConnector(guard: Guard, timeoutMs: number): buildConnector.connector {
  const secure = buildConnector({ allowH2: false, timeout: timeoutMs, rejectUnauthorized: true })
  return (options, done) => {
    const isSecure = options.protocol === 'https:'
    const { hostname, protocol, port: given } = options
    const { host, port } = readTarget({ hostname, protocol, port: String(given ?? '') })
    guardedConnect(guard, host, port, timeoutMs).then(
      socket => {
        if (isSecure) return secure({ ...options, httpSocket: socket }, done)
        socket.setKeepAlive(true, 60_000)
        done(null, socket)
      },
      (error: Error) => done(error, null),
    )
  }
}
