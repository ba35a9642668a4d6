import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Attachment } from '#contract/attachment.api.ts'
import * as contract from '#contract/attachment.api.ts'
import { deleteEvent } from '#contract/event.api.ts'
import { readTicket } from '#contract/ticket.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

type File = { name: string; content: Buffer | string; type?: string }
const text = (name = 'note.txt', content = `text ${Math.random()}`): File => ({ name, content })
const attach = (client: Client, eventId: number, file: File) =>
  client.upload(contract.createAttachment, file, { noun: 'event', record_id: String(eventId) })
const attached = async (client: Client, eventId: number, file: File): Promise<Attachment> => {
  const answer = await attach(client, eventId, file)
  expect(answer.body.message).toBe('ok')
  return answer.body.data
}
const of = (eventId: number) => ({ query: { noun: 'event' as const, record_id: String(eventId) } })
const list = async (client: Client, eventId: number) =>
  (await client.get(contract.listAttachments, of(eventId))).items.map(file => file.name)
const one = (id: number) => ({ params: { id: String(id) } })
const png = () =>
  sharp({ create: { width: 9, height: 7, channels: 3, background: { r: Math.random() * 255, g: 9, b: 9 } } })
    .png()
    .toBuffer()
const blobs = async () => {
  const keys: string[] = []
  for await (const { key } of app.ctx.blobs.list('attachment')) keys.push(key)
  return keys
}
const query = <T>(statement: string) => sql<T>`${sql.raw(statement)}`.execute(app.db)
const tidy = async () => {
  await addJob(app.db, 'tidy_attachments', {})
  await app.drainJobs()
}

test('a file is attached, listed, and downloaded completely through a ticket, once', async () => {
  const editor = await app.as('editor')
  const event = await anEvent(app.ctx)
  const content = '会议纪要：第一项'
  const file = await attached(editor, event.id, { name: '纪要.txt', content })
  expect(file).toMatchObject({
    noun: 'event',
    record_id: event.id,
    name: '纪要.txt',
    media_type: 'text/plain',
    size: Buffer.byteLength(content),
    is_picture: false,
    owner: editor.id,
    can: ['delete'],
  })
  const reader = await app.as('reader')
  expect((await reader.get(contract.listAttachments, of(event.id))).items).toMatchObject([{ id: file.id, can: [] }])
  const { url } = await reader.get(contract.ticketAttachment, one(file.id))
  const token = url.split('/').at(-1)!
  const answer = await app.anonymous.call(readTicket, { params: { token } })
  expect(String(answer.body)).toBe(content)
  expect(answer.headers['content-disposition']).toContain(`filename*=UTF-8''${encodeURIComponent('纪要.txt')}`)
  expect((await app.anonymous.call(readTicket, { params: { token } })).status).toBe(404)
  const { rows } = await query<{ act: string; username: string }>(
    `select act, username from audit where noun = 'event' and record_id = ${event.id} order by id`,
  )
  expect(rows).toEqual([
    { act: 'attach', username: editor.username },
    { act: 'download', username: reader.username },
  ])
})

test('a ticket is invalid once its holder may no longer read the record', async () => {
  const [editor, reader] = [await app.as('editor'), await app.as('reader')]
  const event = await anEvent(app.ctx, { owner: editor.id })
  const file = await attached(editor, event.id, text())
  const { url } = await reader.get(contract.ticketAttachment, one(file.id))
  await query(`update event set read_user = array[${editor.id}]::bigint[] where id = ${event.id}`)
  expect((await app.anonymous.call(readTicket, { params: { token: url.split('/').at(-1)! } })).status).toBe(404)
})

test('files of an unreadable record are not found, and a reader cannot attach files', async () => {
  const [owner, stranger, reader] = [await app.as('editor'), await app.as('editor'), await app.as('reader')]
  const event = await anEvent(app.ctx, { owner: owner.id, read_user: [owner.id] })
  const file = await attached(owner, event.id, { name: 'a.png', content: await png() })
  expect((await stranger.call(contract.listAttachments, of(event.id))).status).toBe(404)
  expect((await attach(stranger, event.id, text())).status).toBe(404)
  for (const endpoint of [contract.ticketAttachment, contract.readPicture, contract.deleteAttachment])
    expect((await stranger.call(endpoint, one(file.id))).status, endpoint.path).toBe(404)
  const open = await anEvent(app.ctx)
  expect((await attach(reader, open.id, text())).status).toBe(403)
  for (const role of ['uploader', 'device'] as const)
    expect((await (await app.as(role)).call(contract.listAttachments, of(open.id))).status).toBe(404)
})

test('the user who attached a file, and users who may change the record, can remove it, others cannot', async () => {
  const [owner, other] = [await app.as('editor'), await app.as('editor')]
  const event = await anEvent(app.ctx, { owner: owner.id, write_user: [owner.id] })
  const file = await attached(owner, event.id, text())
  expect((await other.call(contract.deleteAttachment, one(file.id))).status).toBe(403)
  expect((await owner.call(contract.deleteAttachment, one(file.id))).status).toBe(200)
  expect((await owner.call(contract.deleteAttachment, one(file.id))).status).toBe(404)
  expect(await list(owner, event.id)).toEqual([])
})

test('the content decides the type of a file: pictures are shown, a file that only looks like one is not', async () => {
  const editor = await app.as('editor')
  const event = await anEvent(app.ctx)
  const picture = await png()
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const files: [File, string, boolean][] = [
    [{ name: 'a.txt', content: picture, type: 'text/plain' }, 'image/png', true],
    [
      { name: 'a.gif', content: 'GIF89a=1;<html><script>alert(1)</script></html>', type: 'image/gif' },
      'application/octet-stream',
      false,
    ],
    [{ name: 'cut.png', content: picture.subarray(0, 60), type: 'image/png' }, 'application/octet-stream', false],
    [{ name: 'a.svg', content: svg, type: 'image/svg+xml' }, 'application/xml', false],
    [{ name: 'a.png', content: '<html>', type: 'image/png' }, 'text/plain', false],
    [{ name: 'a.pdf', content: '%PDF-1.7\n%\u00e2\u00e3', type: 'text/html' }, 'application/pdf', false],
    [{ name: 'a.html', content: Buffer.from([0, 1, 2, 3, 250, 251]) }, 'application/octet-stream', false],
  ]
  for (const [file, mediaType, isPicture] of files) {
    const { id, media_type, is_picture } = await attached(editor, event.id, file)
    expect({ name: file.name, media_type, is_picture }).toEqual({
      name: file.name,
      media_type: mediaType,
      is_picture: isPicture,
    })
    const shown = await editor.call(contract.readPicture, one(id))
    expect(shown.status).toBe(isPicture ? 200 : 404)
    if (isPicture)
      expect(shown.headers).toMatchObject({ 'content-type': mediaType, 'x-content-type-options': 'nosniff' })
  }
})

test('a name loses its path, an empty or too large file is refused and leaves nothing behind', async () => {
  const editor = await app.as('editor')
  const event = await anEvent(app.ctx)
  expect((await attached(editor, event.id, text('../../etc/passwd'))).name).toBe('passwd')
  expect((await attached(editor, event.id, text('C:\\temp\\a\u0007\u202eb.txt'))).name).toBe('ab.txt')
  const before = await blobs()
  const empty = await attach(editor, event.id, text('empty.txt', ''))
  expect(empty).toMatchObject({ status: 422, body: { errors: [{ path: 'file', message: 'The file is empty' }] } })
  const large = Buffer.alloc(contract.attachmentLimitBytes + 1, 'x')
  expect((await attach(editor, event.id, { name: 'large', content: large })).status).toBe(413)
  expect(await blobs()).toEqual(before)
  expect(await list(editor, event.id)).toEqual(['passwd', 'ab.txt'])
})

test('the same content is stored once, even if it is sent several times at once', async () => {
  const [one, two] = [await app.as('editor'), await app.as('editor')]
  const event = await anEvent(app.ctx)
  const before = (await blobs()).length
  const content = `the same ${Math.random()}`
  const answers = await Promise.all(
    [one, two, one, two].map((client, n) => attach(client, event.id, { name: `${n}.txt`, content })),
  )
  expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
  expect((await blobs()).length).toBe(before + 1)
  const names = await list(one, event.id)
  expect(names.toSorted()).toEqual(['0.txt', '1.txt', '2.txt', '3.txt'])
})

test('attachments of one user are limited, and so are those of a record', async () => {
  const editor = await app.as('editor')
  const event = await anEvent(app.ctx)
  await attached(editor, event.id, text('first'))
  await query(`insert into attachment (noun, record_id, name, hash, owner, created_at)
    select noun, record_id, 'more', hash, null, created_at from attachment, generate_series(1, 99) where record_id = ${event.id}`)
  expect(await attach(editor, event.id, text())).toMatchObject({ status: 422, body: { errors: [{ path: 'file' }] } })
  const heavy = await anEvent(app.ctx)
  await attached(editor, heavy.id, text('heavy', 'heavy'))
  await query(`update attachment_content set size = 1024 * 1048576::bigint
    from attachment where attachment.hash = attachment_content.hash and attachment.name = 'heavy'`)
  const full = await attach(editor, heavy.id, text())
  expect(full).toMatchObject({ status: 422, body: { errors: [{ message: expect.stringContaining('total limit') }] } })
})

test('files stay with records in the trash, follow a merged event, and are removed with the record; the last one removes the blob', async () => {
  const admin = await app.as('admin')
  const content = `kept ${Math.random()}`
  const [target, source, gone] = [await anEvent(app.ctx), await anEvent(app.ctx), await anEvent(app.ctx)]
  await attached(admin, source.id, { name: 'source', content })
  await attached(admin, gone.id, { name: 'gone', content })
  const alone = await attached(admin, gone.id, text('alone'))
  await tidy()
  const before = (await blobs()).length
  await query(`update event set merged_into = ${target.id}, deleted_at = now() where id = ${source.id}`)
  expect(await list(admin, target.id)).toEqual(['source'])

  await admin.get(deleteEvent, one(gone.id))
  expect((await admin.call(contract.ticketAttachment, one(alone.id))).status).toBe(404)
  await tidy()
  expect((await blobs()).length).toBe(before)
  await query(`delete from event where id = ${gone.id}`)
  await tidy()
  expect((await blobs()).length).toBe(before - 1)
  expect(await list(admin, target.id)).toEqual(['source'])
})

test('a blob without a row is removed after a day', async () => {
  const key = 'attachment/ab/ab000000-0000-0000-0000-000000000000'
  await app.ctx.blobs.put(
    key,
    (async function* () {
      yield Buffer.from('left behind')
    })(),
  )
  await tidy()
  expect(await blobs()).toContain(key)
  app.clock.advance(2 * 86_400_000)
  await tidy()
  expect(await blobs()).not.toContain(key)
  app.clock.advance(-2 * 86_400_000)
})
