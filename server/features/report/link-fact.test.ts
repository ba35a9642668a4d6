import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createErasure, getErasure, startErasure } from '#contract/erasure.api.ts'
import { createMembership } from '#contract/membership.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { createOgRelation, deleteOgRelation, updateOgRelation } from '#contract/og_relation.api.ts'
import { createReport, getReport } from '#contract/report.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { citingParagraph, factsIn, markdownOf, quotedEvidence } from './fact-testing.ts'
import { aBody } from './factory.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

test('a fact about a link is cited with its evidence and the names of both ends, and shows a later change', async () => {
  const writer = await app.as('super_editor')
  const [owner, held] = [await anOg(app.ctx, { name: '姜𤨒姬控股' }), await anOg(app.ctx, { name: 'شركة' })]
  const register = await aSource(app.ctx, { name: '登记册' })
  const link = await writer.get(createOgRelation, {
    body: {
      ...{ from: { noun: 'og', id: owner.id }, og_id: held.id, type: 'owns', share_min: 30, share_max: 30 },
      said: { source_id: register.id, evidence: [quotedEvidence] },
    } as never,
  })
  const body = aBody(
    citingParagraph('link00001', link.id, 'share', { min: 30, max: 30 }, 'og_relation'),
    citingParagraph('link00002', link.id, 'share', { min: 99, max: 99 }, 'og_relation'),
  )
  const report = await writer.get(createReport, { body: { title: 'Owners', body } })
  const [fact, unsaid] = factsIn(report.body)
  expect(fact).toMatchObject({ id: link.id, label: '姜𤨒姬控股 → شركة', field: 'share', value: { min: 30, max: 30 } })
  expect(fact?.cites).toMatchObject([{ source: { name: '登记册' }, evidence: quotedEvidence, ref: 1 }])
  expect(unsaid?.cites).toEqual([])
  expect(markdownOf(report.body, 'zh-CN')).toContain('30%')
  // The names of both ends are shown, and stored nowhere.
  const stored = await sql<{ body: unknown }>`select body from report_version where report_id = ${report.id}`.execute(
    app.db,
  )
  expect(JSON.stringify(stored.rows)).not.toContain('姜𤨒姬')
  await writer.get(updateOgRelation, { ...at(link.id), body: { share_min: 34, share_max: 34 } } as never)
  const since = factsIn((await writer.get(getReport, at(report.id))).body)
  expect(since[0]?.now).toEqual({ value: { min: 34, max: 34 } })
  // A user who may not read one of the ends sees the number of the evidence, and nothing else.
  await writer.get(updateOg, { body: { id: owner.id, read_user: [writer.id] } })
  const other = await app.as('super_editor')
  const hidden = factsIn((await other.get(getReport, at(report.id))).body)
  expect(hidden[0]).toMatchObject({ id: null, label: null, field: null, value: null })
  expect(JSON.stringify(hidden)).not.toMatch(/姜|شركة|登记册|30/)
  const stolen = aBody(citingParagraph('link00009', link.id, 'share', { min: 34, max: 34 }, 'og_relation'))
  expect((await other.call(createReport, { body: { title: 'Stolen', body: stolen } })).status).toBe(422)
  await writer.get(deleteOgRelation, at(link.id))
  expect(factsIn((await writer.get(getReport, at(report.id))).body)[0]).toMatchObject({ id: null, label: null })
})

test('a cited fact of a membership is removed with the person who is erased', async () => {
  const admin = await app.as('admin')
  const [person, og] = [await aPerson(app.ctx, { name: 'Seated 𠮷田太郎' }), await anOg(app.ctx)]
  const seat = await admin.get(createMembership, { body: { person_id: person.id, og_id: og.id, role: 'chair of 𠮷' } })
  const body = aBody(citingParagraph('seat00001', seat.id, 'role', 'chair of 𠮷', 'membership'))
  const report = await admin.get(createReport, { body: { title: 'Seats', body } })
  const versions = () =>
    sql<{ body: unknown }>`select body from report_version where report_id = ${report.id}`.execute(app.db)
  expect(JSON.stringify((await versions()).rows)).toContain('chair of 𠮷')
  const { id } = await admin.get(createErasure, { body: { person_id: person.id } })
  await app.drainJobs()
  const { rev } = await admin.get(getErasure, at(id))
  await admin.get(startErasure, {
    ...at(id),
    body: {
      rev,
      confirm: 'Seated 𠮷田太郎',
      reason: 'asked for',
      choices: { report: { act: 'withhold' } },
      passages: [],
    } as never,
  })
  await app.drainJobs()
  expect((await admin.get(getErasure, at(id))).state).toBe('done')
  expect(JSON.stringify((await versions()).rows)).not.toContain('chair of 𠮷')
})
