import { createHash, randomBytes } from 'node:crypto'
import { appendFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { deleteUpload, getUpload, getUploadLimits } from '#contract/upload.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { begin, patch, send, tus } from '../testing.ts'

const app = useTestApp()
let port = 0
beforeAll(async () => {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.app.server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const idOf = (url: string) => url.split('/').at(-1) ?? ''
const partOf = (url: string) => join(app.folder, 'transfer', idOf(url))

async function blobs(): Promise<number> {
  let count = 0
  for await (const _ of app.ctx.blobs.list('upload')) count += 1
  return count
}

/** Sends bytes over a separate connection, which breaks or stalls after `until` of them. */
function sendSlowly(client: Client, url: string, bytes: Buffer, until: number) {
  const headers = {
    authorization: `Bearer ${client.token}`,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(bytes.length),
  }
  const sent = request({ host: '127.0.0.1', port, path: url, method: 'PATCH', headers })
  const ended = new Promise<void>(resolve => sent.on('close', resolve))
  sent.on('error', () => {})
  sent.write(bytes.subarray(0, until))
  return { breakOff: () => sent.destroy(), ended }
}

const offsetOf = async (client: Client, url: string) =>
  Number((await tus(app, client, 'HEAD', url)).headers['upload-offset'])

test('a stream that breaks at 99 % continues from where it was', async () => {
  const editor = await app.as('editor')
  const bytes = randomBytes(4_000_000)
  const url = (await begin(app, editor, { name: 'large.bin', size: bytes.length })).headers.location ?? ''
  const stream = sendSlowly(editor, url, bytes, 3_960_000)
  await expect.poll(() => offsetOf(editor, url)).toBeGreaterThan(3_000_000)
  stream.breakOff()
  // The bytes after the last complete batch are retained as well.
  await expect.poll(() => offsetOf(editor, url)).toBe(3_960_000)
  const limits = await editor.get(getUploadLimits)
  expect(limits.unfinished).toMatchObject([{ file_name: 'large.bin', size: bytes.length, offset: 3_960_000 }])
  // The durable offset is reported before the broken stream has released the file: a client that is too early must try
  // again.
  let done = await patch(app, editor, url, 3_960_000, bytes.subarray(3_960_000))
  while (done.status === 409) done = await patch(app, editor, url, 3_960_000, bytes.subarray(3_960_000))
  expect(done).toMatchObject({ status: 204, headers: { 'upload-offset': String(bytes.length) } })
  const upload = await editor.get(getUpload, { params: { id: done.headers['upload-record'] ?? '' } })
  expect(upload).toMatchObject({ sha256: sha256(bytes), size: bytes.length, status: 'received' })
  expect((await editor.get(getUploadLimits)).unfinished).toEqual([])
})

test('a client that reconnects continues, although its old connection is still open', async () => {
  const editor = await app.as('editor')
  const bytes = randomBytes(2_500_000)
  const url = (await begin(app, editor, { name: 'a.bin', size: bytes.length })).headers.location ?? ''
  const old = sendSlowly(editor, url, bytes, 2_200_000)
  await expect.poll(() => offsetOf(editor, url)).toBeGreaterThan(1_000_000)
  const first = await patch(app, editor, url, 0, bytes)
  expect(first.status).toBe(409)
  await old.ended
  const offset = await offsetOf(editor, url)
  const done = await patch(app, editor, url, offset, bytes.subarray(offset))
  const upload = await editor.get(getUpload, { params: { id: done.headers['upload-record'] ?? '' } })
  expect(upload.sha256).toBe(sha256(bytes))
})

test('bytes sent to a killed server are continued by the next one', async () => {
  const editor = await app.as('editor')
  const url = (await begin(app, editor, { name: 'a.txt', size: 11 })).headers.location ?? ''
  // Another process wrote this: this one has neither seen nor hashed the bytes.
  await writeFile(partOf(url), 'hello ')
  expect(await offsetOf(editor, url)).toBe(6)
  const done = await patch(app, editor, url, 6, Buffer.from('world'))
  const upload = await editor.get(getUpload, { params: { id: done.headers['upload-record'] ?? '' } })
  expect(upload.sha256).toBe(sha256('hello world'))
})

test('a large file in pieces, one of them from another process, has the hash of all its bytes', async () => {
  const editor = await app.as('editor')
  const bytes = randomBytes(20_000_000)
  const url = (await begin(app, editor, { name: 'large.bin', size: bytes.length })).headers.location ?? ''
  await patch(app, editor, url, 0, bytes.subarray(0, 9_000_000))
  await appendFile(partOf(url), bytes.subarray(9_000_000, 11_000_000))
  const done = await patch(app, editor, url, 11_000_000, bytes.subarray(11_000_000))
  const upload = await editor.get(getUpload, { params: { id: done.headers['upload-record'] ?? '' } })
  expect(upload.sha256).toBe(sha256(bytes))
})

test('a large file that is started again from zero is hashed from its first byte', async () => {
  const editor = await app.as('editor')
  const bytes = randomBytes(17_000_000)
  const url = (await begin(app, editor, { name: 'large.bin', size: bytes.length })).headers.location ?? ''
  await patch(app, editor, url, 0, randomBytes(9_000_000))
  await truncate(partOf(url))
  const done = await patch(app, editor, url, 0, bytes)
  const upload = await editor.get(getUpload, { params: { id: done.headers['upload-record'] ?? '' } })
  expect(upload.sha256).toBe(sha256(bytes))
})

test("a file whose server was killed between its last byte and its record gets its record with the client's next request", async () => {
  const editor = await app.as('editor')
  const url = (await begin(app, editor, { name: 'a.txt', size: 6 })).headers.location ?? ''
  await writeFile(partOf(url), 'abcdef')
  const back = await tus(app, editor, 'HEAD', url)
  expect(back).toMatchObject({ status: 200, headers: { 'upload-offset': '6', 'upload-length': '6' } })
  const upload = await editor.get(getUpload, { params: { id: back.headers['upload-record'] ?? '' } })
  expect(upload.sha256).toBe(sha256('abcdef'))
  expect(await readdir(join(app.folder, 'transfer'))).not.toContain(idOf(url))
  const again = await tus(app, editor, 'HEAD', url)
  expect(again.headers['upload-record']).toBe(String(upload.id))
})

test('while one process writes, no other does; when its heartbeat stops, others continue', async () => {
  const editor = await app.as('editor')
  const url = (await begin(app, editor, { name: 'a.txt', size: 3 })).headers.location ?? ''
  const until = new Date(app.ctx.now().getTime() + 5_000).toISOString()
  await sql`update transfer set holder = 'another', held_until = ${until}::timestamptz where id = ${idOf(url)}`.execute(
    app.db,
  )
  expect((await patch(app, editor, url, 0, Buffer.from('abc'))).status).toBe(409)
  await sql`update transfer set held_until = now() - interval '1 s' where id = ${idOf(url)}`.execute(app.db)
  expect((await patch(app, editor, url, 0, Buffer.from('abc'))).headers['upload-record']).toMatch(/^\d+$/)
})

test('two equal uploads at a time are two records of one content', async () => {
  const editor = await app.as('editor')
  const before = await blobs()
  const bytes = randomBytes(500_000)
  const [one, two] = await Promise.all([send(app, editor, 'one.bin', bytes), send(app, editor, 'two.bin', bytes)])
  expect(one.id).not.toBe(two.id)
  expect(one.sha256).toBe(two.sha256)
  expect(await blobs()).toBe(before + 1)
  const third = await send(app, editor, 'three.bin', bytes)
  expect(third.sha256).toBe(one.sha256)
  expect(await blobs()).toBe(before + 1)
})

test('a transfer is accessible to its owner only, and only roles that upload can begin one', async () => {
  const [editor, admin, reader] = await Promise.all([app.as('editor'), app.as('admin'), app.as('reader')])
  const url = (await begin(app, editor, { name: 'a.txt', size: 3 })).headers.location ?? ''
  for (const method of ['HEAD', 'DELETE'] as const) expect((await tus(app, admin, method, url)).status).toBe(404)
  expect((await patch(app, admin, url, 0, Buffer.from('abc'))).status).toBe(404)
  expect((await begin(app, reader, { name: 'a.txt', size: 3 })).status).toBe(403)
  expect((await begin(app, { token: '' }, { name: 'a.txt', size: 3 })).status).toBe(401)
  expect((await tus(app, editor, 'DELETE', url)).status).toBe(204)
  expect((await tus(app, editor, 'HEAD', url)).status).toBe(404)
  expect((await tus(app, editor, 'HEAD', '/v1/upload/tus/..%2f..%2fpostgres')).status).toBe(404)
})

test('an upload that could not become a record is refused before its first byte', async () => {
  const editor = await app.as('editor')
  const hidden = await anOg(app.ctx, { read_user: [987_654] })
  const refused = async (about: object) => JSON.parse((await begin(app, editor, { name: 'a', size: 3 }, about)).body)
  expect(await refused({ ogs: [hidden.id] })).toMatchObject({ code: 422, errors: [{ path: 'ogs' }] })
  expect(await refused({ read_user: [987_654] })).toMatchObject({ code: 422, errors: [{ path: 'read_user' }] })
  expect(await refused({ nonsense: 1 })).toMatchObject({ code: 422 })
  const odd = (headers: Record<string, string>) => tus(app, editor, 'POST', '/v1/upload/tus', headers)
  expect((await odd({})).status).toBe(400)
  expect((await odd({ 'upload-length': '-1' })).status).toBe(400)
  expect((await odd({ 'upload-length': '3', 'upload-metadata': 'upload bm90IGpzb24=' })).status).toBe(422)
  expect((await odd({ 'upload-length': '3', 'tus-resumable': '0.2.0' })).status).toBe(412)
})

test('offsets other than the end of the file, and more bytes than were announced, are refused', async () => {
  const editor = await app.as('editor')
  const url = (await begin(app, editor, { name: 'a.txt', size: 3 })).headers.location ?? ''
  expect((await patch(app, editor, url, 1, Buffer.from('bc'))).status).toBe(409)
  expect((await patch(app, editor, url, 0, Buffer.from('abcd'))).status).toBe(413)
  const asJson = { 'upload-offset': '0', 'content-type': 'application/json' }
  expect((await tus(app, editor, 'PATCH', url, asJson, Buffer.from('"a"'))).status).toBe(415)
  expect(await offsetOf(editor, url)).toBe(0)
})

test('a file, a user and all users together have their limits', async () => {
  const editor = await app.as('editor')
  const { file_bytes, user_bytes } = await editor.get(getUploadLimits)
  expect((await begin(app, editor, { name: 'a', size: file_bytes + 1 })).status).toBe(413)
  // A started transfer reserves its size: four of the largest fill this user's space.
  const urls: string[] = []
  for (let left = user_bytes; left > 0; left -= file_bytes) {
    const begun = await begin(app, editor, { name: 'a', size: Math.min(left, file_bytes) })
    expect(begun.status).toBe(201)
    urls.push(begun.headers.location ?? '')
  }
  expect(await editor.get(getUploadLimits)).toMatchObject({ user_left: 0 })
  expect((await begin(app, editor, { name: 'a', size: 1 })).status).toBe(413)
  await tus(app, editor, 'DELETE', urls[0] ?? '')
  expect((await begin(app, editor, { name: 'a', size: 1 })).status).toBe(201)
})

test('an idle transfer is deleted after two days, with its bytes and unused contents', async () => {
  const admin = await app.as('admin')
  const url = (await begin(app, admin, { name: 'a.txt', size: 5 })).headers.location ?? ''
  await patch(app, admin, url, 0, Buffer.from('ab'))
  const upload = await send(app, admin, 'gone.txt', randomBytes(100))
  await admin.get(deleteUpload, { params: { id: `${upload.id}` } })
  const before = await blobs()
  app.clock.advance(31 * 86_400_000)
  for (const job of ['remove_old_transfers', 'purge_upload_trash', 'remove_unused_contents'])
    await sql`select graphile_worker.add_job(${job}, '{}'::json)`.execute(app.db)
  await app.drainJobs()
  const again = await app.as('admin')
  expect((await again.call(getUpload, { params: { id: `${upload.id}` } })).status).toBe(404)
  const kept = await sql`select from upload_content where sha256 = ${upload.sha256}`.execute(app.db)
  expect(kept.rows).toHaveLength(0)
  expect(await blobs()).toBeLessThan(before)
})
