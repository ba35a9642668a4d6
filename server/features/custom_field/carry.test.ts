import { describe, expect, test } from 'vitest'
import {
  createCustomField,
  customKey,
  customName,
  type NewCustomField,
  updateCustomField,
} from '#contract/custom_field.api.ts'
import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { createExport, getExportFile } from '#contract/export.api.ts'
import { createOg, getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { dryRun, importFile, readFile, run } from '#server/features/import/testing.ts'
import { lastRun, undoRun } from '#server/features/import_run/testing.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const at = (record: { id: number }) => ({ id: String(record.id) })
let made = 0
async function aField(over: Partial<NewCustomField> = {}) {
  made += 1
  const body = { noun: 'og', name: `栏目 ${made}`, kind: 'text', ...over } as NewCustomField
  const field = await (await app.as('admin')).get(createCustomField, { body })
  return { ...field, key: customKey(field.id) }
}
const named = async (keyword: string) =>
  (await (await app.as('editor')).get(listOgs, { query: { keyword } })).items[0] as NonNullable<unknown> & {
    custom: Record<string, unknown>
  }

describe('import and export files', () => {
  test('import values under the name of the field, and export them', async () => {
    const editor = await app.as('editor')
    const [stage, size, tier] = [
      await aField({ name: '审批阶段', eng_name: 'Approval stage' }),
      await aField({ name: '员工数', kind: 'number' }),
      await aField({ name: '层级', kind: 'choice', choices: ['甲', '乙'] }),
    ]
    const csv = 'name,Approval  Stage,员工数,层级\n导入壹號,复审 𠮷,"1,200",甲\n导入贰號,,x,丙\n'
    const done = await importFile(app, editor, 'team.csv', csv)
    expect(done).toMatchObject({ state: 'done', written: 2 })
    expect((await named('导入壹號')).custom).toEqual({ [stage.key]: '复审 𠮷', [size.key]: 1200, [tier.key]: '甲' })
    // An unreadable value is left out and reported, and does not affect the others.
    expect((await named('导入贰號')).custom).toEqual({})
    expect(done.left_out).toBeGreaterThan(0)
    const again = await dryRun(app, editor, await readFile(app, editor, 'team.csv', csv))
    expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 2 })

    const columns = ['name', customName(stage.id), customName(size.id)]
    const out = await editor.get(createExport, {
      body: { noun: 'og', reason: 'test', format: 'csv', columns, query: { keyword: '导入壹號' } },
    })
    await app.drainJobs()
    const file = await editor.call(getExportFile, { params: at(out) })
    expect(String(file.body)).toContain('Approval stage,员工数')
    expect(String(file.body)).toContain('复审 𠮷')
  })

  test('do not import values of a field that is retired between the dry run and the run', async () => {
    const editor = await app.as('editor')
    const field = await aField({ name: '临时栏' })
    const checked = await dryRun(app, editor, await readFile(app, editor, 'late.csv', 'name,临时栏\n晚到者,x\n'))
    await (await app.as('admin')).get(updateCustomField, { params: at(field), body: { is_retired: true } })
    expect((await run(app, editor, checked)).state).toBe('done')
    expect((await named('晚到者')).custom).toEqual({})
  })
})

test('an undo of an import restores the previous value of a field', async () => {
  const editor = await app.as('editor')
  const [field, other] = [await aField({ name: '可撤栏' }), await aField()]
  const custom = { [field.key]: 'before', [other.key]: 'stays' }
  const og = await editor.get(createOg, { body: { name: '撤回者', custom } })
  const done = await importFile(app, editor, 'back.csv', 'name,可撤栏\n撤回者,after\n', {
    // A person has entered the value: a file replaces it only if the importing user chooses that.
    take: [customName(field.id)],
  })
  expect((await editor.get(getOg, { params: at(og) })).custom).toEqual({ ...custom, [field.key]: 'after' })
  await undoRun(app, editor, await lastRun(editor, { import: done.id }))
  expect((await editor.get(getOg, { params: at(og) })).custom).toEqual(custom)
})

test('a merge uses the first value that is not empty, and its undo restores the values', async () => {
  const editor = await app.as('editor')
  const [a, b] = [await aField(), await aField()]
  const target = await editor.get(createOg, { body: { name: '合并一', custom: { [a.key]: 'mine' } } })
  const source = await editor.get(createOg, {
    body: { name: '合并二', custom: { [a.key]: 'theirs', [b.key]: 'only' } },
  })
  const { id } = await editor.get(mergeRecords, {
    body: {
      noun: 'og',
      target_id: target.id,
      sources: [{ id: source.id, rev: source.rev }],
      target_rev: target.rev,
      fields: { custom: 'all' },
    },
  })
  expect((await editor.get(getOg, { params: at(target) })).custom).toEqual({ [a.key]: 'mine', [b.key]: 'only' })
  await editor.get(updateOg, { body: { id: target.id, custom: { [a.key]: 'later' } } })
  await editor.get(undoMerge, { params: { id: String(id) } })
  expect((await editor.get(getOg, { params: at(target) })).custom).toEqual({ [a.key]: 'later' })
  expect((await editor.get(getOg, { params: at(source) })).custom).toEqual({ [a.key]: 'theirs', [b.key]: 'only' })
})
