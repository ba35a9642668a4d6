import { afterAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import { createPerson, updatePerson } from '#contract/person.api.ts'
import { decideScreening, getScreening, undoScreening } from '#contract/screening.api.ts'
import { setSystemSetting } from '#contract/system.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { closeEngine } from './screening.service.ts'
import { aList, hitsOn, person, runScreening } from './testing.ts'

const app = useTestApp()
afterAll(closeEngine)
const at = ({ id }: { id: number }) => ({ id: String(id) })

/** A person and an entry with one name. */
async function aHit(name: string) {
  const [admin, editor, other] = [await app.as('admin'), await app.as('editor'), await app.as('editor')]
  const list = await aList(admin)
  const mine = await editor.get(createPerson, { body: { name, birth_time: '1971-03-09' } })
  await load(app, admin, list, fileOf([person('x', name)]))
  const [hit] = await hitsOn(editor, list)
  const decide = (client: Client, state: 'different' | 'same' | 'unsure' | 'open') =>
    client.get(decideScreening, { params: at(hit!), body: { state } })
  const undo = (client: Client, rev: number) => client.call(undoScreening, { params: at(hit!), body: { rev } })
  return { admin, editor, other, list, mine, id: hit!.id, decide, undo }
}

test('a decision on a reopened hit returns to its reopened state, by undo and by opening it', async () => {
  const { editor, other, list, mine, id, decide, undo } = await aHit('Zdenka Ollivander')
  await editor.get(decideScreening, {
    params: at({ id }),
    body: { state: 'different', reason: 'other', note: '𠮷 不是' },
  })
  await editor.get(updatePerson, { params: at(mine), body: { birth_time: '1972-01-01' } })
  await runScreening(app)
  const again = {
    state: 'open',
    reopened: ['record.dates'],
    decided_state: 'different',
    decided_by: editor.id,
    note: '𠮷 不是',
  }
  expect((await hitsOn(editor, list))[0]).toMatchObject(again)
  const decided = await decide(other, 'unsure')
  expect(decided).toMatchObject({ state: 'unsure', reopened: [] })
  expect((await undo(other, decided.rev)).body).toMatchObject({ data: again })
  const detail = await editor.get(getScreening, { params: at({ id }) })
  expect(detail.decided?.party.dates).toEqual(['1971-03-09'])
  await decide(other, 'unsure')
  expect(await decide(editor, 'open')).toMatchObject(again)
})

test('only the user who decided last can undo it, once, and only while nothing else has happened', async () => {
  const { editor, other, id, decide, undo, admin } = await aHit('Bronislava Quennell')
  const hit = await editor.get(getScreening, { params: at({ id }) })
  expect((await undo(editor, hit.rev)).status).toBe(409)
  const decided = await decide(editor, 'same')
  expect((await undo(other, decided.rev)).status).toBe(403)
  expect((await undo(editor, decided.rev - 1)).status).toBe(409)
  const both = await Promise.all([undo(editor, decided.rev), undo(editor, decided.rev)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const { items } = await admin.get(listAudit, {
    query: { user_id: [String(editor.id)], act: ['decide_screening'] } as never,
  })
  expect(items[0]?.detail).toMatchObject({ from: 'same', to: 'open', undone: true })
  expect(items).toHaveLength(2)
})

test('undoing a slip makes no statement for the user who proposed: two people still have to confirm it', async () => {
  const { admin, editor, other, decide, undo } = await aHit('Casimira Threlkeld')
  await admin.get(setSystemSetting, { body: { name: 'screening_four_eyes', value: true } })
  expect((await decide(editor, 'different')).state).toBe('proposed')
  const slip = await decide(other, 'same')
  expect((await undo(other, slip.rev)).body).toMatchObject({ data: { state: 'proposed', decided_by: editor.id } })
  expect(await decide(editor, 'different')).toMatchObject({ state: 'proposed', decided_by: editor.id })
  const confirmed = await decide(other, 'different')
  expect(confirmed).toMatchObject({ state: 'different', decided_by: other.id })
  const back = await undo(other, confirmed.rev)
  expect(back.body).toMatchObject({ data: { state: 'proposed', decided_by: editor.id } })
  await decide(editor, 'open')
  expect((await decide(editor, 'different')).state).toBe('proposed')
  await admin.get(setSystemSetting, { body: { name: 'screening_four_eyes', value: null } })
})
