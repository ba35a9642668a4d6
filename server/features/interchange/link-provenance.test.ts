import { expect, test } from 'vitest'
import { listClaims } from '#contract/claim.api.ts'
import { deleteMembership, listMemberships, updateMembership } from '#contract/membership.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { lastRun, marksOf, undoRun } from '../import_run/testing.ts'
import { importAndCheck, run } from './testing.ts'

const home = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

const claimsOf = async (client: Client, noun: string, id: number) => {
  const { items } = await client.get(listClaims, { query: { noun, record_id: String(id) } as never })
  return items.map(({ field, value, source }) => `${source?.name}: ${field} ${JSON.stringify(value)}`).sort()
}
const imported = async (client: Client, name: string, entities: object[]) =>
  await run(home, client, await importAndCheck(home, client, entities, name))
const named = (id: string, schema: string, name: string, more: object = {}) => ({
  id,
  schema,
  properties: { name: [name], ...more },
})
const seat = (person: string, og: string, more: object = {}) => ({
  id: `seat-${person}-${og}`,
  schema: 'Membership',
  properties: { member: [person], organization: [og], role: ['chair'], startDate: ['2020'], ...more },
})

test('memberships and relations of a file are claims of its source, and another file with the same links adds its own claims', async () => {
  const editor = await home.as('editor')
  const family = { id: 'f', schema: 'Family', properties: { person: ['a'], relative: ['b'], relationship: ['spouse'] } }
  const all = [
    named('a', 'Person', 'Ada 𠮷田', { wikidataId: ['Q900001'] }),
    named('b', 'Person', 'Ben 𠮷田', { wikidataId: ['Q900002'] }),
    named('o', 'Organization', 'Hall of 𠮷', { wikidataId: ['Q900003'] }),
    seat('a', 'o'),
    family,
  ]
  await imported(editor, 'one.json', all)
  const og = (await editor.get(listOgs, { query: { keyword: 'Hall of 𠮷' } })).items[0]!
  const [member] = (await editor.get(listMemberships, { query: { og: [String(og.id)] } as never })).items
  const stated = ['link true', 'role "chair"', 'start_time "2020"']
  const one = stated.map(each => `one.json: ${each}`)
  expect(await claimsOf(editor, 'membership', member!.id)).toEqual(one)
  const { relations } = await editor.get(getPerson, at(member!.person_id))
  expect(await claimsOf(editor, 'relation', relations[0]!.id)).toEqual(['one.json: link true'])
  // Each claim gives its place in the file, and its id there.
  const evidenceOf = async (noun: string, id: number) =>
    (await editor.get(listClaims, { query: { noun, record_id: String(id) } as never })).items[0]?.evidence
  const place = { type: 'row', file_name: 'one.json' }
  expect(await evidenceOf('membership', member!.id)).toMatchObject([{ ...place, n: 4, key: 'seat-a-o' }])
  expect(await evidenceOf('og', og.id)).toMatchObject([{ ...place, n: 3, key: 'o' }])
  const first = await lastRun(editor, { interchange: (await imported(editor, 'two.json', all)).id })
  expect(await claimsOf(editor, 'membership', member!.id)).toEqual([...one, ...stated.map(each => `two.json: ${each}`)])
  await undoRun(home, editor, first)
  expect(await claimsOf(editor, 'membership', member!.id)).toEqual(one)
})

test('a file makes no claims on records that the importer may not change', async () => {
  const [owner, editor] = [await home.as('super_editor'), await home.as('editor')]
  const own = { owner: owner.id, write_user: [owner.id] }
  const person = await aPerson(home.ctx, { ...own, name: 'Ida', external_id: 'Q900051' })
  const og = await anOg(home.ctx, { ...own, name: 'Vault', external_id: 'Q900052' })
  const all = [
    named('x', 'Person', 'Ida', { wikidataId: ['Q900051'] }),
    named('y', 'Organization', 'Vault', { wikidataId: ['Q900052'] }),
    seat('x', 'y'),
  ]
  await imported(owner, 'owner.json', all)
  const [member] = (await editor.get(listMemberships, { query: { og: [String(og.id)] } as never })).items
  const read = await importAndCheck(home, editor, all, 'stranger.json')
  expect(read.counts.map(({ unchanged }) => unchanged).filter(Boolean)).toEqual([1, 1, 1])
  await run(home, editor, read)
  for (const [noun, id] of [
    ['person', person.id],
    ['og', og.id],
    ['membership', member!.id],
  ] as const)
    expect((await claimsOf(editor, noun, id)).filter(each => each.startsWith('stranger'))).toEqual([])
  expect(await home.db.selectFrom('external_key').select('key').where('record_id', '=', person.id).execute()).toEqual([
    { key: 'x' },
  ])
})

test('a membership that another source also states remains when the import that created it is undone', async () => {
  const editor = await home.as('editor')
  const [person, og] = [
    await aPerson(home.ctx, { name: 'Eve', external_id: 'Q900011' }),
    await anOg(home.ctx, { name: 'Club', external_id: 'Q900012' }),
  ]
  const all = [
    named('x', 'Person', 'Eve', { wikidataId: ['Q900011'] }),
    named('y', 'Organization', 'Club', { wikidataId: ['Q900012'] }),
    seat('x', 'y'),
  ]
  const made = await imported(editor, 'made.json', all)
  await imported(editor, 'too.json', all)
  const last = await undoRun(home, editor, await lastRun(editor, { interchange: made.id }))
  const [mark] = (await marksOf(editor, last, 'stay')).filter(({ noun }) => noun === 'membership')
  expect(mark).toMatchObject({ noun: 'membership', reason: 'said' })
  const [member] = (await editor.get(listMemberships, { query: { og: [String(og.id)] } as never })).items
  expect(member).toMatchObject({ person_id: person.id, role: 'chair' })
  expect(await claimsOf(editor, 'membership', member!.id)).toContain('too.json: link true')
})

test('area and term of a membership are undone with their import, and stay if a user changed them', async () => {
  const editor = await home.as('editor')
  const [og] = [await anOg(home.ctx, { name: 'Senate', external_id: 'Q900022' })]
  const persons = [
    named('p', 'Person', 'Pia', { wikidataId: ['Q900021'] }),
    named('q', 'Person', 'Quy', { wikidataId: ['Q900023'] }),
  ]
  const there = [...persons, named('s', 'Organization', 'Senate', { wikidataId: ['Q900022'] })]
  await imported(editor, 'plain.json', [...there, seat('p', 's'), seat('q', 's')])
  const more = { summary: ['Area: North', 'Term: 9th'] }
  const second = await imported(editor, 'more.json', [...there, seat('p', 's', more), seat('q', 's', more)])
  const members = async () =>
    (await editor.get(listMemberships, { query: { og: [String(og.id)], sort: 'person_name' } as never })).items
  const [pia, quy] = await members()
  expect([pia!.area, pia!.term]).toEqual(['North', '9th'])
  await editor.get(updateMembership, { ...at(quy!.id), body: { area: 'South' } })
  await undoRun(home, editor, await lastRun(editor, { interchange: second.id }))
  expect((await members()).map(({ area, term }) => [area, term])).toEqual([
    [null, null],
    ['South', null],
  ])
})

test('a new membership with an area is removed by undoing its import; one whose area a user changed stays', async () => {
  const editor = await home.as('editor')
  const [og] = [await anOg(home.ctx, { name: 'Diet', external_id: 'Q900032' })]
  await aPerson(home.ctx, { name: 'Rio', external_id: 'Q900031' })
  await aPerson(home.ctx, { name: 'Sue', external_id: 'Q900033' })
  const more = { summary: ['Area: East'] }
  const done = await imported(editor, 'diet.json', [
    named('r', 'Person', 'Rio', { wikidataId: ['Q900031'] }),
    named('u', 'Person', 'Sue', { wikidataId: ['Q900033'] }),
    named('d', 'Organization', 'Diet', { wikidataId: ['Q900032'] }),
    seat('r', 'd', more),
    seat('u', 'd', more),
  ])
  const members = async () =>
    (await editor.get(listMemberships, { query: { og: [String(og.id)], sort: 'person_name' } as never })).items
  await editor.get(updateMembership, { ...at((await members())[1]!.id), body: { area: 'West' } })
  const last = await undoRun(home, editor, await lastRun(editor, { interchange: done.id }))
  expect((await members()).map(({ person_name, area }) => [person_name, area])).toEqual([['Sue', 'West']])
  expect((await marksOf(editor, last, 'stay')).map(({ noun, reason }) => [noun, reason])).toContainEqual([
    'membership',
    'edited',
  ])
})

test('a membership is identified by the id in its file: a change there changes it here without a duplicate; undoing restores it', async () => {
  const editor = await home.as('editor')
  const og = await anOg(home.ctx, { name: 'Cortes 𠮷', external_id: 'Q900061' })
  const there = [
    named('m', 'Person', 'Mía', { wikidataId: ['Q900062'] }),
    named('c', 'Organization', 'Cortes 𠮷', { wikidataId: ['Q900061'] }),
  ]
  const members = async () =>
    (await editor.get(listMemberships, { query: { og: [String(og.id)], sort: 'start_time' } as never })).items
  const stated = async () => (await members()).map(({ role, start_time, term }) => [role, start_time, term])
  await imported(editor, 'seats.json', [...there, seat('m', 'c')])
  const [first] = await members()
  const changed = seat('m', 'c', { role: ['speaker'], startDate: ['2020-02'], summary: ['Term: 9th'] })
  const second = await imported(editor, 'seats.json', [...there, changed])
  expect(await stated()).toEqual([['speaker', '2020-02', '9th']])
  expect((await members())[0]?.id).toBe(first?.id)
  // The same id in a file of another source is another membership, and one with another target is separate too.
  await imported(editor, 'others.json', [...there, seat('m', 'c', { role: ['member'], startDate: ['2024'] })])
  expect(await stated()).toEqual([
    ['speaker', '2020-02', '9th'],
    ['member', '2024', null],
  ])
  await undoRun(home, editor, await lastRun(editor, { interchange: second.id }))
  expect((await stated())[0]).toEqual(['chair', '2020', null])
  // After a membership was deleted here, its id no longer refers to it.
  await editor.get(deleteMembership, at(first!.id))
  await imported(editor, 'seats.json', [...there, changed])
  expect(await stated()).toContainEqual(['speaker', '2020-02', '9th'])
  expect(await stated()).toHaveLength(2)
})
