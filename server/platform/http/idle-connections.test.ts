import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeIdleConnections } from './idle-connections.ts'

test('a connection that never sends a request does not delay the shutdown of a server', async () => {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false })
  closeIdleConnections(app)
  app.get('/', async () => 'here')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const gone = once(socket, 'close')
  const late = connect(port, '127.0.0.1')
  await once(late, 'connect')
  const answer = once(late, 'data')
  const closed = app.close()
  late.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  expect(String(await answer)).toContain('here')
  await Promise.all([closed, gone])
})
