// One server for all played sites, which it distinguishes by the header `Host`.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoundLine, SiteData } from './site-data.ts'

export type PlayServer = {
  port: number
  /** Applies the lines of this round to every site that has it. */
  turnTo: (round: number) => void
  /** Addresses without content that were requested, with their count. */
  missed: Map<string, number>
  close: () => void
}

type ServedSite = { site: SiteData; answers: Map<string, RoundLine> }

/**
 * Listens on a free port, so that several runs fit on one machine. Absolute addresses of the site's host in headers and
 * bodies receive this port.
 */
export async function serveSites(sites: readonly SiteData[]): Promise<PlayServer> {
  const served = new Map<string, ServedSite>()
  for (const site of sites) served.set(site.info.host, { site, answers: new Map() })
  const missed = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = request.url ?? '/'
    const answers = served.get(host)?.answers
    // Tokens in the query of a link change nothing.
    const line = answers?.get(path) ?? answers?.get(path.replace(/\?.*/, ''))
    if (!line) {
      missed.set(`${host}${path}`, (missed.get(`${host}${path}`) ?? 0) + 1)
      response.writeHead(404, { 'content-type': 'text/html' })
      return response.end('<title>404 Not Found</title><h1>Not Found</h1>')
    }
    if (line.delay_ms) await sleep(line.delay_ms)
    const withPort = (text: string) =>
      text.replaceAll(`https://${host}`, `http://${host}`).replaceAll(`http://${host}/`, `http://${host}:${port}/`)
    const headers = Object.fromEntries(Object.entries(line.headers).map(([name, value]) => [name, withPort(value)]))
    const isText = /html|xml|json/.test(line.headers['content-type'] ?? '')
    const raw = line.body64 === undefined ? Buffer.from(line.body ?? '', 'utf8') : Buffer.from(line.body64, 'base64')
    // Host names are ASCII, so that any charset of a text can be read byte by byte.
    response.writeHead(line.status, headers)
    response.end(isText ? Buffer.from(withPort(raw.toString('latin1')), 'latin1') : raw)
  })
  server.keepAliveTimeout = 60_000
  const port = await listen(server)
  return {
    ...{ port, missed },
    turnTo(round) {
      for (const { site, answers } of served.values())
        for (const line of site.rounds.get(round) ?? []) answers.set(line.path, line)
    },
    close: () => server.close(),
  }
}

const listen = (server: Server) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

/** A port that was free a moment ago, for a process that needs its number in advance. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  await new Promise(resolve => server.close(resolve))
  return port
}
