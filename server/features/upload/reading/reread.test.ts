import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getUpload } from '#contract/upload.api.ts'
import { listUploadParts } from '#contract/upload-text.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { measureReaders } from '../measure.queries.ts'
import { pagesPdf } from '../samples.ts'
import { send, sendAndRead } from '../testing.ts'
import { findStalled } from './read.queries.ts'
import { readUpload } from './read.ts'
import { rereadUploads } from './reread.ts'

const app = useTestApp()
const at = ({ id }: { id: number }) => ({ params: { id: `${id}` } })

test('a file that an older reader has read is read again, and keeps its review', async () => {
  const editor = await app.as('editor')
  const broken = await sendAndRead(app, editor, 'a.pdf', pagesPdf(['BT /F1 12 Tf 20 200 Td (Harbour Trading) Tj ET']))
  const judged = await sendAndRead(app, editor, 'b.txt', 'Harbour')
  const before = await measureReaders(app.ctx)
  await sql`update upload set reader_version = 0, status = 'failed', failure = 'broken', text_length = 0, part_count = 0,
    text_counts = null where id = ${broken.id}::bigint`.execute(app.db)
  await sql`delete from upload_part where upload_id = ${broken.id}::bigint`.execute(app.db)
  await sql`update upload set reader_version = 0, status = 'accepted' where id = ${judged.id}::bigint`.execute(app.db)
  const waiting = await measureReaders(app.ctx)
  expect(waiting).toMatchObject({ uploads: before.uploads, waiting: before.waiting + 2, read: before.read - 2 })
  expect(waiting.oldest_waiting_at).not.toBeNull()
  await rereadUploads(app.ctx)
  expect(await measureReaders(app.ctx)).toEqual(before)
  const again = await editor.get(getUpload, at(broken))
  expect(again).toMatchObject({ status: 'ready', failure: null, text_counts: { pages: 1, chars: 14 } })
  const { items } = await editor.get(listUploadParts, at(broken))
  expect(items.map(item => item.text)).toEqual(['Harbour Trading'])
  expect(await editor.get(getUpload, at(judged))).toMatchObject({ status: 'accepted', text_length: 7 })
})

test('files that are not read, or in part, are counted by reason', async () => {
  const editor = await app.as('editor')
  const count = async () => await measureReaders(app.ctx)
  const before = await count()
  await sendAndRead(app, editor, 'a.pdf', '%PDF-1.7\nnothing of it')
  await sendAndRead(app, editor, 'b.pdf', pagesPdf(['q 9 0 0 9 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q']))
  const after = await count()
  expect(after.partly_read).toBe(before.partly_read + 1)
  const broken = ({ unreadable }: typeof after) => unreadable.find(({ reason }) => reason === 'broken')?.count ?? 0
  expect(broken(after)).toBe(broken(before) + 1)
})

/** Reads again at the end of each pause; the upload after each of the tries. */
async function readAgain(tries: number, id: number) {
  const editor = await app.as('super_editor')
  const states = []
  let at_ = app.ctx.now().getTime()
  for (let n = 0; n < tries; n++) {
    at_ += 341 * 60_000
    const ctx = { ...app.ctx, now: () => new Date(at_) }
    await rereadUploads(ctx)
    // Within the pause nothing is tried.
    await rereadUploads(ctx)
    const { text_length, flags, failure } = await editor.get(getUpload, at({ id }))
    states.push({ text_length, flags, failure, waiting: (await measureReaders(app.ctx)).waiting })
  }
  return states
}
const keyOf = async (id: number) => {
  const { rows } = await sql<{ key: string }>`select blob_key as key from upload_content join upload using (sha256)
    where upload.id = ${id}::bigint`.execute(app.db)
  return rows[0]!.key
}

test('a file that the storage does not return keeps its text, is tried six times, and then counts as partly read', async () => {
  const editor = await app.as('super_editor')
  const upload = await sendAndRead(app, editor, 'kept.txt', 'Kept words')
  await app.ctx.blobs.remove(await keyOf(upload.id))
  await sql`update upload set reader_version = 0 where id = ${upload.id}::bigint`.execute(app.db)
  const partly = (await measureReaders(app.ctx)).partly_read
  const waiting = { text_length: 10, flags: [], failure: null, waiting: 1 }
  const states = await readAgain(6, upload.id)
  expect(states.slice(0, 5)).toEqual(Array(5).fill(waiting))
  expect(states[5]).toEqual({ ...waiting, flags: ['older_text'], waiting: 0 })
  expect((await measureReaders(app.ctx)).partly_read).toBe(partly + 1)
  const { items } = await editor.get(listUploadParts, at(upload))
  expect(items.map(item => item.text)).toEqual(['Kept words'])
})

test('a file that returns in time is read, and a damaged one is not tried again', async () => {
  const editor = await app.as('super_editor')
  const upload = await sendAndRead(app, editor, 'back.txt', 'Words that return')
  const key = await keyOf(upload.id)
  await app.ctx.blobs.remove(key)
  await sql`update upload set reader_version = 0 where id = ${upload.id}::bigint`.execute(app.db)
  await rereadUploads(app.ctx)
  await app.ctx.blobs.put(
    key,
    (async function* () {
      yield Buffer.from('%PDF-1.7\nnothing of it')
    })(),
  )
  const [state] = await readAgain(1, upload.id)
  expect(state).toMatchObject({ text_length: 17, flags: ['older_text'], waiting: 0 })
})

test('the first reading of a file that the storage does not return is tried six times, and then fails with the reason', async () => {
  const editor = await app.as('super_editor')
  const upload = await send(app, editor, 'first.txt', 'First')
  await app.ctx.blobs.remove(await keyOf(upload.id))
  const states = []
  let now = app.ctx.now().getTime()
  for (let n = 0; n < 6; n++) {
    const ctx = { ...app.ctx, now: () => new Date(now) }
    await sql`delete from graphile_worker._private_jobs`.execute(app.db)
    if (n === 0) await readUpload(ctx, upload.id, 1)
    for (const { id, step } of await findStalled(ctx)) await readUpload(ctx, id, step)
    const { status, failure } = await editor.get(getUpload, at(upload))
    states.push([status, failure])
    now += 341 * 60_000
  }
  expect(states).toEqual([...Array(5).fill(['received', null]), ['failed', 'storage_fault']])
  expect((await measureReaders(app.ctx)).unreadable).toContainEqual({ reason: 'storage_fault', count: 1 })
})
