import { expect, test } from 'vitest'
import { actOnReport, createReport, getReport, updateReport } from '#contract/report.api.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { compareReportVersions, listReportVersions, restoreReportVersion } from '#contract/report-version.api.ts'
import {
  beOnReport,
  createReportComment,
  deleteReportDraft,
  getReportDraft,
  listReportComments,
  resolveReportComment,
  saveReportDraft,
} from '#contract/report-work.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { aBody, aReport } from '../factory.ts'

const app = useTestApp()
const at = (report: { id: number }) => ({ params: { id: `${report.id}` } })

test('each save creates a version; an old one is restored as the newest, and two are compared by words', async () => {
  const writer = await app.as('super_editor')
  const report = await writer.get(createReport, {
    body: { title: '报告', body: aBody('公司成立于1995年。', 'stays', 'goes') },
  })
  await writer.get(updateReport, {
    ...at(report),
    body: { title: '新报告', body: aBody('公司成立于1996年。', 'stays', 'entirely other words') },
  })
  const versions = await writer.get(listReportVersions, at(report))
  expect(versions.items.map(version => [version.number, version.title, version.saved_by?.id])).toEqual([
    [2, '新报告', writer.id],
    [1, '报告', writer.id],
  ])
  const { blocks } = await writer.get(compareReportVersions, { ...at(report), query: { from: '1', to: '2' } })
  expect(blocks.map(block => [block.kind, block.type])).toEqual([
    ['changed', 'title'],
    ['changed', 'paragraph'],
    ['same', 'paragraph'],
    ['removed', 'paragraph'],
    ['added', 'paragraph'],
  ])
  expect(blocks[1]?.pieces).toEqual([
    { kind: 'same', text: '公司成立于' },
    { kind: 'removed', text: '1995' },
    { kind: 'added', text: '1996' },
    { kind: 'same', text: '年。' },
  ])
  const restore = { params: { id: `${report.id}`, number: '1' }, body: { rev: 1 } }
  expect((await writer.call(restoreReportVersion, restore)).status).toBe(409)
  const back = await writer.get(restoreReportVersion, { ...restore, body: {} })
  expect(back).toMatchObject({ version: 3, title: '报告', body: report.body })
  const missing = { params: { id: `${report.id}`, number: '9' }, body: {} }
  expect((await writer.call(restoreReportVersion, missing)).status).toBe(404)
})

test('a draft is visible to its writer only, separate from the report, and deleted when the text is saved', async () => {
  const [one, other] = [await app.as('super_editor'), await app.as('admin')]
  const report = await one.get(createReport, { body: { title: 'Shared', body: aBody('saved') } })
  const draft = { base_rev: report.rev, title: '', summary: null, body: aBody('unsaved') }
  await one.get(saveReportDraft, { ...at(report), body: draft })
  expect(await one.get(getReportDraft, at(report))).toMatchObject(draft)
  expect(await other.get(getReportDraft, at(report))).toBeNull()
  expect((await other.get(getReport, at(report))).body).toEqual(aBody('saved'))
  await other.get(updateReport, { ...at(report), body: { labels: ['x'] } })
  await one.get(updateReport, { ...at(report), body: { labels: ['y'] } })
  expect(await one.get(getReportDraft, at(report))).toMatchObject(draft)
  await one.get(updateReport, { ...at(report), body: { body: aBody('unsaved') } })
  expect(await one.get(getReportDraft, at(report))).toBeNull()
  await one.get(saveReportDraft, { ...at(report), body: draft })
  await one.get(deleteReportDraft, at(report))
  expect(await one.get(getReportDraft, at(report))).toBeNull()
})

test('present users see each other; the first to edit holds the lock until their heartbeat stops', async () => {
  const [one, other, reader] = [await app.as('super_editor'), await app.as('admin'), await app.as('super_reader')]
  const report = await aReport(app.ctx, { status: 'published' })
  const be = (client: typeof one, is_editing: boolean, is_leaving = false) =>
    client.get(beOnReport, { ...at(report), body: { is_editing, is_leaving } })
  expect(await be(one, true)).toMatchObject({ rev: report.rev, others: [], lock: { id: one.id } })
  const seen = await be(other, true)
  expect(seen).toMatchObject({ lock: { id: one.id }, others: [{ id: one.id, is_editing: true }] })
  expect(await be(reader, true)).toEqual({ rev: 1, others: [], lock: null })
  app.clock.advance(20_000)
  expect((await be(other, true)).others[0]?.since).toBe(seen.others[0]?.since)
  app.clock.advance(11_000)
  expect(await be(other, true)).toMatchObject({ lock: { id: other.id }, others: [] })
  await be(other, false, true)
  expect(await be(one, false)).toMatchObject({ lock: null, others: [] })
})

test('comments are answered in threads, resolved and reopened, and writers are notified', async () => {
  const [author, reviewer] = [await app.as('super_editor'), await app.as('admin')]
  const report = await author.get(createReport, { body: { title: 'Commented', body: aBody('words') } })
  const first = await reviewer.get(createReportComment, { ...at(report), body: { content: 'Source?', quote: 'words' } })
  const answer = await author.get(createReportComment, {
    ...at(report),
    body: { content: 'Added', reply_to: first.id },
  })
  const again = await reviewer.get(createReportComment, {
    ...at(report),
    body: { content: 'Thanks', reply_to: answer.id },
  })
  expect(again).toMatchObject({ reply_to: first.id, is_mine: true, version: 1 })
  expect((await author.get(getReport, at(report))).open_comments).toBe(1)
  const params = { id: `${report.id}`, comment_id: `${answer.id}` }
  expect(await author.get(resolveReportComment, { params, body: { is_resolved: true } })).toMatchObject({
    id: first.id,
    resolved_by: { id: author.id },
  })
  expect((await author.get(getReport, at(report))).open_comments).toBe(0)
  await author.get(resolveReportComment, { params, body: { is_resolved: false } })
  const { items } = await reviewer.get(listReportComments, at(report))
  expect(items.map(item => [item.content, item.resolved_at])).toEqual([
    ['Source?', null],
    ['Added', null],
    ['Thanks', null],
  ])
  const strange = await aReport(app.ctx)
  const body = { content: 'x', reply_to: first.id }
  expect((await reviewer.call(createReportComment, { ...at(strange), body })).status).toBe(404)
  const news = await app.db.selectFrom('news').select(['kind', 'users']).where('record_id', '=', report.id).execute()
  const reportedOf = news.filter(each => each.kind === 'commented')
  expect(reportedOf).toHaveLength(3)
  expect(reportedOf.every(each => each.users.includes(author.id))).toBe(true)
})

test('reviewers are notified of a requested review, the author of its result', async () => {
  const [author, reviewer] = [await app.as('super_editor'), await app.as('admin')]
  const report = await author.get(createReport, { body: { title: 'Told' } })
  for (const [client, act] of [
    [author, 'submit'],
    [reviewer, 'publish'],
  ] as const)
    await client.get(actOnReport, { ...at(report), body: { act } })
  const news = await app.db.selectFrom('news').select(['kind', 'users']).where('record_id', '=', report.id).execute()
  expect(news.find(each => each.kind === 'review_asked')?.users).toContain(reviewer.id)
  expect(news.find(each => each.kind === 'published')?.users).toContain(author.id)
})

const send = async (content: unknown) => {
  const writer = await app.as('super_editor')
  return await writer.call(createReport, { body: { title: 'Bad', body: { type: 'doc', content } as never } })
}
const linked = (href: string) => [
  { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] },
]

test('markup stays text; an unknown node type is refused', async () => {
  const html = '<img src=x onerror=alert(1)><script>alert(1)</script>'
  expect((await send(aBody(html).content)).body.data.body).toEqual(aBody(html))
  for (const href of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//x',
    'file:///etc/passwd',
  ])
    expect((await send(linked(href))).status, href).toBe(422)
  for (const node of [
    { type: 'iframe', attrs: { src: 'https://example.org' } },
    { type: 'html', content: html },
    { type: 'image', attrs: { src: 'data:image/png;base64,AAAA' } },
    { type: 'paragraph', attrs: { style: 'position:fixed' } },
    { type: 'heading', attrs: { level: 9 } },
    { type: 'paragraph', content: [{ type: 'text', text: 'nul \u0000' }] },
  ])
    expect((await send([node])).status, JSON.stringify(node)).toBe(422)
})

test('a text that is too large or too deep is refused, and unpaired surrogates are repaired', async () => {
  const writer = await app.as('super_editor')
  const report = await writer.get(createReport, { body: { title: 'Large', body: aBody('kept') } })
  const large = aBody(...Array.from({ length: 50 }, () => 'x'.repeat(100_000)))
  for (const endpoint of [updateReport, saveReportDraft] as const) {
    const body = { base_rev: 1, rev: 1, title: 'Large', summary: null, body: large } as never
    expect((await writer.call(endpoint, { ...at(report), body })).status).toBe(413)
  }
  expect((await writer.call(createReport, { body: { title: 'Large', body: large } })).status).toBe(413)
  const fits = aBody(...Array.from({ length: 15 }, () => 'x'.repeat(100_000)))
  expect((await writer.call(updateReport, { ...at(report), body: { body: fits } })).status).toBe(200)
  let deep: ReportBlock = { type: 'paragraph' }
  for (let n = 0; n < 100; n += 1) deep = { type: 'blockquote', content: [deep] }
  expect((await send([deep])).status).toBe(422)
  const nested = `${'{"type":"blockquote","content":['.repeat(20_000)}${']}'.repeat(20_000)}`
  const raw = await app.app.inject({
    method: 'POST',
    url: '/v1/report',
    headers: { authorization: `Bearer ${writer.token}`, 'content-type': 'application/json' },
    payload: `{"title":"x","body":{"type":"doc","content":[${nested}]}}`,
  })
  expect(raw.statusCode).toBe(422)
  expect((await send(aBody('half \ud800 of one').content)).body.data.body).toEqual(aBody('half \ufffd of one'))
})
