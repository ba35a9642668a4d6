import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReplayPage = { html: string; type?: string; status?: number; headers?: Record<string, string> }

/** A site on loopback whose pages are what they were set to, for tests and benches; every request is kept. */
export type ReplaySite = {
  origin: string
  set(path: string, page: string | ReplayPage | null): void
  /** Paths asked for, in order, since it was last emptied. */
  requests: string[]
  close(): Promise<void>
}

/** @param host a loopback address; others than 127.0.0.1 play other hosts. */
export async function startReplaySite(host = '127.0.0.1', port = 0): Promise<ReplaySite> {
  const pages = new Map<string, ReplayPage>()
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url ?? '/', 'http://site.invalid').pathname)
    requests.push(path)
    const page = pages.get(path) ?? pages.get(`${path}${path.endsWith('/') ? '' : '/'}index.html`)
    if (!page) {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
      return response.end('<title>404 Not Found</title><h1>Not Found</h1>')
    }
    response.writeHead(page.status ?? 200, { 'content-type': page.type ?? 'text/html; charset=utf-8', ...page.headers })
    response.end(page.html)
  })
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    set: (path, page) => {
      if (page === null) pages.delete(path)
      else pages.set(path, typeof page === 'string' ? { html: page } : page)
    },
    requests,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
