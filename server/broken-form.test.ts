import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createList } from '#contract/list.api.ts'
import { type Client, urlOf, useTestApp } from './testing/test-app.ts'

const app = useTestApp()
let admin: Client
let list: number
let port: number
beforeAll(async () => {
  admin = await app.as('admin')
  list = (await admin.get(createList, { body: { name: 'A list' } })).id
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.app.close())

const taking = api.flatMap(({ endpoint }) => (endpoint.accepts === 'file' ? [endpoint] : []))
const part = (name: string) => `--cut-here\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n`
const formOf = (content: string) => `${part('a.csv')}content-type: text/csv\r\n\r\n${content}\r\n--cut-here--\r\n`
const small = formOf('name\r\nAlpha\r\nBeta')
const large = formOf(`name\r\n${'Alpha beta gamma\r\n'.repeat(20_000)}`)

/**
 * Sends a body, even if it is shorter than announced, and ends the connection; returns the status of the answer, 0 if
 * there is none.
 */
async function send(endpoint: Endpoint, body: string, { length = body.length, type = 'boundary=cut-here' } = {}) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.write(
    [
      `${endpoint.method} ${urlOf(endpoint.path, { id: list }, {})} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      `authorization: Bearer ${admin.token}`,
      `content-type: multipart/form-data; ${type}`,
      `content-length: ${length}`,
      '',
      body,
    ].join('\r\n'),
  )
  if (length > body.length) socket.end()
  const answer = await text(socket).catch(() => '')
  return Number(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

const label = (endpoint: Endpoint, what: string, status: number) => `${endpoint.path}, ${what}: ${status}`

test('a form that ends at any byte is the client’s fault, at every endpoint that accepts a file', async () => {
  expect(taking.length).toBeGreaterThanOrEqual(7)
  const wrong: string[] = []
  for (const endpoint of taking) {
    const lengths = [
      ...Array.from({ length: small.length - 4 }, (_, at) => small.slice(0, at)),
      ...[10_000, 65_536, 100_000, 300_000, large.length - 8].map(at => large.slice(0, at)),
    ]
    for (const body of lengths) {
      const status = await send(endpoint, body)
      if (status < 400 || status >= 500) wrong.push(label(endpoint, `${body.length} bytes`, status))
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

test('so are a body shorter than announced and an invalid form', async () => {
  const wrong: string[] = []
  for (const endpoint of taking) {
    const cases = {
      'less than announced': () => send(endpoint, small.slice(0, 120), { length: small.length }),
      'much less than announced': () => send(endpoint, large.slice(0, 70_000), { length: large.length }),
      'no boundary': () => send(endpoint, small, { type: 'x=y' }),
      'an empty boundary': () => send(endpoint, small, { type: 'boundary=' }),
      'another boundary': () => send(endpoint, small, { type: 'boundary=elsewhere' }),
      'a head without end': () => send(endpoint, part('x'.repeat(100_000))),
      'a head that is no head': () => send(endpoint, '--cut-here\r\nno head at all\r\n\r\nx\r\n--cut-here--\r\n'),
      'two files': () =>
        send(endpoint, `${part('a.csv')}\r\nx\r\n${part('b.csv')}\r\ny\r\n--cut-here--\r\n`.slice(0, -14)),
      'an encoding of old': () => send(endpoint, `${part('a')}content-transfer-encoding: odd\r\n\r\nx`),
    }
    for (const [what, send] of Object.entries(cases)) {
      const status = await send()
      if (status >= 500 || (status > 0 && status < 400)) wrong.push(label(endpoint, what, status))
    }
  }
  expect(wrong).toEqual([])
}, 120_000)
