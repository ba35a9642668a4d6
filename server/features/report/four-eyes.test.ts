import { expect, test } from 'vitest'
import { actOnReport, createReport, deleteReport, getReport, listReports, updateReport } from '#contract/report.api.ts'
import { restoreReportVersion } from '#contract/report-version.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { aBody } from './factory.ts'

const app = useTestApp()
const at = (report: { id: number }) => ({ params: { id: `${report.id}` } })
const submit = (client: Client, report: { id: number }) =>
  client.get(actOnReport, { ...at(report), body: { act: 'submit' } })
const publish = (client: Client, report: { id: number }, language = 'en-US') =>
  client.call(actOnReport, { ...at(report), body: { act: 'publish' } }, { 'accept-language': language })

test('a user who wrote any version of a report cannot publish it, however long ago', async () => {
  const [author, helper, other] = [await app.as('admin'), await app.as('super_editor'), await app.as('super_editor')]
  const report = await author.get(createReport, { body: { title: '四只眼睛', body: aBody('one') } })
  await helper.get(updateReport, { ...at(report), body: { body: aBody('two') } })
  await author.get(updateReport, { ...at(report), body: { body: aBody('three') } })
  await submit(author, report)
  for (const writer of [author, helper]) {
    expect((await writer.get(getReport, at(report))).acts).not.toContain('publish')
    const { items } = await writer.get(listReports, { query: { id: [String(report.id)] } })
    expect(items[0]?.acts).not.toContain('publish')
    const answer = await publish(writer, report, 'zh-CN')
    expect(answer.status).toBe(403)
    expect(answer.body.message).toContain('须由他人发布')
  }
  expect((await other.get(getReport, at(report))).acts).toContain('publish')
  expect((await publish(other, report)).body.data.status).toBe('published')
})

test('a user who restored a version counts as its writer', async () => {
  const [author, other] = [await app.as('super_editor'), await app.as('super_editor')]
  const report = await author.get(createReport, { body: { title: 'Restored', body: aBody('one') } })
  await author.get(updateReport, { ...at(report), body: { body: aBody('two') } })
  await other.get(restoreReportVersion, { params: { id: `${report.id}`, number: '1' }, body: {} } as never)
  await submit(author, report)
  expect((await publish(other, report)).status).toBe(403)
})

test('its writer sees who may publish it: users who may change it and did not write it', async () => {
  const [author, other, outside] = [await app.as('super_editor'), await app.as('admin'), await app.as('super_editor')]
  const list = { read_user: [author.id], write_user: [author.id] }
  const report = await author.get(createReport, { body: { title: 'Of few', ...list } })
  await submit(author, report)
  const { publishers } = await author.get(getReport, at(report))
  expect(publishers?.map(({ id }) => id)).toContain(other.id)
  expect(publishers?.map(({ id }) => id)).not.toContain(outside.id)
  expect(publishers?.map(({ id }) => id)).not.toContain(author.id)
  expect((await other.get(getReport, at(report))).publishers).toBeNull()
})

test('in a team with one writer the reply lists no publisher, and the writer can publish once an administrator switches the rule off', async () => {
  const author = await app.as('admin')
  const report = await author.get(createReport, { body: { title: 'Alone' } })
  await submit(author, report)
  await app.db.updateTable('user').set({ status: 'disabled' }).where('id', '<>', author.id).execute()
  expect((await author.get(getReport, at(report))).publishers).toEqual([])
  const body = { name: 'report_four_eyes', value: false } as const
  await author.get(setSystemSetting, { body })
  expect(await author.get(getReport, at(report))).toMatchObject({
    publishers: null,
    acts: expect.arrayContaining(['publish']),
  })
  expect((await publish(author, report)).body.data.status).toBe('published')
  await author.get(setSystemSetting, { body: { ...body, value: null } })
  await app.db.updateTable('user').set({ status: 'active' }).execute()
})

test('a report in the trash or in another state lists no publishers', async () => {
  const author = await app.as('super_editor')
  const report = await author.get(createReport, { body: { title: 'A draft' } })
  expect(report.publishers).toBeNull()
  await submit(author, report)
  await author.get(deleteReport, at(report))
  expect((await publish(author, report)).status).toBe(404)
})
