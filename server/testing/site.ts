import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type TestSite = {
  port: number
  /** `http://127.0.0.1:port`, without a trailing slash. */
  origin: string
  /** Requested paths, in order. */
  requests: string[]
  close(): Promise<void>
}
type SiteHandler = (request: IncomingMessage, response: ServerResponse) => void

/** A web site on a loopback address for one test; closed with the test. */
export async function startSite(answer: SiteHandler, address = '127.0.0.1'): Promise<TestSite> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    // Tests end responses in every broken way; the client's reaction on the connection is no error here.
    response.on('error', () => {})
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return { port, origin: `http://${address.includes(':') ? `[${address}]` : address}:${port}`, requests, close }
}
