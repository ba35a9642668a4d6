import { afterAll, beforeAll, expect, test } from 'vitest'
import { createErasure, getErasure, startErasure } from '#contract/erasure.api.ts'
import { createOg } from '#contract/og.api.ts'
import { createPerson } from '#contract/person.api.ts'
import { createSavedSearch } from '#contract/search.api.ts'
import * as contract from '#contract/webhook.api.ts'
import { createWord } from '#contract/word.api.ts'
import { publish } from '#server/core/events.ts'
import { aPage, prose, useCrawl } from '#server/features/crawl/testing.ts'
import { bodyOf } from '#server/features/erasure/testing.ts'
import { indexQueuedRecords } from '#server/features/search/search.service.ts'
import { openDictionary } from '#server/features/word/word.service.ts'
import { openSecrets } from '#server/platform/secret.ts'
import type { Client } from '#server/testing/test-app.ts'
import { dataOf, deliverAll, openReceiver, openSender } from './testing.ts'

const crawl = useCrawl()
const { test: app } = crawl
let sender: ReturnType<typeof openSender>
beforeAll(() => {
  sender = openSender({ allow: ['127.0.0.0/8'], lookup: async () => ['127.0.0.1'] })
})
afterAll(() => sender.close())
const send = () => deliverAll({ ...app.ctx, secrets: openSecrets({ dataDir: app.folder }) }, sender)

async function aWebhook(client: Client, port: number, more: Partial<contract.NewWebhook>) {
  const { webhook } = await client.get(contract.createWebhook, {
    body: { name: 'hook', url: `http://hook.example:${port}/`, format: 'standard', kinds: ['record.created'], ...more },
  })
  return webhook
}

test('a difference and a sensitive word are sent with their page to its readers', async () => {
  const receiver = await openReceiver()
  const editor = await app.as('editor')
  await editor.get(createWord, { body: { word: 'counterfeit', level: 3 } })
  await openDictionary(app.ctx, 0)
  const site = await crawl.aSite()
  site.set('/', aPage('Home', `${prose('wood')}<a href="/notice">Notice</a>`))
  site.set('/notice', aPage('Notice', prose('nothing')))
  const watched = await crawl.watch(site)
  await crawl.collect()
  await watched.round()
  await aWebhook(editor, receiver.port, { kinds: ['difference.found', 'word.found'], og_id: watched.og.id })
  await aWebhook(editor, receiver.port, {
    kinds: ['difference.found', 'word.found'],
    og_id: (await editor.get(createOg, { body: { name: '无关组织' } })).id,
  })
  site.set(
    '/notice',
    aPage('Notice', `${prose('nothing')}<p>A warehouse with counterfeit licences was opened today.</p>`),
  )
  await watched.round()
  await app.drainJobs()
  await send()
  const sent = receiver.posts.map(post => dataOf(post)).toSorted((a, b) => a.type.localeCompare(b.type))
  expect(sent).toMatchObject([
    {
      type: 'difference.found',
      data: {
        record: { noun: 'page', title: 'Notice', url: expect.stringContaining('https://console.example/admin/page/') },
        organisation: { id: watched.og.id },
        excerpt: expect.stringContaining('counterfeit'),
      },
    },
    { type: 'word.found', data: { words: ['counterfeit'], organisation: { id: watched.og.id } } },
  ])
  await receiver.close()
})

test('screening hits are sent to users who may read the record', async () => {
  const receiver = await openReceiver()
  const [editor, admin] = [await app.as('editor'), await app.as('admin')]
  await aWebhook(editor, receiver.port, { kinds: ['screening.hit'] })
  const open = await admin.get(createOg, { body: { name: '公开命中' } })
  const secret = await admin.get(createOg, { body: { name: '保密命中', read_user: [admin.id] } })
  for (const { id } of [open, secret])
    await publish(app.ctx, [{ kind: 'maybe_listed', noun: 'og', recordId: id, detail: { count: 2 } }])
  await send()
  expect(receiver.posts.map(dataOf)).toMatchObject([
    { type: 'screening.hit', data: { record: { id: open.id }, hits: 2 } },
  ])
  await receiver.close()
})

test('a filter by a saved search waits for the search entry, and drops other records', async () => {
  const receiver = await openReceiver()
  const editor = await app.as('editor')
  const saved = await editor.get(createSavedSearch, { body: { name: '港口', query: { keyword: '港口设备' } } })
  const webhook = await aWebhook(editor, receiver.port, { saved_search: saved.id })
  await editor.get(createOg, { body: { name: '港口设备公司' } })
  await editor.get(createOg, { body: { name: '茶叶公司' } })
  await send()
  expect(receiver.posts).toEqual([])
  while (await indexQueuedRecords(app.ctx));
  app.clock.advance(2_000)
  await send()
  expect(receiver.posts.map(post => dataOf(post).data.record.title)).toEqual(['港口设备公司'])
  const { items } = await editor.get(contract.listWebhookDeliveries, { params: { id: String(webhook.id) } })
  expect(items.map(each => each.title)).toEqual(['港口设备公司'])
  await receiver.close()
})

test('an erased person is reported by its id to receivers that know it, and their responses are removed', async () => {
  const receiver = await openReceiver((post, reply) => reply.writeHead(200).end(`echo ${post.body}`))
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const kinds = ['record.created', 'record.deleted', 'record.erased'] as contract.WebhookKind[]
  const knows = await aWebhook(editor, receiver.port, { kinds })
  const person = await admin.get(createPerson, { body: { name: 'Wilhelmina Ostrakova' } })
  await send()
  await aWebhook(editor, receiver.port, { kinds })
  receiver.posts.length = 0
  const begun = await admin.get(createErasure, { body: { person_id: person.id } })
  await app.drainJobs()
  const params = { id: String(begun.id) }
  const ready = await admin.get(getErasure, { params })
  await admin.get(startErasure, { params, body: bodyOf(ready, {}) })
  await app.drainJobs()
  await send()
  const erased = receiver.posts.map(dataOf).filter(({ type }) => type === 'record.erased')
  expect(erased).toMatchObject([{ data: { record: { noun: 'person', id: person.id, title: null } } }])
  expect(JSON.stringify(receiver.posts.map(post => post.body))).not.toContain('Ostrakova')
  const { items } = await editor.get(contract.listWebhookDeliveries, { params: { id: String(knows.id) } })
  expect(JSON.stringify(items)).not.toContain('Ostrakova')
  await receiver.close()
})
