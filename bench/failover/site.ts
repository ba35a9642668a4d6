// Small sites on separate addresses: some of their pages change over time, and they record which machine requested
// them.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteRequest } from './requests.ts'

const pages = 12
const answerMs = 30
const changesEachMs = 20_000

export async function openSites(hosts: readonly string[], port: number) {
  const requests: SiteRequest[] = []
  for (const host of hosts) {
    const server = createServer(async (request, response) => {
      const from = performance.now()
      const path = request.url ?? '/'
      const by = (request.socket.remoteAddress ?? '').replace('::ffff:', '')
      await sleep(answerMs)
      const at = path === '/' ? 0 : Number(/^\/page\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
      if (at < pages) response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(host, at))
      else response.writeHead(404).end()
      if (path !== '/robots.txt') requests.push({ host, by, path, from, to: performance.now() })
    })
    await new Promise<void>(resolve => server.listen(port, host, resolve))
  }
  return { requests }
}

function pageOf(host: string, at: number): string {
  const links = Array.from({ length: pages }, (_, link) => `<li><a href="/page/${link}">Page ${link}</a></li>`).join('')
  // A third of the pages changes every twenty seconds.
  const edition = at % 3 === 0 ? Math.floor(performance.now() / changesEachMs) : 0
  const text = `The committee met for the ${edition}th time and told the 委员会 of ${host} about page ${at}. `
  return `<!doctype html><html lang="en"><head><title>Page ${at}</title></head><body><nav><ul>${links}</ul></nav><main><h1>Page ${at}</h1><p>${text.repeat(20)}</p></main></body></html>`
}
