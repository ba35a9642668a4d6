import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const test = useTestApp()
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** An API as `npm run start:api` starts it. */
async function anApi(port: number): Promise<ChildProcess> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.db)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join('server', 'main.ts')], {
    env: {
      DATABASE_URL: inject('databaseUrl').replace(/postgres$/, String(rows[0]?.name)),
      OG_DATA_DIR: test.folder,
      OG_LOG_LEVEL: 'silent',
      // One user sends requests as fast as possible.
      OG_BOUND_FACTOR: '1000',
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let stated = ''
  child.stdout?.on('data', chunk => {
    stated += chunk
  })
  await expect.poll(() => stated, { timeout: 60_000 }).toContain('listens')
  return child
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * A proxy for two processes: it uses them in turn, and the next one if a connection fails; a request that was sent is
 * never sent again.
 */
function aProxy(ports: number[], token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let turn = 0
  const one = (port: number) =>
    new Promise<number | 'nobody'>((resolve, reject) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/v1/info',
          agent,
          headers: { authorization: `Bearer ${token}` },
        },
        reply => {
          reply.resume()
          reply.once('end', () => resolve(reply.statusCode ?? 0))
          reply.once('error', reject)
        },
      )
      sent.once('error', (error: NodeJS.ErrnoException) =>
        error.syscall === 'connect' ? resolve('nobody') : reject(error),
      )
      sent.end()
    })
  return {
    request: async () => {
      const first = turn++
      // Each process is tried twice, because between the two attempts the first may have started and the second have
      // ended.
      for (let tries = 0; tries < 2 * ports.length; tries++) {
        const status = await one(ports[(first + tries) % ports.length] as number)
        if (status !== 'nobody') return status
      }
      return 'nobody' as const
    },
    close: () => agent.destroy(),
  }
}

describe('a rolling upgrade', () => {
  it('of two processes, one after the other, fails no request', async () => {
    const ports = [await freePort(), await freePort()]
    const reader = await test.as('editor')
    const old = await Promise.all(ports.map(anApi))
    const proxy = aProxy(ports, reader.token)
    const answers = new Map<unknown, number>()
    let isOver = false
    const client = async () => {
      while (!isOver) {
        const status = await proxy.request().catch((error: Error) => error.message)
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    const clients = Array.from({ length: 6 }, client)
    // The processes are in use and have open connections: closing the port would lose a connection that the system has
    // accepted and the process has not.
    await expect.poll(() => answers.get(200) ?? 0, { timeout: 60_000 }).toBeGreaterThan(50)
    for (const [n, process] of old.entries()) {
      const ended = new Promise(resolve => process.once('exit', resolve))
      process.kill('SIGTERM')
      expect(await ended).toBe(0)
      await anApi(ports[n] as number)
    }
    isOver = true
    await Promise.all(clients)
    proxy.close()
    expect([...answers.keys()]).toEqual([200])
    expect(answers.get(200)).toBeGreaterThan(50)
  }, 180_000)
})
