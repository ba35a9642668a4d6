import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as attachment from '#contract/attachment.api.ts'
import { actOnReport, createReport, updateReport } from '#contract/report.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const one = (id: number) => ({ params: { id: String(id) } })
const of = (id: number) => ({ noun: 'report' as const, record_id: String(id) })
const picture = (red: number) =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .png()
    .toBuffer()

async function attach(client: Client, reportId: number, red: number): Promise<number> {
  const file = { name: `${red}.png`, content: await picture(red) }
  const answer = await client.upload(attachment.createAttachment, file, of(reportId))
  expect(answer.status).toBe(200)
  return answer.body.data.id
}

test('readers of published reports get the pictures in them, and no one can delete those', async () => {
  const [admin, reader, editor] = [await app.as('admin'), await app.as('super_reader'), await app.as('editor')]
  const reviewer = await app.as('super_editor')
  const report = await admin.get(createReport, { body: { title: 'Pictures' } })
  const [shown, unused] = [await attach(admin, report.id, 10), await attach(admin, report.id, 20)]
  const content = [{ type: 'image' as const, attrs: { attachment_id: shown, alt: '', width: 100 } }]
  await admin.get(updateReport, { ...one(report.id), body: { body: { type: 'doc', content } } })
  expect((await reader.call(attachment.listAttachments, { query: of(report.id) })).status).toBe(404)
  expect((await reader.call(attachment.readPicture, one(shown))).status).toBe(404)
  await admin.get(actOnReport, { ...one(report.id), body: { act: 'submit' } })
  await reviewer.get(actOnReport, { ...one(report.id), body: { act: 'publish' } })
  const { items } = await reader.get(attachment.listAttachments, { query: of(report.id) })
  expect(items.map(({ id, can }) => ({ id, can }))).toEqual([{ id: shown, can: [] }])
  expect((await reader.call(attachment.readPicture, one(shown))).status).toBe(200)
  expect((await reader.call(attachment.readPicture, one(unused))).status).toBe(404)
  expect((await reader.call(attachment.ticketAttachment, one(unused))).status).toBe(404)
  expect((await editor.call(attachment.readPicture, one(shown))).status).toBe(404)
  expect((await admin.call(attachment.deleteAttachment, one(shown))).status).toBe(409)
  expect((await admin.call(attachment.deleteAttachment, one(unused))).status).toBe(200)
})
