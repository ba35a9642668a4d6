import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createOg } from '#contract/og.api.ts'
import * as contract from '#contract/webhook.api.ts'
import { databaseUrl } from '#server/testing/killed-worker.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { idOf, openReceiver } from './testing.ts'

const app = useTestApp({ outboundAllow: ['127.0.0.0/8'] })

/**
 * A worker process that only sends to webhooks. Its clock is ahead, so that leases of killed ones have ended, and runs
 * five times faster, so that retries are due soon.
 */
const program = `
  import { startWebhookWorker } from '#server/features/webhook/webhook.service.ts'
  import { openDb, openPool } from '#server/platform/db/db.ts'
  import { openListener } from '#server/platform/db/listen.ts'
  import { openFetcher } from '#server/platform/fetcher/fetch.ts'
  import { openGuard } from '#server/platform/fetcher/guard.ts'
  import { openSecrets } from '#server/platform/secret.ts'
  const [url, dataDir, aheadMs] = process.argv.slice(1)
  const pool = openPool(url, { size: 4 })
  const log = { info() {}, warn() {}, debug() {}, error: console.error }
  const actor = { kind: 'system', id: null, username: 'system', role: 'admin', keys: [] }
  const startedAt = Date.now()
  const now = () => new Date(startedAt + (Date.now() - startedAt) * 5 + Number(aheadMs))
  const ctx = { db: openDb(pool), blobs: {}, now, log, actor, locale: 'zh-CN', reqId: 'storm', address: '', secrets: openSecrets({ dataDir }) }
  const { post } = openFetcher(openGuard({ allow: ['127.0.0.0/8'] }), { agentName: 'storm', connections: 16 })
  startWebhookWorker(ctx, openListener(pool), { post, publicUrl: 'http://console.example' })
  // A test that is broken off leaves no process behind.
  process.stdin.on('close', () => process.exit()).resume()
  process.stdout.write('ready')`

async function worker(aheadMs: number) {
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', program]
  const child = spawn(process.execPath, [...options, await databaseUrl(app.db), app.folder, String(aheadMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

const records = 20
const changes = 15

test('1,200 events reach slow, failing and broken receivers through killed workers: none lost, in order, under one id', async () => {
  const editor = await app.as('editor')
  // The number of each request, by the id of its message, and whether it was answered well.
  const seen: { hook: string; id: string; isGood: boolean }[] = []
  let random = 1
  const chance = () => {
    random = (random * 16_807) % 2_147_483_647
    return random / 2_147_483_647
  }
  const receiver = await openReceiver((post, reply) => {
    const entry = { hook: post.path, id: idOf(post), isGood: true }
    const finish = (status: number, body: string) => {
      seen.push({ ...entry, isGood: status === 200 })
      reply.writeHead(status).end(body)
    }
    if (post.path === '/quick') finish(200, 'ok')
    else if (post.path === '/slow') setTimeout(() => finish(200, 'ok'), 20 + chance() * 80)
    else if (post.path === '/down') finish(chance() < 0.2 ? 503 : 200, 'down')
    else if (chance() < 0.15) {
      // The head of a good answer, and a body that breaks off.
      seen.push({ ...entry, isGood: false })
      reply.writeHead(200, { 'content-length': '1000' }).write('garbage')
      setTimeout(() => reply.destroy(), 5)
    } else finish(200, '<html>garbage \u0000</html>')
  })
  const hooks = ['/quick', '/slow', '/down', '/broken']
  const ogs = []
  for (let n = 0; n < records; n += 1) ogs.push((await editor.get(createOg, { body: { name: `风暴${n}` } })).id)
  for (const path of hooks)
    await editor.get(contract.createWebhook, {
      body: {
        name: path,
        url: new URL(path, receiver.url).href,
        format: 'standard',
        kinds: ['record.updated'],
      },
    })
  let aheadMs = 0
  let startedAt = performance.now()
  let end = await worker(aheadMs)
  const restart = async () => {
    await end()
    aheadMs += (performance.now() - startedAt) * 5 + 60_000
    startedAt = performance.now()
    end = await worker(aheadMs)
  }
  for (let change = 1; change <= changes; change += 1) {
    await sql`insert into history (noun, record_id, rev, act, user_id, username, at, req_id, address, changes)
      select 'og', id, ${change + 1}::int, 'update', ${editor.id}::bigint, 'storm', now(), 'storm', '',
        '[{"field": "desc", "from": null, "to": "x"}]'::jsonb from unnest(${ogs}::bigint[]) as id`.execute(app.db)
    // Continues in the middle of the deliveries, at another place each time.
    const enough = seen.length + 5 + Math.floor(chance() * 30)
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(enough), 30_000)
    if (change % 5 > 0) continue
    await restart()
  }
  const waiting = async () =>
    (await sql`select from webhook_delivery where state = 'waiting' limit 1`.execute(app.db)).rows.length > 0
  for (let tried = 0; tried < 20 && (await waiting()); tried += 1) {
    await vi.waitFor(async () => expect(await waiting()).toBe(false), 10_000).catch(() => undefined)
    await restart()
  }
  await end()
  await receiver.close()

  const { rows } = await sql<{ hook: string; message_id: string; about_id: number; state: string }>`
    select webhook.name as hook, 'msg_' || replace(message_key::text, '-', '') as message_id, about_id, delivery.state
    from webhook_delivery as delivery join webhook on webhook.id = webhook_id order by delivery.id`.execute(app.db)
  expect(rows).toHaveLength(hooks.length * records * changes)
  expect(rows.filter(row => row.state !== 'delivered')).toEqual([])
  const ids = new Set(rows.map(row => row.message_id))
  expect(ids.size).toBe(rows.length)
  expect(seen.filter(each => !ids.has(each.id))).toEqual([])
  const firstGood = new Map<string, number>()
  const firstAny = new Map<string, number>()
  for (const [n, { id, isGood }] of seen.entries()) {
    if (!firstAny.has(id)) firstAny.set(id, n)
    if (isGood && !firstGood.has(id)) firstGood.set(id, n)
  }
  expect(rows.filter(row => !firstGood.has(row.message_id))).toEqual([])
  const disorder: string[] = []
  const before = new Map<string, string>()
  for (const { hook, about_id, message_id } of rows) {
    const key = `${hook} ${about_id}`
    const earlier = before.get(key)
    if (earlier && firstAny.get(message_id)! < firstGood.get(earlier)!) disorder.push(key)
    before.set(key, message_id)
  }
  expect(disorder).toEqual([])
  expect(seen.length).toBeGreaterThan(rows.length)
}, 400_000)
