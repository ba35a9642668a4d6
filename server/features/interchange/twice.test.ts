import { expect, test } from 'vitest'
import { mergeRecords } from '#contract/duplicate.api.ts'
import { createOg } from '#contract/og.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { importAndCheck, rowsOf, run, sum } from './testing.ts'

const home = useTestApp()

/** Every irregularity of ids that occurs in files. */
const popolo = JSON.stringify({
  organizations: [
    { id: 7, name: 'Number Seven' },
    { id: '', name: 'Empty id' },
    { name: 'No id' },
    { id: '𠮷'.repeat(120), name: 'Long id' },
  ],
  persons: [
    { name: 'Twin', birth_date: '1970' },
    { name: 'Twin', birth_date: '1970' },
    { id: '姜𤨒姬', name: '姜𤨒姬', memberships: [{ organization_id: 7, role: 'member' }] },
    { id: '', name: 'Nobody', memberships: [{ organization_id: 7, role: 'guest', start_date: '2001' }] },
  ],
  memberships: [
    // The same membership twice, as in files with one entry per term.
    { person_id: '姜𤨒姬', organization_id: 7, role: 'member', legislative_period_id: 't2' },
    { person_id: '姜𤨒姬', organization_id: 7, role: 'member', start_date: '2010' },
    { person_id: '姜𤨒姬', organization_id: '𠮷'.repeat(120) },
  ],
  events: [{ name: 'First session', start_date: '2001-02-03', attendees: [{ id: '姜𤨒姬' }] }],
})

const ftm = [
  { id: 'a', schema: 'Person', properties: { name: ['Ada'], country: ['fr'], weakAlias: ['A.'] } },
  { id: 'b'.repeat(300), schema: 'Company', properties: { name: ['Bonds'], website: ['https://bonds.example/x'] } },
  {
    id: 'c',
    schema: 'Directorship',
    properties: { director: ['a'], organization: ['b'.repeat(300)], role: ['Chair'] },
  },
  { id: 'd', schema: 'Family', properties: { person: ['a'], relative: ['e'], relationship: ['wife'] } },
  { id: 'e', schema: 'Person', properties: { name: ['Eva'] } },
  { id: 'f', schema: 'Event', properties: { name: ['Deal'], startDate: ['2001'], involved: ['a', 'b'.repeat(300)] } },
]

for (const [name, content] of [
  ['popolo.json', popolo],
  ['list.ftm.json', ftm],
] as const)
  test(`a second ${name} changes nothing, and the first one wrote the numbers that the dry run had counted`, async () => {
    const editor = await home.as('editor')
    const dry = await importAndCheck(home, editor, content as string, name)
    expect(sum(dry, 'wrong')).toBe(0)
    const done = await run(home, editor, dry)
    expect(done.counts).toEqual(dry.counts)
    expect(done.written).toBe(sum(dry, 'new'))
    const count = async () => (await home.db.selectFrom('history').select('id').execute()).length
    const before = await count()
    const again = await importAndCheck(home, editor, content as string, name)
    const verdicts = (await rowsOf(editor, again.id)).filter(row => row.verdict !== 'unchanged')
    expect(verdicts.map(row => [row.name, row.kind, row.verdict, row.faults, row.changes])).toEqual([])
    await run(home, editor, again)
    expect(await count()).toBe(before)
  })

test('if an id occurs twice in one file the first counts, at every import', async () => {
  const editor = await home.as('editor')
  const file = JSON.stringify({
    persons: [
      { id: 'x', name: 'First' },
      { id: 'x', name: 'Second' },
    ],
  })
  for (const found of ['new', 'unchanged'] as const) {
    const dry = await importAndCheck(home, editor, file, 'double.json')
    expect([sum(dry, found), sum(dry, 'wrong')]).toEqual([1, 1])
    await run(home, editor, dry)
  }
  expect((await editor.get(listPersons, { query: { keyword: 'Second' } })).total).toBe(0)
})

test('two entities whose records were merged here are one, both add their claims, and their links lead to it', async () => {
  const editor = await home.as('super_editor')
  const file = JSON.stringify({
    persons: [
      { id: 'm1', name: 'Merged One', email: 'one@example.org' },
      { id: 'm2', name: 'Merged Two', email: 'two@example.org' },
    ],
    organizations: [{ id: 'mo', name: 'Their Party' }],
    memberships: [{ person_id: 'm2', organization_id: 'mo', role: 'Chair' }],
  })
  await run(home, editor, await importAndCheck(home, editor, file, 'merged.json'))
  const { items } = await editor.get(listPersons, { query: { keyword: 'Merged' } })
  const [target, source] = items.toSorted((a, b) => a.id - b.id)
  await editor.get(mergeRecords, {
    body: {
      noun: 'person',
      target_id: target!.id,
      sources: [{ id: source!.id, rev: source!.rev }],
      target_rev: target!.rev,
      fields: {},
    },
  })
  const again = await importAndCheck(home, editor, file, 'merged.json')
  expect([sum(again, 'wrong'), sum(again, 'new')]).toEqual([0, 0])
  await run(home, editor, again)
  expect((await editor.get(listPersons, { query: { keyword: 'Merged' } })).total).toBe(1)
  // In a file of an unknown source, two entities of one name may be two persons.
  const twins = [
    { id: 'n1', schema: 'Person', properties: { name: ['Merged One'], email: ['one@example.org'] } },
    { id: 'n2', schema: 'Person', properties: { name: ['Merged One'], email: ['one@example.org'] } },
  ]
  const unknown = await importAndCheck(home, editor, twins, 'unknown.ftm.json')
  expect(sum(unknown, 'unchanged') + sum(unknown, 'changed')).toBeLessThan(2)
})

test('if writing has another result than the dry run, the row shows it', async () => {
  const editor = await home.as('editor')
  const file = [{ id: 'dup-1', schema: 'Company', properties: { name: ['Dup'] } }]
  const dry = await importAndCheck(home, editor, file, 'dup.ftm.json')
  await editor.get(createOg, { body: { name: 'Dup', external_id: 'dup-1' } })
  const done = await run(home, editor, dry)
  expect([sum(done, 'new'), sum(done, 'unchanged')]).toEqual([0, 1])
  expect(await rowsOf(editor, done.id)).toMatchObject([{ verdict: 'unchanged', was: 'new' }])
})
