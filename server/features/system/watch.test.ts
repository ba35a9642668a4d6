import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { openMetrics } from '#server/platform/watch/metrics.ts'
import { mayWatch, type WatchConfig } from '#server/platform/watch/watch-access.ts'
import { openWatchServer } from '#server/platform/watch/watch-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkReady } from './ready.ts'
import { openSystem } from './system.service.ts'
import { watchOf } from './watch.ts'

const test_ = useTestApp()
const local = { host: '127.0.0.1:8080' }
const upload = { fileBytes: 1, userBytes: 1, totalBytes: 1 }
const listener = { on: () => {}, close: async () => {} }

async function withApp<T>(
  config: Partial<WatchConfig>,
  use: (app: Awaited<ReturnType<typeof buildApp>>, lines: Record<string, unknown>[]) => Promise<T>,
): Promise<T> {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { db, blobs, now } = test_.ctx
  const place = { dataDir: test_.folder, upload, trustProxy: false as const, ...config }
  const app = await buildApp({ config: place, db, blobs, now, log, listener } as never)
  try {
    return await use(app, lines)
  } finally {
    await app.close()
  }
}

describe('access to the metrics', () => {
  test.each<[string, number, Partial<WatchConfig>, Record<string, string>, string]>([
    ['a program of this machine', 200, {}, local, '127.0.0.1'],
    ['one that speaks IPv6', 200, {}, { host: '[::1]:8080' }, '::1'],
    ['an address mapped into IPv6', 200, {}, local, '::ffff:127.0.0.1'],
    ['another machine', 404, {}, { host: '10.0.0.5:8080' }, '10.0.0.7'],
    ['another machine that says it is this one', 404, {}, { ...local, 'x-forwarded-for': '127.0.0.1' }, '10.0.0.7'],
    ['a proxy of this machine for somebody', 404, {}, { ...local, 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1'],
    ['a proxy that only says via', 404, {}, { ...local, via: '1.1 proxy' }, '127.0.0.1'],
    ['this machine under a name of the network', 404, {}, { host: 'og.example.org' }, '127.0.0.1'],
    ['this machine where proxies are named', 404, { trustProxy: ['127.0.0.1'] }, local, '127.0.0.1'],
    ['this machine where users open another address', 404, { publicUrl: 'https://og.example' }, local, '127.0.0.1'],
    [
      'who knows the token, from anywhere',
      200,
      { metricsToken: 'a-token-of-metrics', trustProxy: true },
      { authorization: 'Bearer a-token-of-metrics' },
      '203.0.113.9',
    ],
    [
      'who guesses the token',
      404,
      { metricsToken: 'a-token-of-metrics' },
      { authorization: 'Bearer a-token-of-metric' },
      '127.0.0.1',
    ],
    ['this machine without the token', 404, { metricsToken: 'a-token-of-metrics' }, local, '127.0.0.1'],
  ])('%s: %d', async (_who, status, config, headers, remoteAddress) => {
    const answer = await withApp(config, app => app.inject({ url: '/metrics', headers, remoteAddress }))
    expect(answer.statusCode).toBe(status)
  })

  test('a request of HTTP/1.0 counts as coming from a proxy', () => {
    const socket = { remoteAddress: '127.0.0.1' }
    const of = (httpVersion: string) =>
      mayWatch({ headers: local, socket, httpVersion } as never, { trustProxy: false })
    expect([of('1.1'), of('1.0')]).toEqual([true, false])
  })
})

test('requests are counted by the pattern of their route, never by their address', async () => {
  const text = await withApp({}, async app => {
    for (const url of ['/v1/og/7?keyword=secret', '/v1/og/8', '/v1/nonsense-𠮷', '/nonsense'])
      await app.inject({ url, headers: local })
    return (await app.inject({ url: '/metrics', headers: local })).body
  })
  expect(text).toContain('og_http_requests_total{method="GET",route="/v1/og/:id",status="401"} 2')
  expect(text).toMatch(/og_http_requests_total\{method="GET",route="none",status="404"\} [12]/)
  expect(text).not.toMatch(/secret|nonsense|%/)
})

test('each request is logged as one line with its pattern, ids, status, duration and user, without any words of the request', async () => {
  const admin = await test_.as('admin')
  const headers = { authorization: `Bearer ${admin.token}`, req_id: 'aaaaaaaaaaaaaaaa' }
  const lines = await withApp({}, async (app, lines) => {
    await app.inject({ url: '/v1/og/123?keyword=张三', headers })
    await app.inject({ url: '/v1/event_feed/s3cr3t-token', headers })
    await app.inject({ method: 'POST', url: '/v1/login', payload: { username: '姜𤨒姬', password: 'hidden-words-12' } })
    await vi.waitFor(() => expect(lines.filter(line => line.msg === 'request')).toHaveLength(3))
    return lines
  })
  expect(lines.find(line => line.route === '/v1/og/:id')).toMatchObject({
    reqId: 'aaaaaaaaaaaaaaaa',
    method: 'GET',
    ids: { id: 123 },
    status: 404,
    ms: expect.any(Number),
    user: admin.id,
  })
  expect(JSON.stringify(lines)).not.toMatch(/张三|s3cr3t|姜|hidden-words|keyword/)
})

test('the metrics contain the state of the database and that of the process itself', async () => {
  const text = await withApp({}, async app => (await app.inject({ url: '/metrics', headers: local })).body)
  for (const line of [
    'og_queue_waiting{queue="search"}',
    'og_disk_free_bytes{disk="data"}',
    'og_processes{kind="worker"} 0',
    'og_schema_current 1',
    'og_part_measured{part="queues"} 1',
    'og_troubles{code="no_worker"} 1',
  ])
    expect(text).toContain(line)
})

test('frequent scraping queries the database once in a few seconds', async () => {
  const system = openSystem(test_.ctx, { dataDir: test_.folder })
  const states = await Promise.all(Array.from({ length: 20 }, () => system.state()))
  expect(new Set([...states, await system.state()]).size).toBe(1)
})

test('a value that was not measured is not reported as zero', async () => {
  const metrics = openMetrics('api', '1')
  const system = { state: () => Promise.reject(new Error('away')) }
  const text = await watchOf(test_.ctx, { dataDir: test_.folder, system, metrics }).metrics()
  expect(text).toContain('og_part_measured{part="all"} 0')
  expect(text).not.toMatch(/^og_(seal_broken|schema_current|queue_waiting)[ {]/m)
})

describe('readiness', () => {
  test('requires the database with its newest migration, and files that can be written', async () => {
    const answer = await withApp({}, app => app.inject({ url: '/readyz', headers: local }))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ ok: true, checks: { database: true, schema: true, data: true, blobs: true } })
    expect(answer.json().queues.map((queue: { name: string }) => queue.name)).toContain('search')
  })

  test('shows strangers the result, but no details', async () => {
    const answer = await withApp({}, app => app.inject({ url: '/readyz', remoteAddress: '203.0.113.9' }))
    expect(answer.json()).toEqual({ ok: true })
  })

  test('fails with an older database', async () => {
    const newest = await test_.db.selectFrom('migration').selectAll().orderBy('name', 'desc').executeTakeFirstOrThrow()
    await test_.db.deleteFrom('migration').where('name', '=', newest.name).execute()
    const answer = await withApp({}, app => app.inject({ url: '/readyz', headers: local }))
    await test_.db.insertInto('migration').values(newest).execute()
    expect(answer.statusCode).toBe(503)
    expect(answer.json().checks).toEqual({ database: true, schema: false, data: true, blobs: true })
  })

  test('fails if files cannot be written, or if there is no answer in time', async () => {
    const nowhere = '/proc/nowhere'
    const full = { ...test_.ctx, blobs: openFileBlobs(nowhere) }
    expect((await checkReady(full, nowhere)).checks).toMatchObject({ database: true, data: false, blobs: false })
    const stuck = { ...test_.ctx.blobs, put: () => new Promise<number>(() => {}) }
    expect((await checkReady({ ...test_.ctx, blobs: stuck }, test_.folder, 50)).checks).toMatchObject({ blobs: false })
  })

  test.each(['/livez', '/healthz'])('%s answers while the process runs', async url => {
    expect((await test_.app.inject({ url })).json()).toEqual({ ok: true })
  })
})

describe('a worker', () => {
  const get = (port: number, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      ask({ host: '127.0.0.1', port, path, headers }, response => {
        let body = ''
        response.on('data', chunk => (body += chunk)).on('end', () => resolve({ status: response.statusCode, body }))
      })
        .on('error', reject)
        .end()
    })
  const watchable = () => {
    const metrics = openMetrics('worker', '1')
    metrics.job('write_import', 'failed', 2)
    return { ...watchOf(test_.ctx, { dataDir: test_.folder, metrics }), contentType: metrics.registry.contentType }
  }

  test('reports its health on a separate loopback port, and is not alive once others have taken its work', async () => {
    let isMuted = false
    const alive = () => {
      if (isMuted) throw new Error('muted')
    }
    const server = await openWatchServer(0, {}, { ...watchable(), alive }, test_.ctx.log)
    const port = server.port as number
    expect((await get(port, '/metrics')).body).toContain('og_jobs_total{task="write_import",outcome="failed"} 1')
    expect((await get(port, '/readyz')).status).toBe(200)
    expect((await get(port, '/livez')).status).toBe(200)
    isMuted = true
    expect((await get(port, '/livez')).status).toBe(503)
    expect((await get(port, '/metrics', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(404)
    expect((await get(port, '/metrics', { host: 'evil.example' })).status).toBe(404)
    await server.stop()
  })

  test('probes need no token; details and metrics require it', async () => {
    const server = await openWatchServer(
      0,
      { metricsToken: 'a-token-of-metrics' },
      { ...watchable(), alive: () => {} },
      test_.ctx.log,
    )
    const port = server.port as number
    const known = { authorization: 'Bearer a-token-of-metrics' }
    expect((await get(port, '/livez')).status).toBe(200)
    expect(await get(port, '/readyz')).toMatchObject({ status: 200, body: '{"ok":true}' })
    expect((await get(port, '/readyz', known)).body).not.toBe('{"ok":true}')
    expect((await get(port, '/metrics')).status).toBe(404)
    expect((await get(port, '/metrics', known)).status).toBe(200)
    await server.stop()
  })

  test('continues without the port if it is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const server = await openWatchServer(port, {}, { ...watchable(), alive: () => {} }, test_.ctx.log)
    expect(server.port).toBeNull()
    await server.stop()
    other.close()
  })
})
