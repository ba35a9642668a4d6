import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { info, login } from '#contract/session.api.ts'
import { buildApp } from '#server/app.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { newToken } from '../http/token.ts'
import { openDb, openPool } from './db.ts'
import { openListener } from './listen.ts'
import { isOutage } from './outage.ts'

const test = useTestApp()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A database that answers every connection with this error, as PostgreSQL does while it starts or shuts down. */
async function aDatabaseThatSays(code: string, message: string): Promise<string> {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`
  const reply = Buffer.alloc(5 + fields.length)
  reply.write('E')
  reply.writeInt32BE(4 + fields.length, 1)
  reply.write(fields, 5)
  const server: Server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(reply))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise(resolve => server.close(resolve)))
  const address = server.address()
  return `postgres://og:og@127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/postgres`
}

async function anApiOn(url: string) {
  const pool = openPool(url, { size: 2 })
  const { blobs, now } = test.ctx
  const app = await buildApp({
    config: { trustProxy: false, dataDir: test.folder, upload: { fileBytes: 1, userBytes: 1, totalBytes: 1 } },
    db: openDb(pool),
    blobs,
    now,
    log: test.app.log,
    listener: openListener(pool),
  })
  ends.push(async () => {
    await app.close()
    await pool.end()
  })
  return app
}

describe('while the database is unavailable', () => {
  it.each([
    ['57P03', 'the database system is starting up'],
    ['57P03', 'the database system is in recovery mode'],
    ['57P01', 'terminating connection due to administrator command'],
    ['53300', 'sorry, too many clients already'],
    ['08006', 'connection failure'],
    ['25006', 'cannot execute UPDATE in a read-only transaction'],
  ])('and reports %s (%s), requests answer 503 with one sentence', async (code, stated) => {
    const app = await anApiOn(await aDatabaseThatSays(code, stated))
    const signIn = await app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'accept-language': 'en-US' },
      payload: { username: 'admin', password: 'some-password-1' },
    })
    const own = await app.inject({
      method: info.method,
      url: info.path,
      headers: { authorization: `Bearer ${newToken()}` },
    })
    expect(signIn.statusCode).toBe(503)
    expect(signIn.json().message).toBe('The service is not available at the moment. Try again later.')
    expect(own.statusCode).toBe(503)
  })

  it('because no process listens there, they do the same', async () => {
    const app = await anApiOn('postgres://og:og@127.0.0.1:1/postgres')
    const own = await app.inject({
      method: info.method,
      url: info.path,
      headers: { authorization: `Bearer ${newToken()}` },
    })
    expect(own.statusCode).toBe(503)
  })

  it('an error that the database itself returned does not count as an outage', () => {
    const stated = (code: string) => Object.assign(new Error('said'), { code })
    expect(isOutage(stated('23505'))).toBe(false)
    expect(isOutage(stated('57014'))).toBe(false)
    expect(isOutage(new Error('anything'))).toBe(false)
    expect(isOutage(new AggregateError([stated('ECONNREFUSED')]))).toBe(true)
  })
})
