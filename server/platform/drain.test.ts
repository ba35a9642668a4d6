import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { openDrain } from './drain.ts'

/** An API that ends in one call, with a request that waits until it is let go. */
async function anApi(noticeMs: number) {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  const slow = Promise.withResolvers<void>()
  let isAsked = false
  app.get('/livez', () => ({ ok: true }))
  app.get('/quick', () => 'quick')
  app.get('/slow', async () => {
    isAsked = true
    await slow.promise
    return 'slow'
  })
  const drain = openDrain(app, noticeMs)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask = (path: string, agent = new Agent({ keepAlive: false })) =>
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
  return { ask, end, slow, isSlowAsked: () => isAsked }
}

it('while it is noticed that an API ends, balancers are told so and everybody else is answered', async () => {
  const { ask, end } = await anApi(500)
  expect(await ask('/livez')).toMatchObject({ status: 200 })
  const ended = end()
  expect(await ask('/livez')).toMatchObject({ status: 404 })
  const agent = new Agent({ keepAlive: true })
  // Who asks on would only come again, perhaps as the port is closed.
  expect(await ask('/quick', agent)).toEqual({ status: 200, connection: 'keep-alive' })
  await ended
  await expect(ask('/quick')).rejects.toThrow('ECONNREFUSED')
})

it('the port stays open for who is answered still: a balancer that finds it closed would cut them off', async () => {
  const now = performance.now.bind(performance)
  const { ask, end, slow, isSlowAsked } = await anApi(0)
  const agent = new Agent({ keepAlive: true })
  const asked = ask('/slow', agent)
  await expect.poll(isSlowAsked).toBe(true)
  const ended = end()
  // Longer than it waits for whoever may come on open connections; the checks of balancers keep it no longer.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 3_000)
  for (let checks = 0; checks < 200; checks += 1) expect(await ask('/livez')).toMatchObject({ status: 404 })
  // A connection that ended now would be made anew just as the port is closed.
  expect(await ask('/quick', new Agent({ keepAlive: true }))).toMatchObject({ connection: undefined })
  slow.resolve()
  expect(await asked).toMatchObject({ status: 200 })
  await ended
  clock.mockRestore()
  await expect(ask('/livez')).rejects.toThrow('ECONNREFUSED')
})
