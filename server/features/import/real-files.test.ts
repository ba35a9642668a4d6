import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listEvents } from '#contract/event.api.ts'
import { listImportRows } from '#contract/import.api.ts'
import { getOg } from '#contract/og.api.ts'
import { getPerson, linkOgName, listOgNames, listPersons } from '#contract/person.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { dryRun, importFile, readFile, rowsOf, run } from './testing.ts'

const folder = new URL('../../../../shared/data/', import.meta.url)
const isThere = existsSync(folder)
const file = (name: string) => readFileSync(new URL(name, folder))
const companies = () => file('organisations/companies.csv')
const committees = () => file('organisations/committees.csv')
if (!isThere) console.info('Skipped: the real files of ../shared/data are not on this machine.')

describe.skipIf(!isThere)('real files', () => {
  const test_ = useTestApp()

  test('503 listed companies: columns recognised, the first of two years used and the others reported, share classes of one company found', async () => {
    const editor = await test_.as('editor')
    const read = await readFile(test_, editor, 'companies.csv', companies())
    expect(read.plan.mapping).toEqual([null, 'name', 'category_id', null, null, null, 'external_id', 'register_time'])
    const checked = await dryRun(test_, editor, read, { constants: { region: 'US' } })
    expect(checked.counts).toEqual({ new: 500, changed: 0, unchanged: 0, repeated: 3, wrong: 0 })
    expect(checked.left_out).toBe(38)
    expect(checked.creates).toMatchObject([{ noun: 'og_cate', count: 11 }])
    const taken = await editor.get(listImportRows, {
      params: { id: String(checked.id) },
      query: { left_out: 'true', pageSize: 100 },
    })
    const reportedOf = taken.items.flatMap(row => row.faults)
    expect(reportedOf).toContainEqual({
      field: 'register_time',
      value: '2013 (1888)',
      message: 'Imported as 2013; (1888) is skipped',
    })
    expect(reportedOf).toContainEqual({
      field: 'register_time',
      value: '1904/1946/1959',
      message: 'This is not a valid date; write 1958, 1958-10 or 1958-10-13',
    })
    const faults = (await rowsOf(editor, checked.id, 'repeated')).flatMap(row => row.faults)
    expect(faults.filter(fault => fault.field === null)).toHaveLength(3)
    const cut = taken.items.find(row => row.faults[0]?.value === '2013 (1888)')
    expect(cut?.verdict).toBe('new')
    const done = await importFile(test_, editor, 'companies.csv', companies(), {
      constants: { region: 'US' },
    })
    expect(done).toMatchObject({ written: 500, counts: { new: 500, changed: 0, unchanged: 0, repeated: 3, wrong: 0 } })
    const [first] = await rowsOf(editor, done.id, 'new')
    const og = await editor.get(getOg, { params: { id: String(first?.record_id) } })
    expect(og).toMatchObject({ name: '3M', region: 'US', external_id: '66740', register_time: '1902' })
    const again = await importFile(test_, editor, 'companies.csv', companies())
    expect(again).toMatchObject({
      plan_remembered: false,
      written: 0,
      counts: { new: 0, changed: 0, unchanged: 500, repeated: 3, wrong: 0 },
    })
  })

  test('230 committees with sites and duties of several lines', async () => {
    const editor = await test_.as('editor')
    const done = await importFile(test_, editor, 'committees.csv', committees())
    expect(done).toMatchObject({ written: 230, counts: { new: 230, wrong: 0 } })
    const [first] = await rowsOf(editor, done.id)
    const og = await editor.get(getOg, { params: { id: String(first?.record_id) } })
    expect(og).toMatchObject({
      name: 'House Committee on Agriculture',
      host: 'agriculture.house.gov',
      entrances: [],
      scale: '53',
      external_id: 'HSAG',
    })
  })

  test('537 legislators: known committees become memberships with roles, unknown ones stay names that can be linked in one action', async () => {
    const editor = await test_.as('editor')
    const legislators = file('persons/legislators.csv')
    const read = await readFile(test_, editor, 'legislators.csv', legislators, 'person')
    expect(read.plan.mapping.filter(Boolean)).toEqual([
      'external_id',
      'number.wikidata',
      'name',
      'birth_time',
      'gender',
      'labels',
      'phone_number',
      'website',
      'wiki',
      'twitter',
      'facebook',
      'ogs',
    ])
    const checked = await dryRun(test_, editor, read, { constants: { region: 'US' } })
    expect(checked.counts).toEqual({ new: 537, changed: 0, unchanged: 0, repeated: 0, wrong: 0 })
    const open = checked.links.filter(link => link.how === 'none')
    expect(open).toHaveLength(179)
    expect(checked.links.filter(link => link.how === 'exact')).toHaveLength(49)
    const aviation = 'Senate Committee on Commerce, Science, and Transportation: Aviation, Space, and Innovation'
    const suggested = open.find(link => link.name === aviation)?.suggestions[0]
    expect(suggested?.og_name).toBe('Aviation, Space, and Innovation')
    const chosen = await dryRun(test_, editor, checked, {
      constants: { region: 'US' },
      links: { [aviation]: suggested?.og_id ?? 0 },
    })
    expect(chosen.links.find(link => link.name === aviation)).toMatchObject({ how: 'chosen', og_id: suggested?.og_id })
    const done = await run(test_, editor, chosen)
    expect(done).toMatchObject({ written: 537, counts: { new: 537, wrong: 0 } })
    const found = await editor.get(listPersons, { query: { keyword: 'Cantwell' } })
    const cantwell = await editor.get(getPerson, { params: { id: `${found.items[0]?.id}` } })
    expect(cantwell).toMatchObject({
      name: 'Maria Cantwell',
      birth_time: '1958-10-13',
      gender: 'female',
      region: 'US',
      labels: ['Democrat'],
    })
    expect(cantwell.memberships.map(({ og_name, role }) => `${og_name}: ${role}`)).toContain(
      'Senate Committee on Finance: Member',
    )
    expect(cantwell.memberships.map(link => link.og_id)).toContain(suggested?.og_id)
    expect(cantwell.og_names).toHaveLength(6)
    const names = await editor.get(listOgNames, { query: { keyword: 'Energy, Natural Resources, and Infra' } })
    const name = names.items[0]
    expect(name?.suggestions[0]).toMatchObject({
      how: 'suggested',
      og_name: 'Energy, Natural Resources, and Infrastructure',
    })
    const linked = await editor.get(linkOgName, {
      body: { name: name?.name ?? '', og_id: name?.suggestions[0]?.og_id ?? 0 },
    })
    expect(linked).toEqual({ done: name?.count, refused: 0 })
    const again = await importFile(test_, editor, 'legislators.csv', legislators, {}, 'person')
    expect(again.counts).toMatchObject({ new: 0, wrong: 0 })
  })

  test('6,831 conferences with their dates, cities and countries', async () => {
    const editor = await test_.as('editor')
    const done = await importFile(test_, editor, 'conferences.csv', file('events/conferences.csv'), {}, 'event')
    const repeated = await rowsOf(editor, done.id, 'repeated')
    expect(repeated.every(row => /^Same record as row \d+$/.test(row.faults.at(-1)?.message ?? ''))).toBe(true)
    expect(done.counts).toEqual({ new: 6_006, changed: 0, unchanged: 0, repeated: 825, wrong: 0 })
    expect(done.written).toBe(done.counts.new)
    const found = await editor.get(listEvents, { query: { keyword: 'Rubyfuza' } })
    expect(found.items.find(item => item.start_time === '2013-02-07')).toMatchObject({
      end_time: '2013-02-09',
      region: 'ZA',
      address: 'Cape Town',
      category: 'ruby',
    })
    const faults = (await rowsOf(editor, done.id, 'repeated')).flatMap(row => row.faults)
    expect(faults.map(fault => fault.message).filter(Boolean)).toHaveLength(faults.length)
    const again = await importFile(test_, editor, 'conferences.csv', file('events/conferences.csv'), {}, 'event')
    expect(again).toMatchObject({ written: 0, counts: { ...done.counts, new: 0, changed: 0, unchanged: done.written } })
  })
})
