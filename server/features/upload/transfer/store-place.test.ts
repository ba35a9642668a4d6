import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUpload, getUploadLimits } from '#contract/upload.api.ts'
import { newBlobKey, openBlobs } from '#server/platform/blob/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { databaseUrl } from '#server/testing/killed-worker.ts'
import { openTestBucket, type TestBucket } from '#server/testing/s3-store.ts'
import { type Client, type TestApp, useTestApp } from '#server/testing/test-app.ts'
import { begin, patch, tus } from '../testing.ts'
import { removeUnused } from '../upload.jobs.ts'
import { removeOldTransfers } from './remove-old.ts'

const app = useTestApp()
let bucket: TestBucket
/** Two APIs that share the database and a bucket, and no disk. */
let one: TestApp
let two: TestApp
let ctx: Ctx
const opened: FastifyInstance[] = []
const children: ChildProcess[] = []
const folders: string[] = []

beforeAll(async () => {
  bucket = await openTestBucket()
  const blobs = openBlobs({ ...bucket, dataDir: '/nowhere' })
  ctx = { ...app.ctx, blobs }
  const another = async () => {
    const api = await app.another({ blobs, blobUrl: bucket.blobUrl })
    opened.push(api)
    return { ...app, app: api }
  }
  one = await another()
  two = await another()
})
beforeEach(() => bucket.objects.clear())
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  for (const api of opened) await api.close()
  await bucket.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const parts = () => [...bucket.objects.keys()].filter(key => key.startsWith('part/'))
const offsetOf = async (api: TestApp, client: Client, url: string) =>
  Number((await tus(api, client, 'HEAD', url)).headers['upload-offset'])
const recordOf = async (client: Client, done: { headers: Record<string, string | undefined> }) =>
  await client.get(getUpload, { params: { id: done.headers['upload-record'] ?? '' } })
const aTransfer = async (client: Client, size: number) =>
  (await begin(one, client, { name: '𠮷田.bin', size })).headers.location ?? ''

test('parts sent to two machines in turn form one file, and no part is left', async () => {
  const editor = await app.as('editor')
  const bytes = randomBytes(11_000_000)
  const url = await aTransfer(editor, bytes.length)
  await patch(one, editor, url, 0, bytes.subarray(0, 5_000_000))
  expect(await offsetOf(two, editor, url)).toBe(5_000_000)
  expect((await editor.get(getUploadLimits)).unfinished).toHaveLength(1)
  await patch(two, editor, url, 5_000_000, bytes.subarray(5_000_000, 5_000_007))
  expect((await patch(one, editor, url, 5_000_000, bytes.subarray(5_000_000))).status).toBe(409)
  const done = await patch(one, editor, url, 5_000_007, bytes.subarray(5_000_007))
  const upload = await recordOf(editor, done)
  expect(upload).toMatchObject({ sha256: sha256(bytes), size: bytes.length })
  const [stored] = [...bucket.objects.keys()].filter(key => key.startsWith('upload/'))
  expect(bucket.objects.get(stored ?? '')?.equals(bytes)).toBe(true)
  expect(parts().length).toBeGreaterThan(0)
  await removeOldTransfers(ctx)
  expect(parts()).toEqual([])
})

test('many small requests leave few objects, each byte in one of them', async () => {
  const editor = await app.as('editor')
  const bytes = randomBytes(900)
  const url = await aTransfer(editor, bytes.length)
  let done = { headers: {} as Record<string, string | undefined> }
  for (let at = 0; at < bytes.length; at += 100) {
    done = await patch(at % 200 === 0 ? one : two, editor, url, at, bytes.subarray(at, at + 100))
    if (at < 800) expect(parts()).toHaveLength(1)
  }
  expect((await recordOf(editor, done)).sha256).toBe(sha256(bytes))
})

test('an empty file, and an abandoned one, leave nothing', async () => {
  const editor = await app.as('editor')
  const empty = await begin(one, editor, { name: 'empty', size: 0 })
  expect(await recordOf(editor, empty)).toMatchObject({ size: 0, sha256: sha256(Buffer.alloc(0)) })
  const url = await aTransfer(editor, 3)
  await patch(one, editor, url, 0, Buffer.from('ab'))
  expect(parts()).toHaveLength(1)
  expect((await tus(two, editor, 'DELETE', url)).status).toBe(204)
  await removeOldTransfers(ctx)
  expect(parts()).toEqual([])
})

test('a content that is already known is stored once', async () => {
  const editor = await app.as('editor')
  const bytes = randomBytes(300)
  const contents = () => [...bucket.objects.keys()].filter(key => key.startsWith('upload/')).length
  for (const api of [one, two]) {
    const url = await aTransfer(editor, bytes.length)
    expect((await patch(api, editor, url, 0, bytes)).status).toBe(204)
    expect(contents()).toBe(1)
  }
})

test('a machine that lost the transfer to another while the bucket was slow adds nothing', async () => {
  const editor = await app.as('editor')
  const url = await aTransfer(editor, 6)
  await patch(one, editor, url, 0, Buffer.from('abc'))
  const id = url.split('/').at(-1)
  // Between writing the object and its row the hold expires and another process takes it.
  await sql`create or replace function lose_hold() returns trigger language plpgsql as $$
    begin new.holder := 'another'; return new; end $$`.execute(app.db)
  await sql`create trigger lose_hold before update on transfer for each row
    when (new.holder is not null and old.holder is null) execute function lose_hold()`.execute(app.db)
  try {
    expect((await patch(two, editor, url, 3, Buffer.from('def'))).status).toBe(409)
  } finally {
    await sql`drop trigger lose_hold on transfer`.execute(app.db)
  }
  await sql`update transfer set holder = null where id = ${id}`.execute(app.db)
  expect(await offsetOf(one, editor, url)).toBe(3)
  expect(parts()).toHaveLength(1)
  expect((await patch(one, editor, url, 3, Buffer.from('xyz'))).headers['upload-record']).toMatch(/^\d+$/)
})

test('while one machine creates the record, another reports that; when its heartbeat stops, another creates it', async () => {
  const editor = await app.as('editor')
  const bytes = Buffer.from('whole')
  const url = await aTransfer(editor, bytes.length)
  const id = url.split('/').at(-1)
  await patch(one, editor, url, 0, bytes.subarray(0, 4))
  // The state that a machine leaves when it is killed after the last byte.
  await ctx.blobs.putBytes('part/ab/ab-last', bytes.subarray(4))
  await sql`insert into transfer_part values (${id}, 4, 1, 'part/ab/ab-last')`.execute(app.db)
  const until = new Date(app.ctx.now().getTime() + 5_000).toISOString()
  await sql`update transfer set holder = 'killed', held_until = ${until}::timestamptz where id = ${id}`.execute(app.db)
  const busy = await tus(two, editor, 'HEAD', url)
  expect(busy).toMatchObject({ status: 423, headers: { 'upload-offset': '5' } })
  expect(busy.headers['upload-record']).toBeUndefined()
  app.clock.advance(6_000)
  const back = await tus(two, editor, 'HEAD', url)
  expect(back.status).toBe(200)
  expect((await recordOf(editor, back)).sha256).toBe(sha256(bytes))
})

test('an idle transfer is deleted with its parts', async () => {
  const admin = await app.as('admin')
  const url = await aTransfer(admin, 5)
  await patch(one, admin, url, 0, Buffer.from('ab'))
  app.clock.advance(49 * 3_600_000)
  await removeOldTransfers(ctx)
  expect(parts()).toEqual([])
  const again = await app.as('admin')
  expect((await tus(two, again, 'HEAD', url)).status).toBe(404)
})

test('a part without a row, left by a killed machine, is deleted at night, and no other part is', async () => {
  const editor = await app.as('editor')
  const url = await aTransfer(editor, 5)
  await patch(one, editor, url, 0, Buffer.from('ab'))
  const kept = parts()
  await ctx.blobs.putBytes(newBlobKey('part'), Buffer.from('left'))
  await removeUnused(ctx)
  expect(parts()).toEqual(kept)
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** An API process as on another machine: it shares only the database and the bucket. */
async function aMachine(): Promise<{ port: number; kill: () => void }> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'og-machine-'))
  folders.push(folder)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join('server', 'main.ts')], {
    env: {
      DATABASE_URL: await databaseUrl(app.db),
      OG_DATA_DIR: folder,
      OG_BLOB_URL: bucket.blobUrl,
      OG_S3_ACCESS_KEY: bucket.s3AccessKey,
      OG_S3_SECRET_KEY: bucket.s3SecretKey,
      OG_LOG_LEVEL: 'silent',
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
  return { port, kill: () => child.kill('SIGKILL') }
}

test('a machine that is killed in the middle of a file loses no confirmed bytes, and another continues', async () => {
  app.clock.set(new Date().toISOString())
  const editor = await app.as('editor')
  const bytes = randomBytes(20_000_000)
  const url = await aTransfer(editor, bytes.length)
  const machine = await aMachine()
  const sent = request({
    ...{ host: '127.0.0.1', port: machine.port, path: url, method: 'PATCH' },
    headers: {
      authorization: `Bearer ${editor.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
  })
  sent.on('error', () => {})
  sent.write(bytes.subarray(0, 15_000_000))
  await expect.poll(() => offsetOf(two, editor, url), { timeout: 30_000 }).toBeGreaterThan(8_000_000)
  machine.kill()
  const reported = await offsetOf(two, editor, url)
  // The killed machine still holds the transfer; its hold expires after ten seconds.
  app.clock.advance(11_000)
  const offset = await offsetOf(two, editor, url)
  expect(offset).toBeGreaterThanOrEqual(reported)
  const done = await patch(two, editor, url, offset, bytes.subarray(offset))
  const upload = await recordOf(editor, done)
  expect(upload.sha256).toBe(sha256(bytes))
})
