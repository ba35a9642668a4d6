import { randomBytes } from 'node:crypto'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Duplex, Transform, type Writable } from 'node:stream'
import { guardedConnect, RefusedError } from './connect.ts'
import type { Guard } from './guard.ts'
import { readTarget } from './target.ts'

/** The access of one browser context to the proxy: its own password and its own limit of bytes. */
type ProxySession = {
  username: string
  password: string
  /** Bytes received so far. */
  bytes(): number
  /** Hosts and addresses that were refused, without repetition, at most 50. */
  refused: Set<string>
  /** Closes its connections. */
  close(): void
}
export type GuardProxy = {
  /** `http://127.0.0.1:port`. */
  url: string
  openSession(limits: { maxBytes: number }): ProxySession
  close(): Promise<void>
}

type Session = ProxySession & { maxBytes: number; received: number; sockets: Set<Writable> }
const connectMs = 10_000
const maxSockets = 40
const idleMs = 30_000
const allowedMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST'])
/** Hop-by-hop headers (RFC 9110, 7.6.1), and those of the proxy itself. */
const hopHeaders = /^(proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade)$/

/**
 * A loopback proxy for a browser, for plain HTTP and CONNECT. All connections of the browser (redirects, sub-resources,
 * WebSockets) go through the guard. A client without a session gets 407.
 */
export async function openProxy(guard: Guard): Promise<GuardProxy> {
  const sessions = new Map<string, Session>()
  const sessionOf = (request: IncomingMessage): Session | undefined => {
    const given = /^Basic\s+(\S+)$/i.exec(request.headers['proxy-authorization'] ?? '')?.[1] ?? ''
    const [username = '', password = ''] = Buffer.from(given, 'base64').toString('latin1').split(':')
    const session = sessions.get(username)
    return session?.password === password ? session : undefined
  }
  const server = createServer((request, response) => {
    const session = sessionOf(request)
    if (!session) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end()
    forward(guard, session, request, response).catch(() => response.destroy())
  })
  server.on('connect', (request, client) => {
    client.on('error', () => {})
    const session = sessionOf(request)
    if (!session)
      return client.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\n\r\n',
      )
    tunnel(guard, session, request.url ?? '', client).catch(() => client.destroy())
  })
  server.on('upgrade', (_, socket) => socket.destroy())
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    openSession({ maxBytes }) {
      const session: Session = {
        username: randomBytes(9).toString('hex'),
        password: randomBytes(18).toString('hex'),
        maxBytes,
        received: 0,
        sockets: new Set(),
        refused: new Set(),
        bytes: () => session.received,
        close() {
          sessions.delete(session.username)
          for (const socket of session.sockets) socket.destroy()
        },
      }
      sessions.set(session.username, session)
      return session
    },
    close: () =>
      new Promise<void>(resolve => {
        for (const session of sessions.values()) session.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A guarded connection to the host of `url`; null if it was refused, which is recorded in the session. */
async function reach(guard: Guard, session: Session, url: URL): Promise<Socket | null> {
  const refuse = (what: string) => {
    if (session.refused.size < 50) session.refused.add(what)
    return null
  }
  const refusal = guard.judgeUrl(url)
  if (refusal) return refuse(`${url.host}: ${refusal.detail}`)
  if (session.received > session.maxBytes || session.sockets.size >= maxSockets * 2) return refuse(`${url.host}: limit`)
  try {
    const { host, port } = readTarget(url)
    const socket = await guardedConnect(guard, host, port, connectMs)
    socket.setTimeout(idleMs, () => socket.destroy())
    return trackSocket(session, socket)
  } catch (error) {
    if (error instanceof RefusedError) refuse(`${url.host}: ${error.refusal.detail}`)
    return null
  }
}

async function tunnel(guard: Guard, session: Session, target: string, client: Duplex): Promise<void> {
  // The scheme is only a placeholder: the port must be written out, and that port is checked.
  const url = URL.parse(`http://${target}`)
  const port = /:(\d+)$/.exec(target)?.[1]
  const upstream = url && port && url.pathname === '/' ? await reach(guard, session, url) : null
  if (!upstream) return void client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
  trackSocket(session, client)
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  upstream.on('error', () => client.destroy())
  upstream.on('close', () => client.destroy())
  client.on('close', () => upstream.destroy())
  upstream.pipe(counting(session)).pipe(client)
  client.pipe(upstream)
}

async function forward(
  guard: Guard,
  session: Session,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(request.url ?? '')
  const isUsable = url?.protocol === 'http:' && allowedMethods.has(request.method ?? '')
  const upstream = isUsable ? await reach(guard, session, url) : null
  if (!url || !upstream) return void response.writeHead(403, { 'content-length': 0 }).end()
  trackSocket(session, response)
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !hopHeaders.test(name)))
  const forwarded = httpRequest(
    {
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, connection: 'close' },
      createConnection: () => upstream,
    },
    answer => {
      answer.on('error', () => response.destroy())
      const kept = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !hopHeaders.test(name)))
      try {
        response.writeHead(answer.statusCode ?? 502, kept)
      } catch {
        // The HTTP parser accepts a status such as 099, but it cannot be written.
        return void response.destroy()
      }
      answer.pipe(counting(session)).pipe(response)
    },
  )
  forwarded.on('error', () => response.destroy())
  // The request offered no upgrade, so a server that switches protocols is disconnected.
  forwarded.on('upgrade', (_, socket) => {
    socket.destroy()
    response.destroy()
  })
  response.on('close', () => upstream.destroy())
  request.pipe(forwarded)
}

function trackSocket<T extends Writable>(session: Session, socket: T): T {
  session.sockets.add(socket)
  socket.once('close', () => session.sockets.delete(socket))
  socket.on('error', () => {})
  return socket
}

function counting(session: Session): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      session.received += chunk.length
      if (session.received <= session.maxBytes) return done(null, chunk)
      for (const socket of session.sockets) socket.destroy()
      done()
    },
  })
}
