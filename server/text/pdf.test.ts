import { expect, test } from 'vitest'
import { readPdf } from './pdf.ts'
import { aPdf } from './pdf-testing.ts'

/** Hundreds of thousands of operators: minutes of work in a few megabytes. */
const endless = aPdf('', 'endless', `BT /F1 12 Tf ${'1 0 0 1 2 3 Tm (a b c d e f) Tj T* '.repeat(400_000)} ET`)

test('a PDF gives its text, title and number of pages', async () => {
  expect(await readPdf(aPdf('Yearly report of 2026', 'Report'))).toEqual({
    ok: true,
    title: 'Report',
    pages: 1,
    text: 'Yearly report of 2026',
    isCut: false,
    isSlow: false,
    counts: { pages: 1, pages_read: 1, picture_pages: 0, broken_pages: 0, chars: 18, unread_chars: 0 },
  })
})

test('a PDF that keeps its reader busy is stopped in time, and others do not wait longer', async () => {
  const startedAt = performance.now()
  const [hanging, other] = await Promise.all([readPdf(endless, { timeoutMs: 400 }), readPdf(aPdf('fine', 'x'))])
  expect(hanging).toEqual({ ok: false, reason: 'pdf_failed', detail: 'time' })
  expect(other).toMatchObject({ ok: true, text: 'fine' })
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})

test('a PDF that takes too much memory is stopped', async () => {
  const result = await readPdf(endless, { heapMb: 24, timeoutMs: 15_000 })
  expect(result).toMatchObject({ ok: false, reason: 'pdf_failed', detail: 'memory' })
})

test('long text is cut and flagged', async () => {
  expect(await readPdf(aPdf('a long text', 'x'), { maxChars: 6 })).toMatchObject({ text: 'a long', isCut: true })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['only a beginning', Buffer.from('%PDF-1.7\n')],
  ['noise', Buffer.from('%PDF-1.4\n'.concat('9 0 obj<</Type/Catalog'.repeat(500)))],
])('%s is reported as a reason, without a crash', async (_, body) => {
  expect(await readPdf(body, { timeoutMs: 5_000 })).toMatchObject({ ok: false, reason: 'pdf_failed' })
})
