import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { createMembership } from '#contract/membership.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { exportOgProfile, exportPersonProfile } from '#contract/overview.api.ts'
import { createRelation } from '#contract/relation.api.ts'
import { setReportTemplate } from '#contract/report-template.api.ts'
import { roles } from '#contract/role.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aReport } from '#server/features/report/factory.ts'
import { sendAndRead } from '#server/features/upload/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const hostile = '#read("/etc/passwd") $x$ @label *b* <b> 𠮷 سارة'

async function profile(client: Client, noun: 'og' | 'person', id: number) {
  const endpoint = noun === 'og' ? exportOgProfile : exportPersonProfile
  const answer = await client.call(endpoint, { params: { id: `${id}` }, query: { reason: 'for the board' } })
  expect(answer.status).toBe(200)
  const pdf = await getDocumentProxy(new Uint8Array(answer.body as unknown as Buffer))
  const { text } = await extractText(pdf, { mergePages: true })
  return { pages: pdf.numPages, text: text.replaceAll(/\s+/g, '') }
}

test('a profile shows the known data on two pages, in the product’s layout, whatever the name', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  await admin.get(setReportTemplate, {
    body: { organisation: 'The house', markings: ['Internal'], marking: 'Internal', color: '#1F2A44', logo: null },
  })
  const long = `${hostile} ${'很长的名字'.repeat(32)}`
  const og = await anOg(app.ctx, { name: long.slice(0, 200), desc: '说明。'.repeat(3_000), region: 'FR' })
  await editor.get(updateOg, { body: { id: og.id, danger_level: '一类' } })
  for (let n = 0; n < 12; n += 1) {
    const person = await aPerson(app.ctx, { name: `${n} ${long}`.slice(0, 200), position: long.slice(0, 200) })
    const other = await anOg(app.ctx, { name: `${n} ${long}`.slice(0, 200) })
    for (const og_id of [og.id, other.id])
      await admin.get(createMembership, { body: { person_id: person.id, og_id, role: long.slice(0, 200) } })
    const about = { title: `${n} ${long}`.slice(0, 200), ogs: [og.id, other.id] }
    await anEvent(app.ctx, { ...about, start_time: '2026-11-20', level: 5, status: 'confirmed' })
    await aReport(app.ctx, { ...about, status: 'published' })
  }
  const { pages, text } = await profile(admin, 'og', og.id)
  expect(pages).toBeLessThanOrEqual(2)
  for (const part of ['Thehouse', 'Internal', '#read("/etc/passwd")$x$@label*b*<b>', 'Whythislevel', 'Pending→Class1'])
    expect(text).toContain(part)
  for (const part of [editor.username, 'France', 'Persons', 'Strongestlinks', '1personsincommon', 'Reports'])
    expect(text).toContain(part.replaceAll(' ', ''))
  const { items } = await admin.get(listAudit, { query: { act: ['export'], noun: ['og'], record_id: [`${og.id}`] } })
  expect(items).toMatchObject([
    { reason: 'for the board', user_id: admin.id, detail: { format: 'pdf', kind: 'profile', title: og.name } },
  ])
}, 60_000)

test('a profile contains nothing that its requester may not read', async () => {
  const [reader, member] = [await app.as('reader'), await app.as('reader')]
  const admin = await app.as('admin')
  const only = { read_user: [member.id] }
  const [person, friend, hidden] = [
    await aPerson(app.ctx, { name: 'Open person' }),
    await aPerson(app.ctx, { name: 'Open friend' }),
    await aPerson(app.ctx, { name: 'Zqxjk friend', ...only }),
  ]
  for (const { id } of [friend, hidden])
    await admin.get(createRelation, { params: { id: `${person.id}` }, body: { person_id: id, type: 'friend' } })
  await anEvent(app.ctx, {
    title: 'Zqxjk event',
    start_time: '2026-11-20',
    level: 5,
    status: 'confirmed',
    persons: [person.id],
    ...only,
  })
  const og = await anOg(app.ctx, { name: 'Zqxjk og', ...only })
  await admin.get(createMembership, { body: { person_id: person.id, og_id: og.id, role: 'Zqxjk role' } })
  const theirs = (await profile(reader, 'person', person.id)).text
  expect(theirs).toContain('Openfriend')
  expect(theirs).not.toContain('Zqxjk')
  const seen = (await profile(member, 'person', person.id)).text
  for (const part of ['Zqxjkfriend', 'Zqxjkevent', 'Zqxjkog']) expect(seen).toContain(part)
  const requested = { params: { id: `${og.id}` }, query: { reason: 'asked' } }
  expect((await reader.call(exportOgProfile, requested)).status).toBe(404)
}, 60_000)

test('a profile shows mentions in uploads that its requester may read', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const person = await aPerson(app.ctx, { name: 'Ottoline Featherstone' })
  await sendAndRead(app, editor, 'open-minutes.txt', 'Ottoline Featherstone spoke first.')
  await sendAndRead(app, admin, 'zqxjk.txt', 'Ottoline Featherstone zqxjk.', { read_user: [admin.id] })
  const shown = (await profile(editor, 'person', person.id)).text
  for (const part of ['open-minutes.txt', 'OttolineFeatherstonespokefirst.']) expect(shown).toContain(part)
  expect(shown).not.toContain('zqxjk')
  expect((await profile(admin, 'person', person.id)).text).toContain('zqxjk.txt')
}, 60_000)

test.each(roles)('a profile requires a reason and a role that reads records: %s', async role => {
  const [client, og] = [await app.as(role), await anOg(app.ctx)]
  const request = (reason: string) => client.call(exportOgProfile, { params: { id: `${og.id}` }, query: { reason } })
  expect((await request(' ')).status).toBe(role === 'uploader' || role === 'device' ? 403 : 422)
})
