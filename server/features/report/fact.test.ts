import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Evidence, stateClaims } from '#contract/claim.api.ts'
import { createCustomField, customName, updateCustomField } from '#contract/custom_field.api.ts'
import { createErasure, getErasure, startErasure } from '#contract/erasure.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { createReport, exportReport, getReport, updateReport } from '#contract/report.api.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { getReportDraft, saveReportDraft } from '#contract/report-work.api.ts'
import { withdrawSource } from '#contract/source.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { aStoredPage } from '#server/features/word/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { linkedOf } from './body.ts'
import { citingParagraph, factsIn, markdownOf, quotedEvidence } from './fact-testing.ts'
import { aBody, aReport } from './factory.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

const state = (client: Client, id: number, values: object, source: number, evidence: Evidence[] = [], more = {}) =>
  client.get(stateClaims, {
    body: {
      noun: 'og',
      record_id: id,
      values,
      said: { source_id: source, evidence, ...more },
      is_shown: true,
    } as never,
  })

test("a cited value of a custom field has the field's name, also after the field is retired", async () => {
  const admin = await app.as('admin')
  const field = await admin.get(createCustomField, {
    body: { noun: 'og', name: '旗舰产品', eng_name: 'Flagship', kind: 'text' },
  })
  const og = await anOg(app.ctx, { name: '𠮷田商事' })
  const paper = await aSource(app.ctx, { name: 'Paper' })
  const name = customName(field.id)
  await state(admin, og.id, { [name]: 'Rocket' }, paper.id)
  const body = aBody(citingParagraph('fact00001', og.id, name, 'Rocket'))
  const { id } = await admin.get(createReport, { body: { title: 'Own', body } })
  const text = async () =>
    String((await admin.call(exportReport, { ...at(id), query: { format: 'md', reason: 'asked' } })).body)
  expect(await text()).toContain('𠮷田商事: Flagship: Rocket')
  await admin.get(updateCustomField, { ...at(field.id), body: { is_retired: true, rev: field.rev } })
  expect(await text()).toContain('Flagship: Rocket')
})

test('a cited fact gets its evidence automatically, keeps value and evidence, and shows a later change', async () => {
  const writer = await app.as('super_editor')
  const og = await anOg(app.ctx, { name: '𠮷田商事' })
  const [register, paper] = [
    await aSource(app.ctx, { name: '登记册', reliability: 'A' }),
    await aSource(app.ctx, { name: 'Paper' }),
  ]
  await state(writer, og.id, { scale: '500' }, register.id, [quotedEvidence], { credibility: 2 })
  await state(writer, og.id, { scale: '500' }, paper.id)
  const body = aBody(
    citingParagraph('fact00001', og.id, 'scale', '500'),
    citingParagraph('fact00002', og.id, 'scale', '500'),
  )
  const report = await writer.get(createReport, { body: { title: 'Facts', body } })
  expect(report.named?.ogs.map(ref => ref.id)).toEqual([og.id])
  const [fact, again] = factsIn(report.body)
  expect(fact).toMatchObject({ id: og.id, label: '𠮷田商事', field: 'scale', value: '500', at: expect.any(String) })
  expect(fact?.now).toBeUndefined()
  expect(fact?.cites.map(cite => [cite.ref, cite.source?.name, cite.evidence])).toEqual([
    [1, '登记册', quotedEvidence],
    [2, 'Paper', null],
  ])
  expect(again?.cites.map(cite => cite.ref)).toEqual([1, 2])
  expect(JSON.stringify(report)).not.toContain('Invented')

  await writer.get(updateOg, { body: { id: og.id, scale: '900' } })
  await writer.get(withdrawSource, { ...at(paper.id), body: { reason: 'made up' } })
  const later = await writer.get(getReport, at(report.id))
  expect(factsIn(later.body)[0]).toMatchObject({ value: '500', now: { value: '900' } })
  expect(factsIn(later.body)[0]?.cites.map(cite => cite.is_withdrawn ?? false)).toEqual([false, true])
  const md = markdownOf(later.body, 'en-US')
  expect(md).toContain('𠮷田商事: Scale: 500 (since changed to “900”) \\[1\\]\\[2\\]')
  expect(md).toMatch(/\\\[1\\\] 登记册 \(A Completely reliable, credibility 2\) · “约 500 人” <https:\/\/register/)
  expect(md).toMatch(/\\\[2\\\] Paper.*withdrawn since/)
  expect(markdownOf(later.body, 'zh-CN')).toContain('此后已改为“900”')

  // A fact sent with another value remains as it was first cited.
  const changed = structuredClone(later.body)
  for (const node of linkedOf(changed)) if (node.type === 'fact') node.attrs.value = '1000'
  const saved = await writer.get(updateReport, { ...at(report.id), body: { body: changed, rev: later.rev } })
  expect([saved.version, factsIn(saved.body)[0]?.value]).toEqual([1, '500'])
})

test('a restricted record is no fact to other users; a restricted source supports its fact without being named', async () => {
  const [admin, writer, reader] = [await app.as('admin'), await app.as('super_editor'), await app.as('super_reader')]
  const own = { owner: admin.id, read_user: [admin.id] }
  const open = await anOg(app.ctx, { name: 'Open og' })
  const secret = await anOg(app.ctx, { ...own, name: 'Zqxjk og' })
  const informant = await aSource(app.ctx, { ...own, name: 'Zqxjk informant' })
  const page = await aStoredPage(app.ctx, { ogId: secret.id, html: '<main><p>x</p></main>' })
  const evidence: Evidence[] = [
    { type: 'address', url: 'https://zqxjk.example/1', quote: 'Zqxjk words' },
    { type: 'record', noun: 'page_version', id: page.version_id, title: 'Zqxjk page', quote: 'Zqxjk quotation' },
  ]
  await state(admin, open.id, { scale: '500' }, informant.id, evidence)
  await state(admin, secret.id, { scale: 'Zqxjk many' }, informant.id, evidence)
  const body = aBody(
    citingParagraph('fact00001', secret.id, 'scale', 'Zqxjk many'),
    citingParagraph('fact00002', open.id, 'scale', '500'),
  )
  const report = await admin.get(createReport, { body: { title: 'Mixed', body } })
  expect(JSON.stringify(report)).toContain('Zqxjk informant')
  await sql`update report set status = 'published', published_version = 1, published_title = title,
    published_at = now() where id = ${report.id}`.execute(app.db)
  for (const client of [writer, reader]) {
    const seen = await client.get(getReport, at(report.id))
    expect(JSON.stringify(seen)).not.toMatch(/Zqxjk|zqxjk/)
    const [hidden, shown] = factsIn(seen.body)
    expect(hidden).toMatchObject({ key: 'fact00001', id: null, label: null, field: null, value: null, at: null })
    // Numbers mean the same to every reader.
    expect(hidden?.cites.map(cite => [cite.ref, cite.source, cite.evidence?.type])).toEqual([
      [1, null, 'withheld'],
      [2, null, 'withheld'],
    ])
    expect(shown).toMatchObject({ label: 'Open og', value: '500', cites: [{ ref: 1, source: null }, { ref: 2 }] })
    expect(shown?.cites.map(cite => cite.evidence?.type)).toEqual(['withheld', 'withheld'])
    expect(markdownOf(seen.body, 'en-US')).toContain('Open og: Scale: 500 \\[1\\]\\[2\\]')
    expect(markdownOf(seen.body, 'en-US')).not.toMatch(/Zqxjk|zqxjk/)
  }
})

test('a user who may not read a record can neither cite it nor learn of it, and a withheld node that they send back is restored', async () => {
  const [admin, writer] = [await app.as('admin'), await app.as('super_editor')]
  const own = { owner: admin.id, read_user: [admin.id] }
  const secret = await anOg(app.ctx, { ...own, scale: 'Zqxjk many' })
  const body = aBody('text', citingParagraph('fact00001', secret.id, 'scale', 'Zqxjk many'))
  const report = await admin.get(createReport, { body: { title: 'Mixed', body } })
  const put = (...blocks: (string | ReportBlock)[]) =>
    writer.call(updateReport, { ...at(report.id), body: { body: aBody(...blocks) } })
  for (const block of [
    citingParagraph('fact00002', secret.id, 'scale', 'Zqxjk many'),
    citingParagraph('fact00002', 987_654, 'scale', '1'),
    citingParagraph('fact00001', secret.id, 'scale', '1', 'person'),
  ])
    expect((await put(block)).status).toBe(422)
  const seen = await writer.get(getReport, at(report.id))
  await writer.get(saveReportDraft, {
    ...at(report.id),
    body: { base_rev: seen.rev, title: 'Mixed', summary: null, body: aBody('more', seen.body.content[1]!) },
  })
  expect(JSON.stringify(await writer.get(getReportDraft, at(report.id)))).not.toContain('Zqxjk')
  await writer.get(updateReport, { ...at(report.id), body: { body: aBody('more', seen.body.content[1]!) } })
  expect(factsIn((await admin.get(getReport, at(report.id))).body)).toMatchObject([{ value: 'Zqxjk many' }])
})

test('a value that the field cannot hold is refused, an item of a list is cited alone, a value without source has no evidence', async () => {
  const writer = await app.as('super_editor')
  const og = await anOg(app.ctx, { name: 'Listed', aliases: ['𠮷田', 'YS'], region: 'FR' })
  const source = await aSource(app.ctx, {})
  await writer.get(stateClaims, {
    body: {
      ...{ noun: 'og', record_id: og.id, is_shown: false },
      ...{ values: { aliases: ['𠮷田'] }, said: { source_id: source.id } },
    },
  })
  const make = (...blocks: ReportBlock[]) => writer.call(createReport, { body: { title: 'T', body: aBody(...blocks) } })
  for (const [field, value] of [
    ['scale', { a: 1 }],
    ['scale', null],
    ['weight', 5],
    ['nothing', 'x'],
    ['toString', 'x'],
  ] as const)
    expect([field, (await make(citingParagraph('fact00001', og.id, field, value))).status]).toEqual([field, 422])
  const made = await make(
    citingParagraph('fact00001', og.id, 'aliases', '𠮷田'),
    citingParagraph('fact00002', og.id, 'region', 'FR'),
  )
  const { id } = made.body.data as { id: number }
  const [alias, region] = factsIn((await writer.get(getReport, at(id))).body)
  expect([alias?.cites.length, region?.cites.length, alias?.now]).toEqual([1, 0, undefined])
  await writer.get(updateOg, { body: { id: og.id, aliases: ['YS'] } })
  const { body } = await writer.get(getReport, at(id))
  expect(factsIn(body)[0]?.now).toEqual({ value: null })
  expect(markdownOf(body, 'zh-CN')).toMatch(/Listed：[^：]+：法国/)
})

test('cited facts of an erased person are removed from every version', async () => {
  const admin = await app.as('admin')
  const person = await aPerson(app.ctx, { name: 'Orsolya Brandt', birth_time: '1971-03-04' })
  const body = aBody(citingParagraph('fact00001', person.id, 'birth_time', '1971-03-04', 'person'))
  const report = await aReport(app.ctx, { body })
  const { id } = await admin.get(createErasure, { body: { person_id: person.id } })
  await app.drainJobs()
  const { rev } = await admin.get(getErasure, at(id))
  await admin.get(startErasure, {
    ...at(id),
    body: {
      rev,
      confirm: 'Orsolya Brandt',
      reason: 'asked for',
      choices: { report: { act: 'withhold' } },
      passages: [],
    } as never,
  })
  await app.drainJobs()
  const { rows } = await sql<{ text: string }>`select body::text as text from report_version
    where report_id = ${report.id}`.execute(app.db)
  expect(rows[0]?.text).not.toMatch(/1971|Brandt/)
})
