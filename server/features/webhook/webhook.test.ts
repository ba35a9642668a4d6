import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOg, deleteOg, updateOg } from '#contract/og.api.ts'
import { updateUser } from '#contract/user.api.ts'
import * as contract from '#contract/webhook.api.ts'
import { openSecrets } from '#server/platform/secret.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { dataOf, deliverAll, idOf, openReceiver, openSender, type ReceivedPost, verify } from './testing.ts'

const app = useTestApp({ outboundAllow: ['127.0.0.0/8'] })
let sender: ReturnType<typeof openSender>
beforeAll(() => {
  sender = openSender()
})
afterAll(() => sender.close())

const ctx = () => ({ ...app.ctx, secrets: openSecrets({ dataDir: app.folder }) })
const send = () => deliverAll(ctx(), sender)

async function aWebhook(client: Client, url: string, more: Partial<contract.NewWebhook> = {}) {
  const made = await client.get(contract.createWebhook, {
    body: {
      name: 'hook',
      url,
      format: 'standard',
      kinds: ['record.created', 'record.updated', 'record.deleted'],
      ...more,
    },
  })
  const params = { id: String(made.webhook.id) }
  const log = async () => (await client.get(contract.listWebhookDeliveries, { params })).items
  return { ...made, params, log }
}

describe('a webhook', () => {
  test('sends a change, signed, and its log shows the outcome', async () => {
    const receiver = await openReceiver()
    const editor = await app.as('editor')
    const { secret, log, webhook } = await aWebhook(editor, receiver.url)
    expect(secret).toMatch(/^whsec_/)
    const og = await editor.get(createOg, { body: { name: '北极星研究所' } })
    await send()
    expect(receiver.posts).toHaveLength(1)
    const [post] = receiver.posts as [ReceivedPost]
    expect(verify(secret, post)).toMatchObject({
      type: 'record.created',
      data: {
        record: { noun: 'og', id: og.id, title: '北极星研究所', url: `https://console.example/og/${og.id}` },
        actor: { id: editor.id },
      },
    })
    expect(await log()).toMatchObject([
      {
        state: 'delivered',
        http_status: 204,
        kind: 'record.created',
        title: '北极星研究所',
        message_id: idOf(post),
        attempts: 1,
      },
    ])
    const rows = JSON.stringify(await app.db.selectFrom('webhook').selectAll().where('id', '=', webhook.id).execute())
    expect(rows).not.toContain(secret)
    expect(rows).not.toContain(receiver.url)
    await receiver.close()
  })

  test('withholds what its owner may not read at the moment of sending', async () => {
    const receiver = await openReceiver()
    const admin = await app.as('admin')
    const editor = await app.as('editor')
    const { log, webhook } = await aWebhook(editor, receiver.url)
    const { id } = webhook
    const og = await admin.get(createOg, { body: { name: '先公开后保密' } })
    await admin.get(updateOg, { body: { id: og.id, rev: og.rev, read_user: [admin.id] } })
    const hidden = await admin.get(createOg, { body: { name: '从来保密', read_user: [admin.id] } })
    await admin.get(deleteOg, { params: { id: String(hidden.id) } })
    await send()
    expect(receiver.posts).toEqual([])
    const rows = await app.db.selectFrom('webhook_delivery').select('state').where('webhook_id', '=', id).execute()
    expect(rows.map(({ state }) => state)).toEqual(['withheld', 'withheld', 'withheld', 'withheld'])
    // The log of the owner has no trace of records that the owner may not read.
    expect(await log()).toEqual([])
    await receiver.close()
  })

  test('keeps the order of one record, repeats under one id, and lets other records pass', async () => {
    let isDown = true
    const receiver = await openReceiver((post, reply) =>
      reply.writeHead(isDown && dataOf(post).data.record.title === '排队' ? 503 : 200).end('ok'),
    )
    const editor = await app.as('editor')
    const { log } = await aWebhook(editor, receiver.url)
    const og = await editor.get(createOg, { body: { name: '排队' } })
    await editor.get(updateOg, { body: { id: og.id, rev: og.rev, desc: '第一次' } })
    await editor.get(createOg, { body: { name: '另一个' } })
    await send()
    expect(receiver.posts.map(post => dataOf(post).type)).toEqual(['record.created', 'record.created'])
    isDown = false
    await send()
    expect(receiver.posts).toHaveLength(2)
    app.clock.advance(6_000)
    await send()
    const ofRecord = receiver.posts.filter(post => dataOf(post).data.record.id === og.id)
    expect(ofRecord.map(post => dataOf(post).type)).toEqual(['record.created', 'record.created', 'record.updated'])
    expect(idOf(ofRecord[0]!)).toBe(idOf(ofRecord[1]!))
    expect(dataOf(ofRecord[2]!).data.fields).toEqual(['desc'])
    expect((await log()).every(each => each.state === 'delivered')).toBe(true)
    await receiver.close()
  })

  test('of a disabled owner sends nothing, also after the owner is active again, until it is switched on', async () => {
    const receiver = await openReceiver()
    const admin = await app.as('admin')
    const editor = await app.as('editor')
    const { webhook } = await aWebhook(editor, receiver.url)
    await admin.get(createOg, { body: { name: '停用之前' } })
    await admin.get(updateUser, { params: { id: String(editor.id) }, body: { status: 'disabled' } })
    await send()
    await admin.get(updateUser, { params: { id: String(editor.id) }, body: { status: 'active' } })
    await send()
    expect(receiver.posts).toEqual([])
    const { items } = await admin.get(contract.listWebhooks, { query: { all: 'true' } })
    expect(items.find(each => each.id === webhook.id)).toMatchObject({
      state: 'stopped',
      stop_reason: 'access',
      url: null,
    })
    await receiver.close()
  })
})
