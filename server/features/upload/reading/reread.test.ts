import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getUpload } from '#contract/upload.api.ts'
import { listUploadParts } from '#contract/upload-text.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { measureReaders } from '../measure.queries.ts'
import { pagesPdf } from '../samples.ts'
import { sendAndRead } from '../testing.ts'
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
