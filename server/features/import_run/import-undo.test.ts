import { expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { getEvent } from '#contract/event.api.ts'
import { checkImportUndo, runImportUndo } from '#contract/import_run.api.ts'
import { getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { listOgCates } from '#contract/og_cate.api.ts'
import { getPerson, listPersonHistory } from '#contract/person.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { importFile } from '../import/testing.ts'
import { checkedUndo, lastRun, marksOf, undoRun, undoSum } from './testing.ts'

const home = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

test('an import of 7,000 rows is undone in one act', async () => {
  const editor = await home.as('editor')
  const rows = Array.from({ length: 7_000 }, (_, n) => `Bulk ${n} 公司,FR,bulk-${n},散装类别`)
  const done = await importFile(home, editor, 'bulk.csv', `name,region,external_id,category\n${rows.join('\n')}`)
  expect(done).toMatchObject({ state: 'done', written: 7_000 })
  const categories = async () => (await editor.get(listOgCates, { query: { keyword: '散装类别' } })).items.length
  expect(await categories()).toBe(1)
  const run = await lastRun(editor, { import: done.id })
  const dry = await checkedUndo(home, editor, run)
  expect(dry.undo).toMatchObject({ state: 'checked', total: 7_000, counts: [{ noun: 'og', remove: 7_000, stay: 0 }] })
  await editor.get(runImportUndo, at(run.id))
  await home.drainJobs()
  expect((await editor.get(listOgs, { query: { keyword: 'Bulk' } })).total).toBe(0)
  // The category was created by the import, and no other record uses it.
  expect(await categories()).toBe(0)
  const admin = await home.as('admin')
  const { items } = await admin.get(listAudit, { query: { act: 'undo_import' } as never })
  expect(items[0]).toMatchObject({
    user_id: editor.id,
    noun: 'import',
    record_id: done.id,
    detail: { file_name: 'bulk.csv', counts: [{ remove: 7_000 }] },
  })
})

test('values and links that rows added to existing records are removed, and nothing else of those records', async () => {
  const editor = await home.as('editor')
  const [one, two] = [await anOg(home.ctx, { name: '甲公司' }), await anOg(home.ctx, { name: '乙公司' })]
  const person = await aPerson(home.ctx, { name: '𠮷田太郎', external_id: 'p-1', position: '董事' })
  const first = await importFile(home, editor, 'a.csv', 'external_id,ogs\np-1,甲公司\n', {}, 'person')
  expect(first.written).toBe(1)
  const second = await importFile(home, editor, 'a.csv', 'external_id,position,ogs\np-1,主席,乙公司\n', {}, 'person')
  expect((await editor.get(getPerson, at(person.id))).ogs.sort()).toEqual([one.id, two.id])
  await undoRun(home, editor, await lastRun(editor, { import: second.id }))
  expect(await editor.get(getPerson, at(person.id))).toMatchObject({ position: '董事', ogs: [one.id] })
  const { items } = await editor.get(listPersonHistory, { ...at(person.id), query: {} })
  expect(items[0]?.changes).toEqual([
    { field: 'position', from: '主席', to: '董事' },
    { field: 'import_undone', from: 'a.csv', to: null },
  ])
  const event = await anEvent(home.ctx, { title: '签约', external_id: 'e-1' })
  const third = await importFile(home, editor, 'c.csv', 'title,external_id,ogs\n签约,e-1,乙公司\n', {}, 'event')
  expect((await editor.get(getEvent, at(event.id))).ogs.map(og => og.id)).toEqual([two.id])
  await undoRun(home, editor, await lastRun(editor, { import: third.id }))
  expect((await editor.get(getEvent, at(event.id))).ogs).toEqual([])
})

test('an import that is being written cannot be undone, and one written twice is undone run by run', async () => {
  const editor = await home.as('editor')
  const done = await importFile(home, editor, 'run.csv', 'name,external_id,region\nRunner,run-1,FR\n')
  const run = await lastRun(editor, { import: done.id })
  await home.db.updateTable('import').set({ state: 'running' }).where('id', '=', done.id).execute()
  expect((await editor.call(checkImportUndo, at(run.id))).status).toBe(409)
  await home.db.updateTable('import').set({ state: 'done' }).where('id', '=', done.id).execute()
  const [mark] = await marksOf(editor, run)
  await editor.get(updateOg, { body: { id: mark!.record_id, desc: '后改' } })
  const after = await undoRun(home, editor, run)
  expect([undoSum(after, 'stay'), undoSum(after, 'remove')]).toEqual([1, 0])
  expect(await editor.get(getOg, at(mark!.record_id))).toMatchObject({ region: 'FR', desc: '后改' })
})
