import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startSite } from '#server/testing/site.ts'
import { openGuard } from './guard.ts'
import { openProxy } from './proxy.ts'

async function proxyWith({ allow = ['127.0.7.0/24'], maxBytes = 100_000, lookup = async () => ['127.0.0.1'] } = {}) {
  const proxy = await openProxy(openGuard({ allow, lookup }))
  onTestFinished(() => proxy.close())
  const session = proxy.openSession({ maxBytes })
  const auth = `Proxy-Authorization: Basic ${Buffer.from(`${session.username}:${session.password}`).toString('base64')}\r\n`
  return { session, auth, ask: (head: string, then = '') => query(Number(new URL(proxy.url).port), head, then) }
}

/** Sends a head, then `then` after the first answer, and returns everything received until the end. */
function query(port: number, head: string, then: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = ''
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(head))
    socket.on('data', chunk => {
      if (got === '' && then !== '') socket.write(then)
      got += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(got))
    socket.on('error', reject)
  })
}

const site = (address = '127.0.7.1') =>
  startSite((_, response) => response.writeHead(200, { connection: 'close' }).end('inside'), address)

test('plain requests and tunnels reach what the guard allows', async () => {
  const { port, requests } = await site()
  const { ask, auth, session } = await proxyWith()
  const plain = await ask(`GET http://127.0.7.1:${port}/a?b HTTP/1.1\r\nHost: x\r\n${auth}Connection: close\r\n\r\n`)
  expect(plain).toMatch(/^HTTP\/1\.1 200[\s\S]*inside/)
  const tunnel = await ask(
    `CONNECT 127.0.7.1:${port} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`,
    'GET /t HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(tunnel).toMatch(/^HTTP\/1\.1 200 Connection Established[\s\S]*inside/)
  expect(requests).toEqual(['/a?b', '/t'])
  expect(session.bytes()).toBeGreaterThan(6)
})

test('without the password of a session, or after its end, no server is reached', async () => {
  const { port, requests } = await site()
  const { ask, auth, session } = await proxyWith()
  const target = `CONNECT 127.0.7.1:${port} HTTP/1.1\r\nHost: x\r\n`
  expect(await ask(`${target}\r\n`)).toMatch(/^HTTP\/1\.1 407/)
  expect(await ask(`GET http://127.0.7.1:${port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 407/,
  )
  session.close()
  expect(await ask(`${target}${auth}\r\n`)).toMatch(/^HTTP\/1\.1 407/)
  expect(requests).toEqual([])
})

test.each([
  ['127.0.0.1:PORT', 'the loopback'],
  ['[::1]:PORT', 'the loopback of IPv6'],
  ['[::ffff:127.0.0.1]:PORT', 'a mapped address'],
  ['2130706433:PORT', 'a decimal host'],
  ['inside.test:PORT', 'a name that resolves to it'],
  ['169.254.169.254:80', 'the metadata of clouds'],
  ['127.0.7.1:25', 'a port of mail'],
  ['127.0.7.1', 'no port'],
  ['nonsense', 'nonsense'],
])('a tunnel to %s is refused: %s', async target => {
  const { port, requests } = await site('127.0.0.1')
  const { ask, auth } = await proxyWith()
  const answer = await ask(`CONNECT ${target.replace('PORT', String(port))} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 403/)
  expect(requests).toEqual([])
})

test.each(['GET http://127.0.0.1:PORT/', 'PUT http://127.0.7.1:PORT/', 'GET /relative', 'GET https://127.0.7.1:PORT/'])(
  'the request %s is refused',
  async line => {
    const { port, requests } = await site('127.0.0.1')
    const { ask, auth, session } = await proxyWith()
    const answer = await ask(
      `${line.replace('PORT', String(port))} HTTP/1.1\r\nHost: x\r\n${auth}Connection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 403/)
    expect(requests).toEqual([])
    if (line.includes('GET http://127')) expect([...session.refused]).toEqual([`127.0.0.1:${port}: 127.0.0.1`])
  },
)

test('a session that has used up its bytes receives no more', async () => {
  const big = await startSite((_, response) => response.writeHead(200).end(Buffer.alloc(3_000_000)), '127.0.7.1')
  const { ask, auth, session } = await proxyWith({ maxBytes: 100_000 })
  const request = `GET http://127.0.7.1:${big.port}/ HTTP/1.1\r\nHost: x\r\n${auth}Connection: close\r\n\r\n`
  expect((await ask(request)).length).toBeLessThan(400_000)
  expect(session.bytes()).toBeGreaterThan(100_000)
  expect(await ask(request)).toMatch(/^HTTP\/1\.1 403/)
})

test.each([
  'HTTP/1.1 099 Odd',
  'HTTP/1.1 000 Odd',
  'HTTP/1.1 999 Odd',
  'HTTP/1.1 204 x\r\nTransfer-Encoding: chunked',
  'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x',
  'HTTP/1.1 200 OK\r\nSet-Cookie: \u0001',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7',
])('an unusual answer of a server ends only its own connection: %j', async head => {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(`${head}\r\n\r\n`, 'latin1'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.7.1', resolve))
  onTestFinished(() => void server.close())
  const thrown: unknown[] = []
  const note = (error: unknown) => void thrown.push(error)
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('uncaughtException', note).off('unhandledRejection', note))
  const { port } = server.address() as AddressInfo
  const { ask, auth } = await proxyWith()
  const request = `GET http://127.0.7.1:${port}/ HTTP/1.1\r\nHost: x\r\n${auth}Connection: close\r\n\r\n`
  await ask(request).catch(() => {})
  expect(thrown).toEqual([])
  const sound = await site()
  const next = `GET http://127.0.7.1:${sound.port}/ HTTP/1.1\r\nHost: x\r\n${auth}Connection: close\r\n\r\n`
  expect(await ask(next)).toMatch(/^HTTP\/1\.1 200[\s\S]*inside/)
})
