import { expect, test } from 'vitest'
import {
  actOnReport,
  bulkReport,
  createReport,
  deleteReport,
  getReport,
  listReportFacets,
  listReportHistory,
  listReports,
  type ReportAct,
  reportActs,
  restoreReport,
  updateReport,
} from '#contract/report.api.ts'
import type { Role } from '#contract/role.ts'
import { anOg } from '#server/features/og/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { aBody, aReport } from './factory.ts'

const app = useTestApp()
const at = (report: { id: number }) => ({ params: { id: `${report.id}` } })
const act = (client: Client, report: { id: number }, name: ReportAct, comment?: string) =>
  client.get(actOnReport, { ...at(report), body: { act: name, comment } })

test('a super_editor creates, finds, changes, deletes and restores a report', async () => {
  const writer = await app.as('super_editor')
  const og = await anOg(app.ctx, { name: '光华机械' })
  const report = await writer.get(createReport, {
    body: { title: '光华机械尽职调查', labels: ['尽调'], ogs: [og.id], body: aBody('第一段。') },
  })
  expect(report).toMatchObject({
    owner: writer.id,
    status: 'draft',
    version: 1,
    published_version: null,
    author: { id: writer.id },
    ogs: [{ id: og.id, name: '光华机械' }],
    acts: ['submit'],
  })
  expect(report.number).toMatch(/^\d{4}-\d{4}$/)
  expect(report.body).toEqual(aBody('第一段。'))
  const found = await writer.get(listReports, { query: { keyword: '尽职调查', og: [og.id] as never } })
  expect(found.items.map(item => item.id)).toEqual([report.id])
  const changed = await writer.get(updateReport, {
    ...at(report),
    body: { rev: report.rev, body: aBody('第一段。', '第二段。'), ogs: [] },
  })
  expect(changed).toMatchObject({ version: 2, rev: report.rev + 1, ogs: [] })
  const same = await writer.get(updateReport, { ...at(report), body: { body: aBody('第一段。', '第二段。') } })
  expect(same).toMatchObject({ version: 2, rev: changed.rev })
  const history = await writer.get(listReportHistory, at(report))
  expect(history.items[0]?.changes).toEqual([
    { field: 'body', from: 1, to: 2 },
    { field: 'ogs', from: [og.id], to: [] },
  ])
  await writer.get(deleteReport, at(report))
  expect((await writer.call(getReport, at(report))).status).toBe(404)
  expect((await writer.get(restoreReport, at(report))).title).toBe('光华机械尽职调查')
})

test('numbers are consecutive without a gap, however many reports are created at a time', async () => {
  const writer = await app.as('super_editor')
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) => writer.call(createReport, { body: { title: n === 5 ? '' : `T${n}` } })),
  )
  const numbers = made.flatMap(({ status, body }) => (status === 200 ? [Number(body.data.number.slice(5))] : []))
  numbers.sort((a, b) => a - b)
  expect(numbers).toHaveLength(11)
  expect(numbers.map(number => number - (numbers[0] as number))).toEqual(numbers.map((_, n) => n))
})

test('a stale writer gets the present report and changes nothing', async () => {
  const [one, other] = [await app.as('admin'), await app.as('super_editor')]
  const report = await one.get(createReport, { body: { title: 'Both write', body: aBody('first') } })
  await other.get(updateReport, { ...at(report), body: { rev: report.rev, body: aBody('theirs') } })
  const late = await one.call(updateReport, { ...at(report), body: { rev: report.rev, body: aBody('mine') } })
  expect(late.status).toBe(409)
  expect(late.body.data).toMatchObject({ version: 2, body: aBody('theirs') })
})

const roleActs: Record<string, { from: 'draft' | 'review' | 'published' | 'archived'; to: string }> = {
  submit: { from: 'draft', to: 'review' },
  return: { from: 'review', to: 'draft' },
  withdraw: { from: 'review', to: 'draft' },
  publish: { from: 'review', to: 'published' },
  correct: { from: 'published', to: 'draft' },
  archive: { from: 'published', to: 'archived' },
  unarchive: { from: 'archived', to: 'published' },
}
const walk: Record<string, ReportAct[]> = {
  draft: [],
  review: ['submit'],
  published: ['submit', 'publish'],
  archived: ['submit', 'publish', 'archive'],
}

test('each act leads from one state to one other, and the reply lists the possible acts', async () => {
  const [admin, other] = [await app.as('admin'), await app.as('admin')]
  const walker = (name: ReportAct) => (name === 'publish' ? other : admin)
  for (const [status, way] of Object.entries(walk)) {
    for (const name of reportActs) {
      const report = await admin.get(createReport, { body: { title: `${status} ${name}` } })
      let now = report
      for (const step of way) now = await act(walker(step), report, step)
      const isOpen = roleActs[name]?.from === status
      now = await walker(name).get(getReport, at(report))
      expect(now.acts.includes(name), `${name} is told in ${status}`).toBe(isOpen)
      const answer = await walker(name).call(actOnReport, {
        ...at(report),
        body: { act: name, comment: 'Why', rev: now.rev },
      })
      expect(answer.status, `${name} in ${status}`).toBe(isOpen ? 200 : 409)
      if (isOpen) expect(answer.body.data.status).toBe(roleActs[name]?.to)
    }
  }
})

test('only the two roles that write reports change their state; a withdrawal needs the author, a return needs a comment', async () => {
  const author = await app.as('super_editor')
  const report = await author.get(createReport, { body: { title: 'On its way' } })
  for (const role of ['editor', 'super_reader', 'reader', 'uploader', 'device'] satisfies Role[])
    expect((await (await app.as(role)).call(actOnReport, { ...at(report), body: { act: 'submit' } })).status).toBe(403)
  const sent = await act(author, report, 'submit')
  expect(sent.acts).toEqual(['return', 'withdraw'])
  const reviewer = await app.as('super_editor')
  expect((await reviewer.get(getReport, at(report))).acts).toEqual(['return', 'publish'])
  expect((await reviewer.call(actOnReport, { ...at(report), body: { act: 'withdraw' } })).status).toBe(403)
  const silent = await reviewer.call(actOnReport, { ...at(report), body: { act: 'return' } })
  expect(silent.body.errors?.map(error => error.path)).toEqual(['comment'])
  const stale = await reviewer.call(actOnReport, { ...at(report), body: { act: 'publish', rev: 1 } })
  expect(stale.status).toBe(409)
  const back = await act(reviewer, report, 'return', 'Name the source')
  expect(back).toMatchObject({ status: 'draft', reviewer: { id: reviewer.id }, open_comments: 1 })
})

test('a published version does not change; a correction is hidden until it is published', async () => {
  const [writer, reader] = [await app.as('super_editor'), await app.as('super_reader')]
  const reviewer = await app.as('super_editor')
  const og = await anOg(app.ctx, { name: 'Later named' })
  const report = await writer.get(createReport, {
    body: { title: 'First title', labels: ['a'], body: aBody('first text') },
  })
  expect((await reader.call(getReport, at(report))).status).toBe(404)
  await act(writer, report, 'submit')
  expect((await reader.get(listReports, {})).items.map(item => item.id)).not.toContain(report.id)
  await act(reviewer, report, 'publish')
  const before = await reader.get(getReport, at(report))
  expect(before).toMatchObject({ title: 'First title', status: 'published', version: 1, can: [], acts: [] })
  for (const body of [{ title: 'New' }, { summary: 'New' }, { body: aBody('new') }, { ogs: [og.id] }])
    expect((await writer.call(updateReport, { ...at(report), body })).status).toBe(409)
  await writer.get(updateReport, {
    ...at(report),
    body: { title: 'First title', labels: ['a', 'b'], ogs: [], body: aBody('first text') },
  })
  expect((await reader.get(getReport, at(report))).labels).toEqual(['a', 'b'])

  await act(writer, report, 'correct')
  await writer.get(updateReport, {
    ...at(report),
    body: { title: 'Second title', summary: 'S', labels: ['secret'], ogs: [og.id], body: aBody('second text') },
  })
  const unchanged = { ...before, labels: ['a', 'b'] }
  expect(await reader.get(getReport, at(report))).toEqual(unchanged)
  for (const query of [
    { keyword: 'Second' },
    { label: ['secret'] },
    { og: [og.id] as never },
    { status: ['draft'] as never },
  ])
    expect((await reader.get(listReports, { query })).total, JSON.stringify(query)).toBe(0)
  expect((await reader.get(listReports, { query: { keyword: 'First title' } })).items[0]).toMatchObject({ version: 1 })
  expect((await reader.get(listReportFacets, {})).labels.map(label => label.value)).not.toContain('secret')

  await act(writer, report, 'submit')
  await act(reviewer, report, 'publish')
  expect(await reader.get(getReport, at(report))).toMatchObject({
    title: 'Second title',
    version: 2,
    ogs: [{ id: og.id, name: 'Later named' }],
    body: aBody('second text'),
  })
  await act(writer, report, 'archive')
  expect((await reader.call(getReport, at(report))).status).toBe(404)
})

test('a report with few readers does not exist for other users', async () => {
  const admin = await app.as('admin')
  const report = await aReport(app.ctx, {
    owner: admin.id,
    read_user: [admin.id],
    status: 'published',
    title: 'Hidden',
  })
  for (const role of ['super_editor', 'super_reader'] satisfies Role[]) {
    const stranger = await app.as(role)
    expect((await stranger.call(getReport, at(report))).status).toBe(404)
    expect((await stranger.get(listReports, { query: { keyword: 'Hidden' } })).total).toBe(0)
  }
  expect((await admin.get(getReport, at(report))).title).toBe('Hidden')
})

test('labels and lists of many reports change in one action', async () => {
  const admin = await app.as('admin')
  const made = [await aReport(app.ctx, { labels: ['old'] }), await aReport(app.ctx, { status: 'published' })]
  const ids = made.map(report => report.id)
  const patch = { add_labels: ['bulk-label'], remove_labels: ['old'] }
  expect(await admin.get(bulkReport, { body: { act: 'update', ids, patch } })).toMatchObject({ done: 2, refused: 0 })
  const found = await admin.get(listReports, { query: { label: ['bulk-label'] } })
  expect(found.items.map(item => item.id).sort()).toEqual([...ids].sort())
  expect((await admin.get(listReportFacets, {})).labels).toContainEqual({ value: 'bulk-label', count: 2 })
})
