import { expect, test } from 'vitest'
import {
  bulkPerson,
  createPerson,
  deletePerson,
  getPerson,
  linkOgName,
  listOgNames,
  listPersonHistory,
  listPersonLabels,
  listPersons,
  personEvent,
  restorePerson,
  restorePersonValue,
  updatePerson,
} from '#contract/person.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { aPerson } from './factory.ts'

const app = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

test('a person is created with organisations and relations, found by a fragment, changed, deleted and restored', async () => {
  const editor = await app.as('editor')
  const og = await anOg(app.ctx, { name: '中科院' })
  const friend = await aPerson(app.ctx, { name: '李四' })
  const person = await editor.get(createPerson, {
    body: {
      name: '欧阳修远',
      aliases: ['Ouyang Xiuyuan'],
      birth_time: '1958-10',
      education: [{ school: '北京大学', degree: '博士', from: '1976', to: null }],
      memberships: [{ og_id: og.id, role: '院长', start_time: '2020' }],
      relations: [{ person_id: friend.id, type: 'parent', desc: '养父' }],
    },
  })
  expect(person).toMatchObject({ owner: editor.id, ogs: [og.id], education: [{ school: '北京大学' }] })
  expect(person.relations).toMatchObject([{ person_id: friend.id, person_name: '李四', type: 'parent' }])
  expect((await editor.get(getPerson, at(friend.id))).relations).toMatchObject([
    { person_id: person.id, type: 'child' },
  ])
  for (const keyword of ['阳修', 'xiuy', '欧'])
    expect((await editor.get(listPersons, { query: { keyword } })).items.map(item => item.id)).toEqual([person.id])
  const changed = await editor.get(updatePerson, { ...at(person.id), body: { rev: person.rev, ogs: [], score: 80 } })
  expect(changed).toMatchObject({ ogs: [], memberships: [], score: 80 })
  const stale = await editor.call(updatePerson, { ...at(person.id), body: { rev: person.rev, score: 1 } })
  expect(stale.status).toBe(409)
  const history = await editor.get(listPersonHistory, at(person.id))
  expect(history.items[0]?.changes.map(change => change.field)).toEqual(['score', 'memberships'])
  const params = { id: String(person.id), history_id: String(history.items[0]?.id) }
  const back = await editor.get(restorePersonValue, { params, body: { field: 'memberships' } })
  expect(back.memberships).toMatchObject([{ og_id: og.id, role: '院长', start_time: '2020' }])
  await editor.get(deletePerson, at(person.id))
  expect((await editor.call(getPerson, at(person.id))).status).toBe(404)
  expect((await editor.get(getPerson, at(friend.id))).relations).toEqual([])
  expect((await editor.get(restorePerson, at(person.id))).relations).toHaveLength(1)
})

test('focus persons come first, then those changed last', async () => {
  const editor = await app.as('editor')
  const label = 'order-of-focus'
  const a = await aPerson(app.ctx, { labels: [label] })
  const b = await aPerson(app.ctx, { labels: [label], is_focus: true })
  const c = await aPerson(app.ctx, { labels: [label] })
  const ids = async (query: object) =>
    (await editor.get(listPersons, { query: { label, ...query } })).items.map(item => item.id)
  expect(await ids({})).toEqual([b.id, c.id, a.id])
  expect(await ids({ sort: 'is_focus' })).toEqual([a.id, c.id, b.id])
  expect(await ids({ is_focus: true })).toEqual([b.id])
  expect(await ids({ current: '2', pageSize: '2' })).toEqual([a.id])
})

test('invalid input is reported field by field', async () => {
  const editor = await app.as('editor')
  const wrong = async (body: object) => {
    const answer = await editor.call(createPerson, { body: { name: 'N', ...body } })
    expect(answer.status).toBe(422)
    return answer.body.errors?.map(error => error.path)
  }
  expect(await wrong({ name: ' ' })).toEqual(['name'])
  expect(await wrong({ birth_time: '1958-13' })).toEqual(['birth_time'])
  expect(await wrong({ education: [{ school: '', degree: null, from: null, to: '20' }] })).toEqual([
    'education.0.school',
    'education.0.to',
  ])
  expect(await wrong({ score: 101 })).toEqual(['score'])
  expect(await wrong({ memberships: [{ og_id: 987654 }] })).toEqual(['memberships.0.og_id'])
  expect(await wrong({ relations: [{ person_id: 987654, type: 'friend' }] })).toEqual(['relations.0.person_id'])
  expect(await wrong({ relations: [{ person_id: 1, type: 'lover' }] })).toEqual(['relations.0.type'])
})

test('through an unreadable organisation no one is found and nothing is shown', async () => {
  const admin = await app.as('admin')
  const reader = await app.as('reader')
  const hidden = await anOg(app.ctx, { name: '隐形公司', read_user: [admin.id] })
  const person = await aPerson(app.ctx, { name: '赵无双', ogs: [hidden.id] })
  expect((await reader.get(getPerson, at(person.id))).memberships).toEqual([])
  const query = { og: String(hidden.id) }
  expect((await reader.get(listPersons, { query })).total).toBe(0)
  expect((await admin.get(listPersons, { query })).total).toBe(1)
  const editor = await app.as('editor')
  await editor.get(updatePerson, { ...at(person.id), body: { ogs: [] } })
  expect((await admin.get(getPerson, at(person.id))).ogs).toEqual([hidden.id])
})

test('an unlinked name becomes a membership on every person that the user may change', async () => {
  const editor = await app.as('editor')
  const other = await app.as('editor')
  const og = await anOg(app.ctx, { name: 'Bright Machines Ltd', aliases: ['光明机器'] })
  const carried = '光明机器 (顾问)'
  const mine = await aPerson(app.ctx, { og_names: [carried, 'Else'] })
  const locked = await aPerson(app.ctx, { og_names: [carried], owner: other.id, write_user: [other.id] })
  const names = await editor.get(listOgNames, { query: { keyword: '光明' } })
  expect(names.items).toMatchObject([{ name: '光明机器', count: 2 }])
  expect(await editor.get(linkOgName, { body: { name: '光明机器', og_id: og.id } })).toEqual({ done: 1, refused: 1 })
  const person = await editor.get(getPerson, at(mine.id))
  expect(person).toMatchObject({ og_names: ['Else'], memberships: [{ og_id: og.id, role: '顾问' }], rev: mine.rev + 1 })
  expect((await editor.get(getPerson, at(locked.id))).og_names).toEqual([carried])
})

test('unlinked names of one person are listed with all persons that have them; none for an unreadable person', async () => {
  const editor = await app.as('editor')
  const other = await app.as('editor')
  const mine = await aPerson(app.ctx, { og_names: ['海洋学会 (会员)', '𠮷田商会'] })
  await aPerson(app.ctx, { og_names: ['海洋学会', 'Not theirs'] })
  const secret = await aPerson(app.ctx, { og_names: ['海洋学会'], owner: other.id, read_user: [other.id] })
  const of = async (id: number) => (await editor.get(listOgNames, { query: { person: String(id) } })).items
  expect((await of(mine.id)).map(({ name, count }) => [name, count])).toEqual([
    ['海洋学会', 2],
    ['𠮷田商会', 1],
  ])
  expect(await of(secret.id)).toEqual([])
})

test('focus, labels and access are set on many at once', async () => {
  const editor = await app.as('editor')
  const label = `many-${editor.id}`
  const all = [await aPerson(app.ctx), await aPerson(app.ctx, { labels: ['old'] })]
  const ids = all.map(person => person.id)
  const patch = { is_focus: true, add_labels: [label], remove_labels: ['old'] }
  expect(await editor.get(bulkPerson, { body: { act: 'update', ids, patch } })).toMatchObject({ done: 2 })
  const found = await editor.get(listPersons, { query: { label } })
  expect(found.items.map(item => [item.is_focus, item.labels])).toEqual([
    [true, [label]],
    [true, [label]],
  ])
  expect((await editor.get(listPersonLabels, { query: { keyword: 'many-' } })).items).toContainEqual({
    label,
    count: 2,
  })
})

test('lists only the events of that person, and none for an unreadable person', async () => {
  const reader = await app.as('reader')
  const admin = await app.as('admin')
  const person = await aPerson(app.ctx)
  const event = await anEvent(app.ctx, { persons: [person.id], start_time: '2020' })
  await anEvent(app.ctx, { persons: [person.id], read_user: [admin.id] })
  await anEvent(app.ctx, {})
  expect((await reader.get(personEvent, at(person.id))).items.map(item => item.id)).toEqual([event.id])
  const hidden = await aPerson(app.ctx, { read_user: [admin.id] })
  expect((await reader.call(personEvent, at(hidden.id))).status).toBe(404)
})
