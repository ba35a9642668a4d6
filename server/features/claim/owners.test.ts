import { expect, test } from 'vitest'
import { bulkFactCheck, listFactChecks } from '#contract/fact_check.api.ts'
import { createOgRelation, deleteOgRelation, updateOgRelation } from '#contract/og_relation.api.ts'
import { ogOwnership } from '#contract/ownership.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { anOgRelation } from '#server/features/og_relation/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const checks = async (client: Client, og: { id: number }, more: object = {}) =>
  (await client.get(listFactChecks, { query: { noun: ['og'], record_id: String(og.id), ...more } as never })).items
const owner = (
  client: Client,
  from: { noun: 'og' | 'person'; id: number },
  og: { id: number },
  share: number,
  more = {},
) =>
  client.get(createOgRelation, {
    body: { from, og_id: og.id, type: 'owns', share_min: share, share_max: share, ...more },
  })

test('owners whose minimum shares exceed 100 % in sum are a fact to check until they no longer do', async () => {
  const editor = await app.as('editor')
  const [works, bank] = [await anOg(app.ctx), await anOg(app.ctx)]
  const person = await aPerson(app.ctx)
  await owner(editor, { noun: 'og', id: bank.id }, works, 60)
  const second = await owner(editor, { noun: 'person', id: person.id }, works, 40)
  expect(await checks(editor, works)).toEqual([])
  await editor.get(updateOgRelation, { params: { id: String(second.id) }, body: { share_min: 40.0001, share_max: 55 } })
  const [found] = await checks(editor, works)
  expect(found).toMatchObject({ kind: 'over_owned', field: 'owners', value: 100.0001, claims: [], settled_at: null })
  expect((await editor.get(ogOwnership, { params: { id: String(works.id) }, query: {} })).owners_sum).toBe(100.0001)
  // No value of the record is wrong: there is nothing to clear or to attribute to a source.
  for (const act of ['clear', 'rule'] as const)
    expect(await editor.get(bulkFactCheck, { body: { act, ids: [found!.id] } })).toMatchObject({ done: 0, refused: 1 })
  await editor.get(bulkFactCheck, { body: { act: 'settle', ids: [found!.id], note: 'register is wrong' } })
  expect(await checks(editor, works)).toEqual([])
  expect(await checks(editor, works, { settled: 'true' })).toMatchObject([{ note: 'register is wrong' }])
  await editor.get(updateOgRelation, { params: { id: String(second.id) }, body: { share_min: 50, share_max: 55 } })
  expect(await checks(editor, works)).toMatchObject([{ value: 110, settled_at: null, note: null }])
  await editor.get(deleteOgRelation, { params: { id: String(second.id) } })
  expect(await checks(editor, works)).toEqual([])
})

test('former owners and beneficial owners do not count in the sum of present direct owners', async () => {
  const editor = await app.as('editor')
  const [works, bank, fund] = [await anOg(app.ctx), await anOg(app.ctx), await anOg(app.ctx)]
  await owner(editor, { noun: 'og', id: bank.id }, works, 80, { end_time: '2019' })
  await owner(editor, { noun: 'og', id: fund.id }, works, 80, { start_time: '2020' })
  await owner(editor, { noun: 'og', id: bank.id }, works, 80, { is_beneficial: true })
  expect(await checks(editor, works)).toEqual([])
})

test('a restricted owner contributes to no fact, sum or reopened fact for users who may not read it', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const [works, bank, fund] = [await anOg(app.ctx), await anOg(app.ctx), await anOg(app.ctx)]
  const closed = await anOg(app.ctx, { owner: admin.id, read_user: [admin.id] })
  await anOgRelation(app.ctx, { from_og_id: bank.id, og_id: works.id, share: 60 })
  await anOgRelation(app.ctx, { from_og_id: closed.id, og_id: works.id, share: 60 })
  expect(await checks(admin, works)).toMatchObject([{ value: 120 }])
  expect(await checks(editor, works)).toEqual([])
  await anOgRelation(app.ctx, { from_og_id: fund.id, og_id: works.id, share: 50 })
  const [seen] = await checks(editor, works)
  expect(seen).toMatchObject({ value: 110 })
  await editor.get(bulkFactCheck, { body: { act: 'settle', ids: [seen!.id] } })
  expect(await checks(editor, works)).toEqual([])
  expect(await checks(admin, works)).toMatchObject([{ value: 170 }])
})
