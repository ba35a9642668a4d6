import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/mailbox.api.ts'
import { createOg, updateOg } from '#contract/og.api.ts'
import { getUpload, listUploads } from '#contract/upload.api.ts'
import { listConversation } from '#contract/upload-mail.api.ts'
import { listUploadParts } from '#contract/upload-text.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { type FakeImap, openFakeImap, replyTo } from './imap-testing.ts'
import { allowLoopback, aMailbox, fetchNow, message } from './testing.ts'

const app = useTestApp({ outboundAllow: allowLoopback })
let imap: FakeImap
let admin: Client
let owner: Client
let box: contract.Mailbox
beforeAll(async () => {
  imap = await openFakeImap()
  admin = await app.as('admin')
})
afterAll(() => imap.close())
beforeEach(async () => {
  for (const list of imap.folders.values()) list.length = 0
  imap.intercept = undefined
  imap.commands.length = 0
  owner = await app.as('editor')
  await app.db.deleteFrom('mailbox').execute()
  box = await aMailbox(admin, imap, { owner: owner.id })
})

const params = () => ({ id: String(box.id) })
const uploads = async () => (await owner.get(listUploads, { query: { owner: [String(owner.id)] } })).items
const state = async () => (await admin.get(contract.listMailboxes)).items.find(each => each.id === box.id)
const messages = async (...states: contract.MailState[]) =>
  (await admin.get(contract.listMailMessages, { params: params(), query: { state: states } })).items

describe('a message', () => {
  test('becomes an upload of the owner, with its text and attachments', async () => {
    const attached = [
      '--b',
      'Content-Type: text/plain',
      '',
      'See the annex.',
      '--b',
      'Content-Type: text/plain; name=annex.txt',
      'Content-Disposition: attachment; filename=annex.txt',
      '',
      'The annex says: 北极星研究所.',
      '--b--',
    ].join('\r\n')
    const raw = message({ subject: 'Report', head: ['Content-Type: multipart/mixed; boundary=b'], text: attached })
    imap.add(raw.replace('Content-Type: text/plain; charset=utf-8\r\n', ''))
    await fetchNow(app, box.id)
    await app.drainJobs()
    const [upload] = await uploads()
    expect(upload).toMatchObject({ title: 'Report', file_name: 'Report.eml', kind: 'mail', status: 'ready' })
    expect(upload?.mail).toMatchObject({ from_address: 'ada@sender.example', from_name: 'Ada Sender' })
    const parts = await owner.get(listUploadParts, { params: { id: String(upload?.id) } })
    expect(JSON.stringify(parts)).toContain('北极星研究所')
    expect(await state()).toMatchObject({ counts: { stored: 1, refused: 0 }, failure: null })
    expect(imap.commands.some(line => line.includes('EXAMINE'))).toBe(true)
  })

  test('is taken once, however often it is fetched, delivered or numbered', async () => {
    imap.add(message())
    await fetchNow(app, box.id)
    await fetchNow(app, box.id)
    imap.add(message())
    await fetchNow(app, box.id)
    expect(await state()).toMatchObject({ counts: { stored: 1, duplicate: 1 } })
    imap.uidValidity += 1
    for (const each of imap.inbox()) each.uid += 100
    await fetchNow(app, box.id)
    expect(await uploads()).toHaveLength(1)
    // The same Message-ID with other bytes is another message.
    imap.add(message({ text: 'Another text.' }))
    await fetchNow(app, box.id)
    expect(await uploads()).toHaveLength(2)
  })

  test('without a Message-ID is recognised by its bytes', async () => {
    imap.add(message({ id: null }))
    imap.add(message({ id: null }))
    imap.add(message({ id: null, text: 'Other.' }))
    await fetchNow(app, box.id)
    expect(await state()).toMatchObject({ counts: { stored: 2, duplicate: 1 } })
  })

  test('is readable by those whom the mailbox names', async () => {
    const [friend, stranger] = [await app.as('editor'), await app.as('editor')]
    await admin.get(contract.updateMailbox, { params: params(), body: { read_user: [friend.id] } })
    imap.add(message())
    await fetchNow(app, box.id)
    const [{ id } = { id: 0 }] = await uploads()
    const path = { params: { id: String(id) } }
    expect((await friend.call(getUpload, path)).status).toBe(200)
    expect((await stranger.call(getUpload, path)).status).toBe(404)
    expect((await stranger.call(listConversation, path)).status).toBe(404)
  })

  test('is filed under organisations that the owner may change, and under no others', async () => {
    const mine = await owner.get(createOg, { body: { name: 'Mine' } })
    const theirs = await admin.get(createOg, { body: { name: 'Theirs' } })
    await admin.get(updateOg, { body: { id: theirs.id, write_user: [admin.id] } })
    const to = `Delivered-To: in+og${theirs.id}@console.example`
    imap.add(message({ subject: `Report [og:${mine.id}] [og:${theirs.id}] [og:999999]`, head: [to] }))
    await fetchNow(app, box.id)
    const [upload] = await uploads()
    expect(upload?.ogs.map(each => each.id)).toEqual([mine.id])
  })

  test('shows its conversation, without messages that the reader may not read', async () => {
    imap.add(message({ id: '<a@x>', subject: 'First' }))
    imap.add(message({ id: '<c@x>', subject: 'Third', head: ['References: <a@x>', ' <b@x>'] }))
    imap.add(message({ id: '<z@x>', subject: 'Unrelated' }))
    await fetchNow(app, box.id)
    const secretBox = await aMailbox(admin, imap, { owner: admin.id, name: 'secret', read_user: [admin.id] })
    imap.inbox().length = 0
    imap.add(message({ id: '<b@x>', subject: 'Second', head: ['In-Reply-To: <a@x>'] }), 50)
    await fetchNow(app, secretBox.id)
    const first = (await uploads()).find(each => each.title === 'First')
    const path = { params: { id: String(first?.id) } }
    const titles = async (client: Client) => (await client.get(listConversation, path)).messages.map(each => each.title)
    expect((await titles(owner)).sort()).toEqual(['First', 'Third'])
    expect((await titles(admin)).sort()).toEqual(['First', 'Second', 'Third'])
  })
})

describe('a refused message', () => {
  test('is listed with its reason, and taken once a person wants it', async () => {
    imap.add(message({ from: 'Eve <eve@other.example>', domain: 'other.example', subject: 'Hi' }))
    await fetchNow(app, box.id)
    const [refused] = await messages('refused')
    expect(refused).toMatchObject({ from_address: 'eve@other.example', reason: 'not_listed', subject: 'Hi' })
    expect(await uploads()).toHaveLength(0)
    // The folder is numbered again before the person decides.
    imap.uidValidity += 1
    for (const each of imap.inbox()) each.uid += 5
    await fetchNow(app, box.id)
    expect(await state()).toMatchObject({ counts: { refused: 1 } })
    const path = { params: { ...params(), message_id: String(refused?.id) } }
    await admin.get(contract.takeMailMessage, path)
    await fetchNow(app, box.id)
    expect(await state()).toMatchObject({ counts: { stored: 1, refused: 0 } })
    expect(await uploads()).toMatchObject([{ title: 'Hi' }])
    expect((await admin.call(contract.takeMailMessage, path)).body.code).not.toBe(0)
  })

  test('that has left the folder is noted as gone', async () => {
    imap.add(message({ result: null }))
    await fetchNow(app, box.id)
    const [refused] = await messages('refused')
    expect(refused?.reason).toBe('no_result')
    imap.inbox().length = 0
    await admin.get(contract.takeMailMessage, { params: { ...params(), message_id: String(refused?.id) } })
    await fetchNow(app, box.id)
    expect(await messages('failed')).toMatchObject([{ reason: 'gone' }])
  })
})

describe('a bad message', () => {
  test('of 60 MB stops nothing else', async () => {
    imap.add(message({ text: 'x'.repeat(60 * 1_048_576) }))
    imap.add(message({ id: '<2@x>', subject: 'Small' }))
    await fetchNow(app, box.id)
    expect(await messages('failed')).toMatchObject([{ reason: 'too_large', from_address: 'ada@sender.example' }])
    expect((await uploads()).map(each => each.title)).toEqual(['Small'])
    expect(imap.commands.filter(line => line.includes('FETCH 1 '))).toHaveLength(1)
  })

  test('with an endless head, or empty, is counted', async () => {
    imap.add('')
    imap.add(`X: ${'y'.repeat(400_000)}`)
    imap.add(message())
    await fetchNow(app, box.id)
    expect((await messages('failed')).map(each => each.reason).sort()).toEqual(['empty', 'head_too_large'])
    expect(await state()).toMatchObject({ counts: { stored: 1, failed: 2 }, failure: null })
  })
})

describe('after reading', () => {
  test('messages are flagged or moved, also when the process ended before', async () => {
    await admin.get(contract.updateMailbox, { params: params(), body: { after_read: 'flag' } })
    imap.add(message())
    imap.intercept = replyTo('STORE', tag => `${tag} NO not now\r\n`)
    await fetchNow(app, box.id)
    expect(await state()).toMatchObject({ failure: 'settle', counts: { stored: 1 } })
    imap.intercept = undefined
    await fetchNow(app, box.id)
    expect(imap.inbox()[0]?.flags).toContain('\\Flagged')
    expect(await state()).toMatchObject({ failure: null, failing_since: null })
    const body = { after_read: 'move' as const, move_to: 'Done' }
    await admin.get(contract.updateMailbox, { params: params(), body })
    imap.add(message({ id: '<2@x>', subject: 'Two' }))
    await fetchNow(app, box.id)
    expect(imap.folders.get('Done')).toHaveLength(1)
    expect(await uploads()).toHaveLength(2)
  })
})

test('many messages are taken by several runs, and by one process at a time', async () => {
  for (let at = 1; at <= 12; at += 1) imap.add(message({ id: `<${at}@x>`, subject: `Message ${at}` }))
  const from = imap.connections
  await Promise.all([fetchNow(app, box.id, { messagesAtMost: 5 }), fetchNow(app, box.id, { messagesAtMost: 5 })])
  expect(imap.connections - from).toBe(1)
  expect(await state()).toMatchObject({ counts: { stored: 5 } })
  for (let run = 0; run < 2; run += 1) await fetchNow(app, box.id, { messagesAtMost: 5 })
  expect((await uploads()).map(each => each.title).sort()).toHaveLength(12)
})
