import { expect, test } from 'vitest'
import { listClaims } from '#contract/claim.api.ts'
import { cancelImportUndo, checkImportUndo, getImportRun, runImportUndo } from '#contract/import_run.api.ts'
import { createMembership } from '#contract/membership.api.ts'
import { getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { getPerson, listPersonHistory, listPersons } from '#contract/person.api.ts'
import { getSource } from '#contract/source.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { importAndCheck, run, sum } from '../interchange/testing.ts'
import { checkedUndo, lastRun, marksOf, undoRun, undoSum } from './testing.ts'

const home = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

const parliament = (country: string, members: readonly string[], more: object = {}) =>
  JSON.stringify({
    organizations: [{ id: 'legislature', name: `Parliament of ${country}`, ...more }],
    persons: members.map((name, n) => ({ id: `person/${n}`, name: `${name} of ${country}` })),
    memberships: members.map((_, n) => ({ person_id: `person/${n}`, organization_id: 'legislature', role: 'member' })),
  })

async function imported(country: string, members: readonly string[], more: object = {}, file = `${country}.json`) {
  const editor = await home.as('editor')
  const dry = await importAndCheck(home, editor, parliament(country, members, more), file)
  const done = await run(home, editor, dry)
  expect(done.state).toBe('done')
  return { editor, done, last: await lastRun(editor, { interchange: done.id }) }
}

test('an import of new records is undone in one act, as if it had never happened', async () => {
  const { editor, done, last } = await imported('𠮷国', ['Ada', '姜𤨒姬'])
  expect(last).toMatchObject({ file_name: '𠮷国.json', undo: null, undone_at: null, can: ['undo'] })
  const dry = await checkedUndo(home, editor, last)
  expect(dry.undo).toMatchObject({ state: 'checked', total: 5 })
  expect([undoSum(dry, 'remove'), undoSum(dry, 'stay')]).toEqual([5, 0])
  expect((await editor.get(listOgs, { query: { keyword: 'Parliament of 𠮷国' } })).total).toBe(1)
  await editor.get(runImportUndo, at(last.id))
  await home.drainJobs()
  const after = await editor.get(getImportRun, at(last.id))
  // Nothing is left, so no undo is offered.
  expect(after).toMatchObject({ undo: { state: 'done', progress: 5 }, can: [] })
  expect(after.undone_at).not.toBeNull()
  for (const list of [listOgs, listPersons])
    expect((await editor.get(list, { query: { keyword: 'of 𠮷国' } })).total).toBe(0)
  expect((await home.db.selectFrom('external_key').where('source_id', '=', done.source_id).execute()).length).toBe(0)
  expect(
    (
      await home.db
        .selectFrom('claim')
        .where('source_id', '=', done.source_id ?? 0)
        .execute()
    ).length,
  ).toBe(0)
  expect((await editor.call(getSource, at(done.source_id ?? 0))).status).toBe(404)
  const [mark] = (await marksOf(editor, last)).filter(each => each.noun === 'person')
  const history = await editor.get(listPersonHistory, { ...at(mark?.record_id ?? 0), query: {} })
  expect(history.items[0]).toMatchObject({
    act: 'delete',
    user_id: editor.id,
    changes: [{ field: 'import_undone', from: '𠮷国.json', to: null }],
  })
  // A second undo is refused; the file can be imported again as if for the first time.
  expect((await editor.call(checkImportUndo, at(last.id))).status).toBe(409)
  expect(sum(await importAndCheck(home, editor, parliament('𠮷国', ['Ada', '姜𤨒姬']), '𠮷国.json'), 'new')).toBe(5)
})

test('records changed or used since stay, and are listed with the reason', async () => {
  const { editor, last } = await imported('Bland', ['Uma', 'Ivo', 'Eva'])
  const { items: people } = await editor.get(listPersons, { query: { keyword: 'of Bland', sort: 'name' } })
  const [eva, ivo, uma] = people
  const og = (await editor.get(listOgs, { query: { keyword: 'Parliament of Bland' } })).items[0]!
  await editor.get(updateOg, { body: { id: og.id, region: 'FR' } })
  const other = await anOg(home.ctx, { name: 'Elsewhere' })
  await editor.get(createMembership, { body: { person_id: ivo!.id, og_id: other.id, role: 'guest' } })
  const after = await undoRun(home, editor, last)
  const stayed = await marksOf(editor, after, 'stay')
  expect(stayed.map(({ noun, title, reason }) => [noun, title, reason])).toEqual([
    ['og', 'Parliament of Bland', 'edited'],
    ['person', 'Ivo of Bland', 'edited'],
  ])
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ region: 'FR' })
  expect((await editor.get(getPerson, at(ivo!.id))).ogs).toEqual([other.id])
  for (const gone of [eva, uma]) expect((await editor.call(getPerson, at(gone!.id))).status).toBe(404)
  // The source still knows the remaining records by the same ids.
  const again = await importAndCheck(home, editor, parliament('Bland', ['Uma', 'Ivo', 'Eva']), 'Bland.json')
  expect([sum(again, 'new'), sum(again, 'unchanged')]).toEqual([5, 2])
})

test('values are restored, except those that a user has changed since', async () => {
  const { editor } = await imported('Cland', ['Ann'], { abstract: 'First words', founding_date: '1900' })
  const og = (await editor.get(listOgs, { query: { keyword: 'Parliament of Cland' } })).items[0]!
  const file = parliament('Cland', ['Ann'], { abstract: 'Other words', founding_date: '1901' })
  const second = await run(home, editor, await importAndCheck(home, editor, file, 'Cland.json'))
  const before = await editor.get(getOg, at(og.id))
  expect(before).toMatchObject({ desc: 'Other words', register_time: '1901' })
  await editor.get(updateOg, { body: { id: og.id, register_time: '1905' } })
  const last = await lastRun(editor, { interchange: second.id })
  const after = await undoRun(home, editor, last)
  expect(await marksOf(editor, after)).toMatchObject([
    { noun: 'og', verdict: 'partly', fields: ['desc'], kept: [{ field: 'register_time', reason: 'edited' }] },
  ])
  expect(await editor.get(getOg, at(og.id))).toMatchObject({ desc: 'First words', register_time: '1905' })
  const { items } = await editor.get(listClaims, { query: { noun: 'og', record_id: String(og.id) } as never })
  expect(items.map(claim => claim.value)).not.toContain('Other words')
})

test('an older import is undone after a newer one that changed the same records, and completely once the newer one is undone', async () => {
  const { editor, last: first } = await imported('Dland', ['Bo'], { abstract: 'One' })
  const again = await importAndCheck(home, editor, parliament('Dland', ['Bo'], { abstract: 'Two' }), 'Dland.json')
  const newer = await lastRun(editor, { interchange: (await run(home, editor, again)).id })
  const part = await undoRun(home, editor, first)
  // The newer file also states the member and the seat, although it changes nothing.
  expect((await marksOf(editor, part, 'stay')).map(mark => [mark.noun, mark.reason])).toEqual([
    ['og', 'edited'],
    ['person', 'said'],
    ['membership', 'said'],
  ])
  await undoRun(home, editor, newer)
  const whole = await undoRun(home, editor, first)
  expect([undoSum(whole, 'stay'), undoSum(whole, 'remove')]).toEqual([0, 3])
  expect((await editor.get(listOgs, { query: { keyword: 'Parliament of Dland' } })).total).toBe(0)
})

test('only the importing user and administrators can undo an import', async () => {
  const { editor, last } = await imported('Eland', ['Kim'])
  const [other, admin, reader] = [await home.as('super_editor'), await home.as('admin'), await home.as('reader')]
  expect((await other.call(checkImportUndo, at(last.id))).status).toBe(404)
  expect((await reader.call(checkImportUndo, at(last.id))).status).toBe(403)
  expect((await editor.call(runImportUndo, at(last.id))).status).toBe(409)
  expect((await editor.call(cancelImportUndo, at(last.id))).status).toBe(409)
  expect(undoSum(await undoRun(home, admin, last), 'remove')).toBe(3)
})

test('records that the user may not delete stay and are reported', async () => {
  const { editor, last } = await imported('Fland', ['Lou'])
  const og = (await editor.get(listOgs, { query: { keyword: 'Parliament of Fland' } })).items[0]!
  const boss = await home.as('admin')
  await home.db
    .updateTable('og')
    .set({ owner: boss.id, write_user: [boss.id] })
    .where('id', '=', og.id)
    .execute()
  const after = await undoRun(home, editor, last)
  expect((await marksOf(editor, after, 'stay')).map(mark => [mark.noun, mark.reason])).toEqual([['og', 'forbidden']])
  expect((await editor.call(getOg, at(og.id))).status).toBe(200)
})

test('a killed worker loses and repeats nothing, and a cancelled undo keeps its progress', async () => {
  const { editor, last } = await imported('Gland', ['Max', 'Mia'])
  await checkedUndo(home, editor, last)
  await editor.get(runImportUndo, at(last.id))
  expect(await editor.get(cancelImportUndo, at(last.id))).toMatchObject({ undo: { state: 'cancelled' } })
  await home.drainJobs()
  expect((await editor.get(listPersons, { query: { keyword: 'of Gland' } })).total).toBe(2)
  await checkedUndo(home, editor, last)
  await editor.get(runImportUndo, at(last.id))
  // The state after a worker died: the step is still open, and no worker processes it.
  await home.db.deleteFrom('import_act').where('is_undo', '=', true).execute()
  await home.drainJobs()
  await home.db
    .updateTable('import_run')
    .set({ undo_state: 'running', updated_at: new Date(0).toISOString() })
    .where('id', '=', last.id)
    .execute()
  await home.drainJobs()
  expect((await editor.get(listPersons, { query: { keyword: 'of Gland' } })).total).toBe(0)
  const { items } = await editor.get(listPersonHistory, {
    ...at((await marksOf(editor, last)).find(mark => mark.noun === 'person')?.record_id ?? 0),
    query: {},
  })
  expect(items.filter(entry => entry.act === 'delete')).toHaveLength(1)
})

test('a record erased or merged meanwhile is not changed', async () => {
  const { editor, last } = await imported('Hland', ['Ned', 'Noa', 'Nia'])
  const { items } = await editor.get(listPersons, { query: { keyword: 'of Hland', sort: 'name' } })
  const kept = await aPerson(home.ctx, { name: 'Kept' })
  await home.db.deleteFrom('person').where('id', '=', items[0]!.id).execute()
  await home.db
    .updateTable('person')
    .set({ merged_into: kept.id, deleted_at: home.ctx.now().toISOString() })
    .where('id', '=', items[1]!.id)
    .execute()
  const after = await undoRun(home, editor, last)
  const persons = (await marksOf(editor, after)).filter(mark => mark.noun === 'person')
  expect(new Map(persons.map(mark => [mark.record_id, mark.verdict]))).toEqual(
    new Map([
      [items[0]!.id, 'gone'],
      [items[1]!.id, 'stay'],
      [items[2]!.id, 'remove'],
    ]),
  )
})
