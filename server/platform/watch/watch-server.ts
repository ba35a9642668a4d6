import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../log.ts'
import { mayWatch, type WatchConfig } from './watch-access.ts'

/**
 * The health of a process without pages, for monitoring programs. `alive` throws if the process no longer does its
 * work.
 */
type Watchable = {
  alive(): void
  ready(): Promise<{ ok: boolean; details: object }>
  metrics(): Promise<string>
  contentType: string
}

/**
 * Serves `/livez`, `/readyz` and `/metrics` on a separate loopback port. A port that is in use is logged and has no
 * other effect.
 */
export async function openWatchServer(
  port: number,
  config: Pick<WatchConfig, 'metricsToken'>,
  watch: Watchable,
  log: Log,
) {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]
    const json = (status: number, value: object) => answer(response, status, 'application/json', JSON.stringify(value))
    const failed = (error: unknown) => {
      log.error({ err: error }, 'watch port: request failed')
      json(500, { ok: false })
    }
    if (request.method !== 'GET') return json(404, { ok: false })
    const isWatcher = mayWatch(request, { metricsToken: config.metricsToken, trustProxy: false })
    if (path === '/livez') {
      try {
        watch.alive()
        return json(200, { ok: true })
      } catch {
        return json(503, { ok: false })
      }
    }
    if (path === '/readyz')
      // As in the API, every probe may read whether the process is ready; only authorised programs see the details.
      return void watch
        .ready()
        .then(({ ok, details }) => json(ok ? 200 : 503, isWatcher ? { ok, ...details } : { ok }), failed)
    if (path === '/metrics' && isWatcher)
      return void watch.metrics().then(text => answer(response, 200, watch.contentType, text), failed)
    return json(404, { ok: false })
  })
  const isOpen = await listen(server, port, log)
  return {
    port: isOpen ? (server.address() as AddressInfo).port : null,
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listen(server: Server, port: number, log: Log): Promise<boolean> {
  return new Promise(resolve => {
    server.once('error', error => {
      log.error({ err: error, port }, 'watch port: OG_WORKER_PORT cannot be opened, the worker runs without it')
      resolve(false)
    })
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
