import { expect, test } from 'vitest'
import { decideClaim, listClaims, listFacts, stateClaims } from '#contract/claim.api.ts'
import { createCustomField, customKey, customName, type NewCustomField } from '#contract/custom_field.api.ts'
import { bulkFactCheck, listFactChecks } from '#contract/fact_check.api.ts'
import { createOg, getOg, listOgs as getOgByName, updateOg } from '#contract/og.api.ts'
import { withdrawSource } from '#contract/source.api.ts'
import { importFile } from '#server/features/import/testing.ts'
import { lastRun, undoRun } from '#server/features/import_run/testing.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aSource } from '#server/features/source/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })
let made = 0
async function aField(over: Partial<NewCustomField> = {}) {
  made += 1
  const body = { noun: 'og', name: `自定 ${made}`, kind: 'text', ...over } as NewCustomField
  const { id } = await (await app.as('admin')).get(createCustomField, { body })
  return { key: customKey(id), name: customName(id) }
}
const claimsOf = (client: Client, id: number) =>
  client.get(listClaims, { query: { noun: 'og', record_id: String(id) } as never })
const state = (
  client: Client,
  record_id: number,
  source: { id: number },
  values: Record<string, unknown>,
  more: object = {},
) =>
  client.call(stateClaims, {
    body: { noun: 'og', record_id, values, said: { source_id: source.id }, is_shown: false, ...more } as never,
  })

test('a custom field is stated with its source, disputed by another and taken from it like any fact', async () => {
  const editor = await app.as('editor')
  const [stage, sum] = [await aField(), await aField({ kind: 'number' })]
  const [register, paper] = [await aSource(app.ctx), await aSource(app.ctx)]
  const og = await editor.get(createOg, {
    body: { name: '姜𤨒姬公司', custom: { [stage.key]: '初审' }, said: { source_id: register.id } },
  })
  const shown = await state(editor, og.id, register, { [sum.name]: 1.5 }, { is_shown: true, rev: og.rev })
  expect(shown.status).toBe(200)
  expect((await editor.get(getOg, at(og.id))).custom).toEqual({ [stage.key]: '初审', [sum.key]: 1.5 })
  await state(editor, og.id, paper, { [stage.name]: '复审 𠮷' })
  const { facts, items, choices } = await claimsOf(editor, og.id)
  const fact = (name: string) => facts.find(each => each.field === name)
  expect(fact(stage.name)).toMatchObject({ state: 'disputed', origins: 1 })
  expect(fact(sum.name)).toMatchObject({ state: 'supported', origins: 1 })
  expect(choices.find(each => each.field === stage.name)).toMatchObject({ reason: 'decided' })
  expect(items.find(each => each.source?.id === paper.id)).toMatchObject({ value: '复审 𠮷', is_shown: false })
  await state(editor, og.id, paper, { [stage.name]: '复审 𠮷' }, { is_shown: true })
  expect((await editor.get(getOg, at(og.id))).custom).toEqual({ [stage.key]: '复审 𠮷', [sum.key]: 1.5 })
  const back = await editor.get(decideClaim, {
    body: { noun: 'og', record_id: og.id, field: stage.name, is_kept: true },
  })
  expect(back).toEqual({ value: '复审 𠮷' })
})

test('a form that sends all custom fields states only those that it changed', async () => {
  const editor = await app.as('editor')
  const [one, other] = [await aField(), await aField()]
  const source = await aSource(app.ctx)
  const og = await editor.get(createOg, { body: { name: '甲', custom: { [one.key]: 'a', [other.key]: 'b' } } })
  await editor.get(updateOg, {
    body: { id: og.id, custom: { [one.key]: 'a', [other.key]: 'c' }, said: { source_id: source.id } },
  })
  expect((await claimsOf(editor, og.id)).items.map(claim => [claim.field, claim.value])).toEqual([[other.name, 'c']])
})

test('a value that the field does not accept cannot be stated, nor can an unknown field', async () => {
  const editor = await app.as('editor')
  const field = await aField({ kind: 'choice', choices: ['甲'] })
  const ofPersons = await aField({ noun: 'person' })
  const source = await aSource(app.ctx)
  const og = await anOg(app.ctx)
  for (const values of [
    { [field.name]: '乙' },
    { [field.name]: { a: 1 } },
    { [ofPersons.name]: 'x' },
    { 'custom.f999999999': 'x' },
    { 'custom.__proto__': 'x' },
    { custom: { [field.key]: '甲' } },
  ])
    expect((await state(editor, og.id, source, values)).status, JSON.stringify(values)).toBe(422)
  expect((await claimsOf(editor, og.id)).items).toEqual([])
})

test('a withdrawn source leaves its field in the facts to check, to be cleared or given another source', async () => {
  const editor = await app.as('editor')
  const field = await aField({ kind: 'boolean' })
  const [wrong, right] = [await aSource(app.ctx), await aSource(app.ctx)]
  const { id } = await anOg(app.ctx)
  const og = await editor.get(updateOg, {
    body: { id, custom: { [field.key]: true }, said: { source_id: wrong.id } },
  })
  await (await app.as('admin')).get(withdrawSource, { ...at(wrong.id), body: { reason: '错' } } as never)
  const query = { noun: ['og'], record_id: String(og.id) } as never
  const { items } = await editor.get(listFactChecks, { query })
  expect(items).toMatchObject([{ kind: 'unsupported', field: field.name, value: true }])
  const ids = items.map(each => each.id)
  const named = await editor.get(bulkFactCheck, { body: { ids, act: 'state', said: { source_id: right.id } } })
  expect(named.done).toBe(1)
  expect((await editor.get(listFactChecks, { query })).items).toEqual([])
  const facts = await editor.get(listFacts, { query: { noun: 'og', record_id: String(og.id) } as never })
  expect(facts.facts).toMatchObject([{ field: field.name, state: 'supported', origins: 1 }])
})

test('a file states the custom fields of its rows, leaves what a person typed, and undoing it removes its claims', async () => {
  const editor = await app.as('editor')
  const [stage, size] = [await aField({ name: '来源阶段' }), await aField({ name: '来源人数', kind: 'number' })]
  const first = 'name,来源阶段,来源人数\n自定文件社,一,12\n'
  const done = await importFile(app, editor, 'own.csv', first)
  expect(done.written).toBe(1)
  const [og] = (await editor.get(getOgByName, { query: { keyword: '自定文件社' } })).items
  const { items } = await claimsOf(editor, og!.id)
  const stated = items.filter(each => each.field.startsWith('custom.'))
  expect(stated.map(each => [each.field, each.value])).toEqual(
    expect.arrayContaining([
      [stage.name, '一'],
      [size.name, 12],
    ]),
  )
  expect(stated[0]?.evidence).toMatchObject([{ type: 'row', file_name: 'own.csv', n: 1 }])
  await editor.get(updateOg, { body: { id: og!.id, custom: { [stage.key]: '人定' } } })
  const again = await importFile(app, editor, 'own.csv', 'name,来源阶段,来源人数\n自定文件社,二,13\n')
  expect((await editor.get(getOg, at(og!.id))).custom).toEqual({ [stage.key]: '人定', [size.key]: 13 })
  await undoRun(app, editor, await lastRun(editor, { import: again.id }))
  expect((await editor.get(getOg, at(og!.id))).custom).toEqual({ [stage.key]: '人定', [size.key]: 12 })
  const left = (await claimsOf(editor, og!.id)).items.filter(each => each.field.startsWith('custom.'))
  expect(left.map(each => each.value)).toEqual(expect.arrayContaining(['一', 12]))
  expect(left).toHaveLength(2)
})
