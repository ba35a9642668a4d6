import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOg } from '#contract/og.api.ts'
import * as contract from '#contract/webhook.api.ts'
import { openSecrets } from '#server/platform/secret.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { deliverAll, openReceiver, openSender } from './testing.ts'

const app = useTestApp()
let inside: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  inside = await openReceiver()
})
afterAll(() => inside.close())

const refusedAtOnce = (port: number) => [
  `http://127.0.0.1:${port}/`,
  `http://127.1:${port}/`,
  `http://127.0.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://0x7f.0.0.1:${port}/`,
  `http://017700000001:${port}/`,
  `http://0:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `http://[64:ff9b::7f00:1]:${port}/`,
  `http://[2002:7f00:1::]:${port}/`,
  `http://[fe80::1]:${port}/`,
  `http://[fd00::1]:${port}/`,
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/',
  'http://100.100.100.200/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://１２７.０.０.１/',
  'http://93.184.216.34:22/',
  'http://93.184.216.34:25/',
  'https://user:password@hooks.example/',
  'gopher://127.0.0.1:6379/_SET',
  'file:///etc/passwd',
  'ftp://hooks.example/',
  'javascript:alert(1)',
  'data:text/plain,x',
]

test.each(refusedAtOnce(65_500))('the address %s is refused', async url => {
  const editor = await app.as('editor')
  const body = { name: 'bad', url, format: 'standard' as const, kinds: ['record.created' as const] }
  expect((await editor.call(contract.createWebhook, { body })).status).toBe(422)
})

/** A webhook whose address passes the first check, and the outcome of a test event. */
async function outcomeOf(url: string, sender: ReturnType<typeof openSender>) {
  const editor = await app.as('editor')
  const { webhook } = await editor.get(contract.createWebhook, {
    body: { name: 'later', url, format: 'standard', kinds: ['record.created'] },
  })
  const params = { id: String(webhook.id) }
  await editor.get(contract.testWebhook, { params })
  await deliverAll({ ...app.ctx, secrets: openSecrets({ dataDir: app.folder }) }, sender)
  await sender.close()
  return (await editor.get(contract.listWebhookDeliveries, { params })).items[0]!
}

test('a name that leads inside is refused, also if it changes between two lookups', async () => {
  const answers = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1']]
  for (const addresses of answers) {
    const sender = openSender({ allow: [], lookup: async () => addresses })
    const entry = await outcomeOf(`http://rebinding.example:${inside.port}/`, sender)
    expect(entry).toMatchObject({ state: 'dead', http_status: null, fault: expect.stringContaining('refused_address') })
  }
  let lookups = 0
  const flipping = openSender({ allow: [], lookup: async () => [lookups++ === 0 ? '10.0.0.1' : '127.0.0.1'] })
  expect((await outcomeOf(`http://flip.example:${inside.port}/`, flipping)).fault).toContain('refused_address')
  expect(inside.posts).toEqual([])
})

test('a redirect is not followed', async () => {
  const target = await openReceiver()
  const redirecting = await openReceiver((_, reply) =>
    reply.writeHead(307, { location: `http://127.0.0.1:${target.port}/latest/meta-data/` }).end(),
  )
  // Only names are free of the check of literal addresses; this one leads to the receivers of the test.
  const sender = openSender({ allow: ['127.0.0.0/8'], lookup: async () => ['127.0.0.1'] })
  const entry = await outcomeOf(`http://redirect.example:${redirecting.port}/`, sender)
  expect(entry).toMatchObject({ state: 'dead', http_status: 307 })
  expect(target.posts).toEqual([])
  await Promise.all([target.close(), redirecting.close()])
})

test('of an endless response only the beginning is read', async () => {
  const endless = await openReceiver((_, reply) => {
    reply.writeHead(200)
    const write = () => {
      while (!reply.destroyed && reply.write('x'.repeat(65_536)));
    }
    reply.on('drain', write)
    write()
  })
  const sender = openSender({ allow: ['127.0.0.0/8'], lookup: async () => ['127.0.0.1'] })
  const entry = await outcomeOf(`http://endless.example:${endless.port}/`, sender)
  expect(entry).toMatchObject({ state: 'delivered', response: 'x'.repeat(500) })
  await endless.close()
})

test('a webhook belongs to its owner alone: others, administrators too, neither read nor change it', async () => {
  const owner = await app.as('editor')
  const { webhook } = await owner.get(contract.createWebhook, {
    body: { name: 'mine', url: 'https://hooks.example/secret', format: 'slack', kinds: ['record.created'] },
  })
  await owner.get(createOg, { body: { name: '日志内容' } })
  const params = { id: String(webhook.id) }
  const [delivery] = (await owner.get(contract.listWebhookDeliveries, { params })).items
  for (const other of [await app.as('super_editor'), await app.as('admin')]) {
    const calls = [
      other.call(contract.listWebhookDeliveries, { params }),
      other.call(contract.updateWebhook, { params, body: { name: 'x' } }),
      other.call(contract.deleteWebhook, { params }),
      other.call(contract.testWebhook, { params }),
      other.call(contract.renewWebhookSecret, { params }),
      other.call(contract.replayWebhookDelivery, { params: { ...params, delivery_id: String(delivery!.id) } }),
    ]
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
  }
  const stranger = await app.as('super_editor')
  expect((await stranger.call(contract.listWebhooks, { query: { all: true } })).status).toBe(403)
  expect((await stranger.call(contract.stopWebhook, { params })).status).toBe(404)
  const admin = await app.as('admin')
  const all = await admin.get(contract.listWebhooks, { query: { all: true } })
  expect(JSON.stringify(all)).not.toContain('/secret')
  await admin.get(contract.stopWebhook, { params })
  expect((await owner.get(contract.listWebhooks)).items).toMatchObject([{ state: 'stopped', stop_reason: 'admin' }])
  const reader = await app.as('reader')
  expect((await reader.call(contract.listWebhooks)).status).toBe(403)
})
