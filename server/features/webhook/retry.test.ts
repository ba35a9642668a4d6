import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNotifications } from '#contract/notification.api.ts'
import { createOg } from '#contract/og.api.ts'
import * as contract from '#contract/webhook.api.ts'
import { openSecrets } from '#server/platform/secret.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { dataOf, deliverAll, idOf, openReceiver, openSender, verify } from './testing.ts'

const app = useTestApp({ outboundAllow: ['127.0.0.0/8'] })
let sender: ReturnType<typeof openSender>
beforeAll(() => {
  sender = openSender()
})
afterAll(() => sender.close())
const send = () => deliverAll({ ...app.ctx, secrets: openSecrets({ dataDir: app.folder }) }, sender)

async function aWebhook(client: Client, url: string, more: Partial<contract.NewWebhook> = {}) {
  const made = await client.get(contract.createWebhook, {
    body: { name: 'hook', url, format: 'standard', kinds: ['record.created'], ...more },
  })
  const params = { id: String(made.webhook.id) }
  return {
    ...made,
    params,
    log: async () => (await client.get(contract.listWebhookDeliveries, { params })).items,
    now: async () => (await client.get(contract.listWebhooks)).items.find(each => each.id === made.webhook.id),
  }
}

const hour = 3_600_000

test('retries grow from 5 seconds to 24 hours, then the event is dead; one press sends it again under its id', async () => {
  let status = 500
  const receiver = await openReceiver((_, reply) => reply.writeHead(status).end('no'))
  const editor = await app.as('editor')
  const { log, params } = await aWebhook(editor, receiver.url)
  await editor.get(createOg, { body: { name: '重试' } })
  const waits: number[] = []
  for (let tried = 0; tried < 14; tried += 1) {
    await send()
    const [entry] = await log()
    if (!entry?.next_at) break
    waits.push(Date.parse(entry.next_at) - Date.parse(entry.tried_at!))
    app.clock.set(new Date(Date.parse(entry.next_at) + 10).toISOString())
    // A day without a request ends the session.
    const at = app.ctx.now()
    await app.db
      .updateTable('session')
      .set({ last_seen_at: at.toISOString(), expires_at: new Date(at.getTime() + 48 * hour).toISOString() })
      .where('user_id', '=', editor.id)
      .execute()
    // Another webhook would stop after days; this test is about one event.
    await app.db.updateTable('webhook').set({ failing_since: null }).where('id', '=', Number(params.id)).execute()
  }
  expect(waits).toHaveLength(13)
  expect(waits[0]).toBeGreaterThan(4_000)
  expect(waits[0]).toBeLessThan(6_000)
  expect(waits.at(-1)).toBeGreaterThan(21 * hour)
  expect(waits.at(-1)).toBeLessThan(27 * hour)
  expect(await log()).toMatchObject([{ state: 'dead', attempts: 14, http_status: 500, response: 'no', next_at: null }])
  status = 200
  const [entry] = await log()
  await editor.get(contract.replayWebhookDelivery, { params: { ...params, delivery_id: String(entry!.id) } })
  await send()
  expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  expect(new Set(receiver.posts.map(idOf)).size).toBe(1)
  await receiver.close()
})

test('after five days of failures the webhook stops and its owner is notified', async () => {
  const receiver = await openReceiver((_, reply) => reply.writeHead(500).end())
  const editor = await app.as('editor')
  const { now, webhook } = await aWebhook(editor, receiver.url)
  const failSince = async (days: number) => {
    const since = new Date(app.ctx.now().getTime() - days * 24 * hour).toISOString()
    await app.db.updateTable('webhook').set({ failing_since: since }).where('id', '=', webhook.id).execute()
    await editor.get(createOg, { body: { name: `失败${days}天` } })
    await send()
    return (await now())?.state
  }
  expect(await failSince(4.9)).toBe('on')
  expect(await failSince(5.1)).toBe('stopped')
  expect(await now()).toMatchObject({ stop_reason: 'failing' })
  await app.drainJobs()
  const { items } = await editor.get(listNotifications)
  expect(items.filter(each => each.kind === 'webhook_stopped')).toMatchObject([
    { noun: 'webhook', record_id: webhook.id, title: 'hook' },
  ])
  const count = receiver.posts.length
  await editor.get(createOg, { body: { name: '停止之后' } })
  await send()
  expect(receiver.posts).toHaveLength(count)
  await receiver.close()
})

test('410 stops a webhook at once; Retry-After postpones the next attempt', async () => {
  const gone = await openReceiver((_, reply) => reply.writeHead(410).end())
  const busy = await openReceiver((_, reply) => reply.writeHead(429, { 'retry-after': '7200' }).end())
  const editor = await app.as('editor')
  const [first, second] = [await aWebhook(editor, gone.url), await aWebhook(editor, busy.url)]
  await editor.get(createOg, { body: { name: '四一零' } })
  await send()
  expect(await first.now()).toMatchObject({ state: 'stopped', stop_reason: 'gone' })
  const [entry] = await second.log()
  expect(Date.parse(entry!.next_at!) - app.ctx.now().getTime()).toBeGreaterThan(1.9 * hour)
  await Promise.all([gone.close(), busy.close()])
})

test('a renewed secret and the former one both sign for 24 hours', async () => {
  const receiver = await openReceiver()
  const editor = await app.as('editor')
  const { secret, params } = await aWebhook(editor, receiver.url)
  const renewed = await editor.get(contract.renewWebhookSecret, { params })
  expect(renewed.webhook.former_until).not.toBeNull()
  // The clock of the signature is that of the verifier.
  app.clock.set(new Date().toISOString())
  await app.db
    .updateTable('webhook_delivery')
    .set({ next_at: new Date(0).toISOString() })
    .execute()
  await editor.get(createOg, { body: { name: '轮换' } })
  await send()
  const post = receiver.posts.at(-1)!
  verify(secret, post)
  verify(renewed.secret, post)
  const { rows } = {
    rows: await app.db.selectFrom('webhook').select('former_until').where('id', '=', Number(params.id)).execute(),
  }
  expect(rows[0]?.former_until).toBeTruthy()
  await app.db
    .updateTable('webhook')
    .set({ former_until: new Date(Date.now() - 1_000).toISOString() })
    .where('id', '=', Number(params.id))
    .execute()
  await editor.get(createOg, { body: { name: '轮换之后' } })
  await send()
  const last = receiver.posts.at(-1)!
  expect(() => verify(secret, last)).toThrow()
  verify(renewed.secret, last)
  await receiver.close()
})

test('paused, events wait until the webhook is on again', async () => {
  const receiver = await openReceiver()
  const editor = await app.as('editor')
  const { params } = await aWebhook(editor, receiver.url)
  await editor.get(contract.updateWebhook, { params, body: { state: 'paused' } })
  await editor.get(createOg, { body: { name: '暂停期间' } })
  await send()
  expect(receiver.posts).toEqual([])
  await editor.get(contract.updateWebhook, { params, body: { state: 'on' } })
  await send()
  expect(receiver.posts.map(post => dataOf(post).data.record.title)).toEqual(['暂停期间'])
  await receiver.close()
})

test.each([
  [
    'slack',
    {
      text: expect.stringContaining('<!channel>'),
      blocks: [{ text: { text: expect.stringContaining('&lt;!channel&gt;') } }],
    },
  ],
  [
    'teams',
    { type: 'message', attachments: [{ content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl' }] } }] },
  ],
  ['dingtalk', { msgtype: 'markdown', markdown: { text: expect.stringContaining('‹!channel›') } }],
  ['wecom', { msgtype: 'markdown', markdown: { content: expect.stringContaining('\\[x\\]') } }],
  [
    'feishu',
    { msg_type: 'post', sign: expect.any(String), content: { post: { zh_cn: { title: expect.any(String) } } } },
  ],
] as const)('the message of %s escapes a hostile name', async (format, expected) => {
  const receiver = await openReceiver((_, reply) => reply.writeHead(200).end('{"errcode":0,"code":0}'))
  const editor = await app.as('editor')
  const { log } = await aWebhook(editor, receiver.url, { format, sign_secret: 'SECabc' })
  await editor.get(createOg, { body: { name: `${format} <!channel> [x](http://evil.example) *b*` } })
  await send()
  expect(receiver.posts.map(dataOf)).toMatchObject([expected])
  expect(await log()).toMatchObject([{ state: 'delivered' }])
  if (format === 'dingtalk') {
    const query = new URL(receiver.posts[0]!.path, 'http://x').searchParams
    const timestamp = query.get('timestamp')
    expect(query.get('sign')).toBe(createHmac('sha256', 'SECabc').update(`${timestamp}\nSECabc`).digest('base64'))
  }
  await receiver.close()
})

test('a chat program that refuses a message with status 200 counts as failed', async () => {
  const receiver = await openReceiver((_, reply) =>
    reply.writeHead(200).end('{"errcode":310000,"errmsg":"sign not match"}'),
  )
  const editor = await app.as('editor')
  const { log } = await aWebhook(editor, receiver.url, { format: 'dingtalk' })
  await editor.get(createOg, { body: { name: '被拒绝' } })
  await send()
  expect(await log()).toMatchObject([{ state: 'waiting', fault: 'code 310000', http_status: 200 }])
  await receiver.close()
})

test('ntfy gets plain text with an encoded title', async () => {
  const receiver = await openReceiver()
  const editor = await app.as('editor')
  await aWebhook(editor, receiver.url, { format: 'ntfy', sign_secret: 'tk_1' })
  await editor.get(createOg, { body: { name: '标题 – ntfy' } })
  await send()
  const { headers } = receiver.posts[0]!
  expect(Buffer.from(String(headers.title).slice(10, -2), 'base64').toString()).toContain('标题 – ntfy')
  expect(headers.authorization).toBe('Bearer tk_1')
  await receiver.close()
})
