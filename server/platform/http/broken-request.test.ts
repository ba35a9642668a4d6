import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
let port: number

beforeAll(async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})

async function answerTo(bytes: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk)).on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = '{}'] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

test.each([
  ['headers beyond the limit', `GET /v1/og?keyword=${'x'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ['bytes that are no request', 'hello\r\n\r\n', 400],
])('%s are answered in the envelope of every failure', async (_, bytes, status) => {
  expect(await answerTo(bytes)).toEqual({
    status,
    body: {
      code: status,
      message: expect.stringMatching(/\p{Script=Han}/u),
      req_id: expect.stringMatching(/^[a-z0-9]{16}$/),
    },
  })
})
