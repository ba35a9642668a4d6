import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { openDrain } from './drain.ts'

/** An API that one call shuts down, with a request that waits until the test releases it. */
async function anApi(noticeMs: number) {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  const slow = Promise.withResolvers<void>()
  let isRequested = false
  app.get('/livez', () => ({ ok: true }))
  app.get('/quick', () => 'quick')
  app.get('/slow', async () => {
    isRequested = true
    await slow.promise
    return 'slow'
  })
  const drain = openDrain(app, noticeMs)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const request = (path: string, agent = new Agent({ keepAlive: false })) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, agent }, reply => {
        reply.resume()
        reply.once('end', () => resolve({ status: reply.statusCode, connection: reply.headers.connection }))
      }).once('error', reject)
    })
  const end = async () => {
    await drain()
    await app.close()
  }
  return { ask: request, end, slow, isSlowAsked: () => isRequested }
}

it('during the notice period balancers are informed and all other requests are answered', async () => {
  const { ask, end } = await anApi(500)
  expect(await ask('/livez')).toMatchObject({ status: 200 })
  const ended = end()
  expect(await ask('/livez')).toMatchObject({ status: 404 })
  const agent = new Agent({ keepAlive: true })
  // If the server closed this connection, the client would only reconnect, perhaps just as the port closes.
  expect(await ask('/quick', agent)).toEqual({ status: 200, connection: 'keep-alive' })
  await ended
  await expect(ask('/quick')).rejects.toThrow('ECONNREFUSED')
})

it('the port stays open while requests are still answered: a balancer that finds it closed would cut them off', async () => {
  const now = performance.now.bind(performance)
  const { ask, end, slow, isSlowAsked: isSlowRequested } = await anApi(0)
  const agent = new Agent({ keepAlive: true })
  const requested = ask('/slow', agent)
  await expect.poll(isSlowRequested).toBe(true)
  const ended = end()
  // Longer than the wait for new requests on open connections; health checks of balancers do not extend it.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_000)
  for (let checks = 0; checks < 200; checks += 1) expect(await ask('/livez')).toMatchObject({ status: 404 })
  // If this connection ended now, the client would reconnect just as the port closes.
  expect(await ask('/quick', new Agent({ keepAlive: true }))).toMatchObject({ connection: undefined })
  slow.resolve()
  expect(await requested).toMatchObject({ status: 200 })
  await ended
  clock.mockRestore()
  await expect(ask('/livez')).rejects.toThrow('ECONNREFUSED')
})
