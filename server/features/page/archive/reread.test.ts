import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aStoredPage } from '#server/features/word/factory.ts'
import { getCapture, putCapture } from '#server/store/store.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { aPdf } from '#server/text/pdf-testing.ts'
import { rereadPages } from './reread.ts'

const app = useTestApp()

type Row = { text: Buffer; reader_version: number; scanned: number; text_counts: object | null }

/** A page whose PDF an older reader extracted as `text`. */
async function aPdfPage(text: string, isLost = false) {
  const page = await aStoredPage(app.ctx, { html: 'x', url: `https://pdf.example/${text.length}` })
  const pdf = await putCapture(app.ctx, aPdf('Vessel Kestrel was seized', 'Seizures'))
  const former = await putCapture(app.ctx, Buffer.from(text))
  await sql`update page_version set hash = ${pdf.hash}, text_blob = ${former.hash}, content_type = 'application/pdf',
      reader_version = 0, scanned = 7, is_lost = ${isLost} where id = ${page.version_id}`.execute(app.db)
  await sql`delete from search_queue`.execute(app.db)
  const read = async () => {
    const { rows } = await sql<Row>`select text_blob as text, reader_version, scanned, text_counts from page_version
      where id = ${page.version_id}`.execute(app.db)
    const row = rows[0]!
    return { ...row, text: (await getCapture(app.ctx, row.text)).toString('utf8') }
  }
  const queued = async () =>
    (await sql`select from search_queue where noun = 'page' and record_id = ${page.page_id}`.execute(app.db)).rows
      .length
  return { read, queued }
}

test('a stored PDF of an older reader is read again: its text, the words in it, and the search index', async () => {
  const page = await aPdfPage('')
  await rereadPages(app.ctx)
  expect(await page.read()).toMatchObject({
    ...{ text: expect.stringContaining('Vessel Kestrel was seized'), reader_version: 2, scanned: 0 },
    text_counts: { pages: 1, pages_read: 1, picture_pages: 0, unread_chars: 0 },
  })
  expect(await page.queued()).toBe(1)
  await sql`delete from search_queue`.execute(app.db)
  await rereadPages(app.ctx)
  expect(await page.queued()).toBe(0)
})

test('a version with lost bytes stays unchanged', async () => {
  const lost = await aPdfPage('what was read once', true)
  await rereadPages(app.ctx)
  expect(await lost.read()).toMatchObject({ text: 'what was read once', reader_version: 0, scanned: 7 })
})
