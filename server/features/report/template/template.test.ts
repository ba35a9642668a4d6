import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { createReport, exportReport, updateReport } from '#contract/report.api.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import {
  createLogo,
  defaultTemplate,
  getReportTemplate,
  previewReportTemplate,
  setReportTemplate,
  type TemplateValues,
} from '#contract/report-template.api.ts'
import { roles } from '#contract/role.ts'
import { aDiff } from '#server/features/diff/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { aBody, aReport } from '../factory.ts'
import { docxText } from '../testing.ts'

const app = useTestApp()

const hostile = '#read("/etc/passwd") $x$ @label *b* _i_ <b>&"\\ [内部] 𠮷 سري'
const values: TemplateValues = {
  ...defaultTemplate,
  organisation: `${hostile} ${'长'.repeat(60)}`,
  markings: ['内部', 'Internal', '#set $x$ @y'],
  marking: '#set $x$ @y',
  color: '#7A1F1F',
}

async function set(admin: Client, part: Partial<TemplateValues> = {}) {
  return await admin.get(setReportTemplate, { body: { ...values, ...part } })
}

async function exported(client: Client, id: number, format: 'docx' | 'pdf' | 'md') {
  const params = { id: `${id}` }
  const answer = await client.call(exportReport, { params, query: { format, reason: 'asked' } })
  expect(answer.status).toBe(200)
  return answer.body as unknown as Buffer
}

const pagesOf = async (file: Buffer) => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false })
  return text.map(page => page.replaceAll(/\s+/g, ''))
}
const picture = sharp({ create: { width: 900, height: 300, channels: 3, background: '#165dff' } })
const logoFrom = async (admin: Client, content: Buffer | string) =>
  await admin.upload(createLogo, { name: 'logo', content: Buffer.from(content) })
const svg = (inner: string, head = '') =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">${inner}</svg>`

describe('the report template', () => {
  test('has no editor until it is set; then it names the editor, and the audit log lists the changes', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('super_editor')]
    expect(await editor.get(getReportTemplate)).toEqual({
      ...defaultTemplate,
      rev: 0,
      updated_at: null,
      updated_by: null,
    })
    const kept = await set(admin)
    expect(kept).toMatchObject({
      ...values,
      organisation: values.organisation.trim(),
      rev: 1,
      updated_by: { id: admin.id },
    })
    expect(await editor.get(getReportTemplate)).toEqual(kept)
    expect((await set(admin)).rev).toBe(1)
    const { items } = await admin.get(listAudit, { query: { act: ['set_template'], user_id: [`${admin.id}`] } })
    expect(items).toHaveLength(1)
    expect(items[0]?.detail).toMatchObject({
      changes: [{ field: 'organisation', from: '' }, { field: 'markings' }, { field: 'marking' }, { field: 'color' }],
    })
  })

  test.each(roles)('is set by administrators only, not by a %s', async role => {
    const client = await app.as(role)
    const answers = [
      (await client.call(setReportTemplate, { body: values })).status,
      (await client.call(previewReportTemplate, { body: { ...values, logo: 'x' as never } })).status,
      (await client.call(getReportTemplate)).status,
    ]
    expect(answers).toEqual(role === 'admin' ? [200, 422, 200] : [403, 403, role === 'super_editor' ? 200 : 403])
  })

  test('is not overwritten by a user with a stale revision', async () => {
    const admin = await app.as('admin')
    const { rev } = await set(admin, { organisation: 'One' })
    const answer = await admin.call(setReportTemplate, { body: { ...values, organisation: 'Two', rev: rev - 1 } })
    expect(answer.status).toBe(409)
    expect((await admin.get(getReportTemplate)).organisation).toBe('One')
  })

  test.each([
    ['a colour that is code', { color: '#12345g' }, 'color'],
    ['a marking that is not in its list', { marking: 'Secret' }, 'marking'],
    ['a word twice', { markings: ['a', 'a'], marking: null }, 'markings'],
    ['too many words', { markings: Array.from({ length: 21 }, (_, n) => `w${n}`), marking: null }, 'markings'],
    ['a logo that is an address', { logo: 'https://example.org/logo.png' }, 'logo'],
    ['a logo that is half a picture', { logo: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==' }, 'logo'],
  ] as [string, Partial<TemplateValues>, string][])('refuses %s', async (_, part, field) => {
    const admin = await app.as('admin')
    const answer = await admin.call(setReportTemplate, { body: { ...values, ...part } })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ path: expect.stringMatching(new RegExp(`^${field}`)) }])
  })
})

describe('a logo', () => {
  test.each([
    ['PNG', () => picture.clone().png().toBuffer()],
    [
      'JPEG with where it was taken',
      () =>
        picture
          .clone()
          .withExif({ IFD0: { ImageDescription: 'home' } })
          .jpeg()
          .toBuffer(),
    ],
    ['WebP', () => picture.clone().webp().toBuffer()],
    ['SVG', async () => Buffer.from(svg('<style>.a{fill:#165dff}</style><circle class="a" cx="10" cy="10" r="9"/>'))],
  ])('from a %s becomes a small PNG with pixels only', async (_, make) => {
    const admin = await app.as('admin')
    const answer = await logoFrom(admin, await make())
    expect(answer.status).toBe(200)
    const { logo } = answer.body.data
    const metadata = await sharp(Buffer.from(logo.split(',')[1] ?? '', 'base64')).metadata()
    expect(metadata).toMatchObject({ format: 'png' })
    expect(Math.max(metadata.width / 600, metadata.height / 180)).toBeLessThanOrEqual(1)
    expect(metadata.exif).toBeUndefined()
    expect((await set(admin, { logo })).logo).toBe(logo)
  })

  test.each([
    ['a script', svg('<script>alert(1)</script><rect width="9" height="9"/>')],
    ['another file', svg('<image xlink:href="file:///etc/passwd" width="9" height="9"/>')],
    ['a page', svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>')],
    ['itself many times', svg('<g id="a"><rect width="9" height="9"/></g><use href="#a"/>')],
    ['an entity', svg('&x;', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['another encoding', Buffer.from(`\ufeff${svg('<script>alert(1)</script>')}`, 'utf16le')],
    ['a surface without end', svg('<rect width="9" height="9"/>').replace('width="40"', 'width="4000000"')],
  ])('from a drawing with %s is refused', async (_, content) => {
    expect((await logoFrom(await app.as('admin'), content as Buffer)).status).toBe(415)
  })

  test('from a file that is no picture, is empty or is too large is refused', async () => {
    const admin = await app.as('admin')
    expect((await logoFrom(admin, '%PDF-1.7')).status).toBe(415)
    expect((await logoFrom(admin, '')).status).toBe(422)
    expect((await logoFrom(admin, Buffer.alloc(2 * 1_048_576 + 1))).status).toBe(413)
  })
})

describe('exported files', () => {
  test("have the organisation's name and marking on every page, always as plain text", async () => {
    const admin = await app.as('admin')
    const { logo } = (await logoFrom(admin, await picture.clone().png().toBuffer())).body.data
    await set(admin, { logo })
    const long = Array.from({ length: 90 }, (_, n) => `Paragraph ${n} of a text that goes over pages.`)
    const title = `${hostile} ${'𠮷'.repeat(200)}`
    const report = await aReport(app.ctx, { title, summary: hostile, body: aBody(...long) })
    const pages = await pagesOf(await exported(admin, report.id, 'pdf'))
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) {
      // Once in the head and once in the foot.
      expect(page.split('#set$x$@y')).toHaveLength(3)
      expect(page).toContain('#read("/etc/passwd")$x$@label*b*')
    }
    const docx = await docxText(await exported(admin, report.id, 'docx'))
    expect(docx.text).toContain('#set $x$ @y')
    expect(docx.text).toContain('#read("/etc/passwd") $x$ @label *b* _i_ <b>&"\\ [内部] 𠮷')
    const md = (await exported(admin, report.id, 'md')).toString()
    expect(md.split('\n')[0]).toContain('**\\#set \\$x\\$ @y**')
  }, 60_000)

  test('have the marking that their report chose; one that is not in the template is refused', async () => {
    const admin = await app.as('admin')
    await set(admin)
    const report = await admin.get(createReport, { body: { title: 'Chosen', marking: 'Internal' } })
    expect(report.marking).toBe('Internal')
    const params = { id: `${report.id}` }
    expect((await admin.call(updateReport, { params, body: { marking: 'Top secret' } })).status).toBe(422)
    // The marking is removed from the template; the report keeps it.
    await set(admin, { markings: ['内部'], marking: '内部' })
    expect((await admin.get(updateReport, { params, body: { marking: 'Internal', title: 'Kept' } })).marking).toBe(
      'Internal',
    )
    expect((await exported(admin, report.id, 'md')).toString()).toContain('**Internal**')
    await admin.get(updateReport, { params, body: { marking: null } })
    expect((await exported(admin, report.id, 'md')).toString()).toContain('**内部**')
  })

  test('number each piece of evidence once, with its time of capture and hash, and show what a cited difference added', async () => {
    const [admin, owner, reader] = [await app.as('admin'), await app.as('super_editor'), await app.as('super_reader')]
    const og = await anOg(app.ctx)
    const page = await aStoredPage(app.ctx, { ogId: og.id, html: '<main><p>The board has #six members.</p></main>' })
    const diff = await aDiff(app.ctx, page)
    const hidden = await aStoredPage(app.ctx, {
      ogId: (await anOg(app.ctx, { owner: owner.id, read_user: [owner.id] })).id,
      html: '<main><p>hidden words</p></main>',
    })
    const hiddenDiff = await aDiff(app.ctx, hidden)
    const cite = (key: string, noun: 'diff' | 'page_version', id: number): ReportBlock => ({
      type: 'evidence',
      attrs: {
        key,
        noun,
        id,
        quote: `quote ${key}`,
        title: `title ${key}`,
        url: 'https://example.org/',
        at: '2026-11-20',
      },
    })
    const report = await aReport(app.ctx, {
      status: 'published',
      body: aBody(
        cite('aaaaaaaa', 'page_version', page.version_id),
        cite('bbbbbbbb', 'diff', diff),
        cite('cccccccc', 'page_version', page.version_id),
        cite('dddddddd', 'diff', hiddenDiff),
      ),
    })
    const md = (await exported(admin, report.id, 'md')).toString()
    const [text, list] = md.split('## Evidence')
    expect([...text!.matchAll(/\\\[(\d)\\\] /g)].map(match => match[1])).toEqual(['1', '2', '1', '3'])
    expect([...list!.matchAll(/\\\[(\d)\\\] /g)].map(match => match[1])).toEqual(['1', '2', '3'])
    expect(list).toMatch(/Seen \d{4}-\d\d-\d\d \d\d\\?:\d\d UTC · SHA-256 [0-9a-f]{64}/)
    expect(text).toContain('Added: **The board has \\#six members.**')

    // A reader who may read only quotations of the page gets the quotation and the same numbers, and nothing of hidden
    // evidence.
    const theirs = (await exported(reader, report.id, 'md')).toString()
    expect(theirs).toContain('quote bbbbbbbb')
    expect(theirs).not.toContain('six members')
    expect(theirs).not.toContain('hidden words')
    expect(theirs).toContain('withheld')
    expect([...theirs.split('## Evidence')[0]!.matchAll(/\\\[(\d)\\\] /g)].map(match => match[1])).toEqual([
      '1',
      '2',
      '1',
      '3',
    ])
    const pdf = (await pagesOf(await exported(admin, report.id, 'pdf'))).join('')
    expect(pdf).toContain('AddedTheboardhas#sixmembers.')
    expect((await docxText(await exported(admin, report.id, 'docx'))).text).toContain('The board has #six members.')
  }, 60_000)

  test('are previewed as a sample before the template is saved', async () => {
    const admin = await app.as('admin')
    const before = await admin.get(getReportTemplate)
    const answer = await admin.call(previewReportTemplate, { body: { ...values, organisation: 'A house to be' } })
    const pages = await pagesOf(answer.body as unknown as Buffer)
    expect(pages.join('')).toContain('Ahousetobe')
    expect(await admin.get(getReportTemplate)).toEqual(before)
  }, 60_000)
})
