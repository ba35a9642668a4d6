import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReplayPage = {
  html: string | Buffer
  type?: string
  status?: number
  headers?: Record<string, string>
  /** Delay of the response. */
  afterMs?: number
}
type ReplayAnswer = (request: IncomingMessage, response: ServerResponse) => void
type ReplayRequest = { path: string; at: number; endedAt: number | null; headers: IncomingMessage['headers'] }

/** A site on loopback with configurable pages, for tests and benches; it records every request. */
export type ReplaySite = {
  origin: string
  set(path: string, page: string | ReplayPage | ReplayAnswer | null): void
  /** The response of all other addresses; null: 404. */
  otherwise(answer: ReplayAnswer | null): void
  /** Requested paths, in order, since it was last cleared. */
  requests: string[]
  /** The same with their times (milliseconds of this process). */
  log: ReplayRequest[]
  close(): Promise<void>
}

/** @param host a loopback address; addresses other than 127.0.0.1 act as other hosts. */
export async function startReplaySite(host = '127.0.0.1', port = 0): Promise<ReplaySite> {
  const pages = new Map<string, ReplayPage | ReplayAnswer>()
  const requests: string[] = []
  const log: ReplayRequest[] = []
  let other: ReplayAnswer | null = null
  const server: Server = createServer((request, response) => {
    response.on('error', () => {})
    const url = new URL(request.url ?? '/', 'http://site.invalid')
    const path = decodeURI(url.pathname)
    requests.push(path)
    const entry: ReplayRequest = {
      path: path + url.search,
      at: performance.now(),
      endedAt: null,
      headers: request.headers,
    }
    log.push(entry)
    response.on('close', () => {
      entry.endedAt = performance.now()
    })
    const page = pages.get(path) ?? pages.get(`${path}${path.endsWith('/') ? '' : '/'}index.html`) ?? other
    if (typeof page === 'function') return page(request, response)
    if (!page) {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
      return response.end('<title>404 Not Found</title><h1>Not Found</h1>')
    }
    const answer = () => {
      response.writeHead(page.status ?? 200, {
        'content-type': page.type ?? 'text/html; charset=utf-8',
        ...page.headers,
      })
      response.end(page.html)
    }
    if (page.afterMs) setTimeout(answer, page.afterMs)
    else answer()
  })
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    set: (path, page) => {
      if (page === null) pages.delete(path)
      else pages.set(path, typeof page === 'string' ? { html: page } : page)
    },
    otherwise: answer => {
      other = answer
    },
    requests,
    log,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
