import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { actOnReport, exportReport } from '#contract/report.api.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { aBody, aReport } from '../factory.ts'
import { docxText } from '../testing.ts'

const app = useTestApp()

const text = (value: string, ...marks: string[]) => ({
  type: 'text' as const,
  text: value,
  ...(marks.length > 0 && { marks: marks.map(type => ({ type })) as never }),
})
const paragraph = (...content: object[]): ReportBlock => ({ type: 'paragraph', content: content as never })
const cell = (value: string, attrs: object = {}) => ({
  type: 'tableCell' as const,
  attrs,
  content: [paragraph(text(value))],
})
const hostile = '#read("/etc/passwd") #import "x" *not bold* _x_ $1$ `code` <b>bold</b> & \u0007 @label 完'

async function sample(reader: Client, isHidden: boolean) {
  const person = await aPerson(app.ctx, {
    name: '隐名氏',
    ...(isHidden && { owner: reader.id, read_user: [reader.id] }),
  })
  const page = await aStoredPage(app.ctx, { html: '<main><p>x</p></main>', url: 'https://example.org/board' })
  const body = aBody(
    { type: 'heading', attrs: { level: 1 }, content: [text('背景 Background')] },
    paragraph(text('Guanghua公司', 'bold'), text('成立于1995年。'), text('slanted', 'italic')),
    paragraph(text(hostile)),
    paragraph({ type: 'mention', attrs: { key: 'mention01', noun: 'person', id: person.id, label: 'old name' } }),
    paragraph({
      type: 'text',
      text: 'a link',
      marks: [{ type: 'link', attrs: { href: 'https://example.org/?a=1&b="2"' } }],
    }),
    {
      type: 'orderedList',
      attrs: { start: 4 },
      content: [
        { type: 'listItem', content: [paragraph(text('fourth')), { type: 'bulletList', content: [] }] },
        { type: 'listItem', content: [] },
      ],
    },
    { type: 'blockquote', content: [paragraph(text('quoted'))] },
    { type: 'horizontalRule' },
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: [cell('wide', { colspan: 9, rowspan: 400 }), cell('a | b')] },
        { type: 'tableRow', content: [cell('below'), cell('last')] },
        { type: 'tableRow', content: [] },
      ],
    },
    { type: 'image', attrs: { attachment_id: 987654, alt: '厂房照片', width: 50 } },
    {
      type: 'evidence',
      attrs: {
        key: 'evidence1',
        noun: 'page_version',
        id: page.version_id,
        quote: '他于2026年任董事。',
        title: 'Board',
        url: 'https://example.org/board',
        at: '2026-11-20T08:00:00.000Z',
      },
    },
  )
  return await aReport(app.ctx, { title: '光华 <机械> #title', summary: '摘要一句。', status: 'published', body })
}

async function exported(client: Client, id: number, format: 'docx' | 'pdf' | 'md', query: object = {}) {
  const answer = await client.call(exportReport, {
    params: { id: `${id}` },
    query: { format, reason: 'asked', ...query } as never,
  })
  expect(answer.status).toBe(200)
  return answer.body as unknown as Buffer
}

async function pdfText(file: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

test('a report is exported as DOCX, PDF and Markdown, and its text is never parsed as markup', async () => {
  const admin = await app.as('admin')
  const report = await sample(admin, false)
  const stated = ['背景 Background', '成立于', '#read("/etc/passwd")', '#import "x"', '*not bold*', 'fourth', 'quoted']
  const also = [
    'wide',
    'below',
    'last',
    '厂房照片',
    '隐名氏',
    '他于',
    '任董事',
    'https://example.org/board',
    'Evidence',
  ]

  const docx = await docxText(await exported(admin, report.id, 'docx'))
  for (const part of [...stated, ...also, '<b>bold</b> & ', '光华 <机械> #title', report.number])
    expect(docx.text).toContain(part)
  expect(docx.links).toContain('https://example.org/?a=1&b=%222%22')
  expect(docx.xml).toContain('w:eastAsia="宋体"')
  expect(docx.text).not.toContain('old name')

  const pdf = await pdfText(await exported(admin, report.id, 'pdf'))
  for (const part of [...stated, ...also].map(part => part.replaceAll(' ', '')))
    expect(pdf.replaceAll(' ', '')).toContain(part)
  expect(pdf).not.toContain('root:')

  const md = (await exported(admin, report.id, 'md')).toString()
  expect(md).toContain('# 光华 \\<机械\\> \\#title')
  expect(md).toContain('\\#read("/etc/passwd")')
  expect(md).toContain('\\*not bold\\*')
  expect(md).toContain('\\<b\\>bold\\</b\\>')
  expect(md).toContain('4. fourth')
  expect(md).toContain('[a link](<https://example.org/?a=1&b=%222%22>)')
  expect(md).toContain('| a \\| b |')
  expect(md).toContain('\\[1\\] Web page · Board · 2026-11-20 <https://example.org/board>')
}, 60_000)

test('text that the requester may not read is withheld from the file, and an unpublished report is not exported', async () => {
  const [admin, reader] = [await app.as('admin'), await app.as('super_reader')]
  const report = await sample(admin, true)
  for (const format of ['docx', 'md'] as const) {
    const file = await exported(reader, report.id, format)
    const stated = format === 'docx' ? (await docxText(file)).text : file.toString()
    expect(stated).not.toContain('隐名氏')
    expect(stated).toContain('withheld')
  }
  await admin.get(actOnReport, { params: { id: `${report.id}` }, body: { act: 'correct' } })
  const params = { id: `${report.id}` }
  expect(
    (await reader.call(exportReport, { params, query: { format: 'md', version: '2', reason: 'asked' } as never }))
      .status,
  ).toBe(404)
  expect((await exported(reader, report.id, 'md', { version: '1' })).toString()).toContain('Published')
  await admin.get(actOnReport, { params, body: { act: 'submit' } })
  const draft = await aReport(app.ctx, { title: 'Draft' })
  expect(
    (await reader.call(exportReport, { params: { id: `${draft.id}` }, query: { format: 'md', reason: 'asked' } }))
      .status,
  ).toBe(404)
})

test('an export is recorded with its reason', async () => {
  const admin = await app.as('admin')
  const report = await aReport(app.ctx, { body: aBody('text') })
  const params = { id: `${report.id}` }
  expect((await admin.call(exportReport, { params, query: { format: 'md', reason: ' ' } })).status).toBe(422)
  await exported(admin, report.id, 'md', { reason: 'for the board' })
  const rows = await app.db
    .selectFrom('audit')
    .select(['act', 'reason', 'user_id'])
    .where('noun', '=', 'report')
    .where('record_id', '=', report.id)
    .execute()
  expect(rows).toEqual([{ act: 'export', reason: 'for the board', user_id: admin.id }])
})

test('a title that was cut inside a character gives a valid file name', async () => {
  const admin = await app.as('admin')
  const { id } = await aReport(app.ctx, { title: `${'a'.repeat(79)}\u{1f600} tail` })
  const answer = await admin.call(exportReport, { params: { id: `${id}` }, query: { format: 'md', reason: 'asked' } })
  expect(answer.status).toBe(200)
})
