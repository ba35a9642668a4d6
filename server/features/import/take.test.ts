import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listEvents } from '#contract/event.api.ts'
import { listImportRows } from '#contract/import.api.ts'
import { getOg } from '#contract/og.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { anEvent } from '../event/factory.ts'
import { anOg } from '../og/factory.ts'
import { readDate, splitNote } from './date.ts'
import { dryRun, importFile, readFile, rowsOf, run } from './testing.ts'

const test_ = useTestApp()
const fresh = () => `w${randomUUID().slice(0, 8)}x`
const csv = (...rows: string[]) => rows.join('\n')

describe('a value that cannot be read', () => {
  test('is skipped and reported, and the rest of its row is imported; a required one refuses the row', async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const long = '𠮷'.repeat(400)
    const file = csv('Name,Founded,Weight', `${w} 姜𤨒姬,2013 (1888),lots`, `${w} b,03/04/1957,7`, `${long},1990,1`)
    const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file))
    expect(checked).toMatchObject({ left_out: 2, counts: { new: 2, wrong: 1 } })
    const done = await run(test_, editor, checked)
    expect(done).toMatchObject({ left_out: 2, written: 2, counts: { new: 2, wrong: 1 } })
    const { items, total } = await editor.get(listImportRows, {
      params: { id: String(done.id) },
      query: { left_out: 'true' },
    })
    expect(total).toBe(2)
    expect(items.map(row => [row.n, row.verdict, row.faults])).toEqual([
      [
        1,
        'new',
        [
          { field: 'register_time', value: '2013 (1888)', message: 'Imported as 2013; (1888) is skipped' },
          { field: 'weight', value: 'lots', message: 'Wrong type: 1, 2, 3 … is expected' },
        ],
      ],
      [
        2,
        'new',
        [
          {
            field: 'register_time',
            value: '03/04/1957',
            message: 'It is not clear whether the day or the month comes first',
          },
        ],
      ],
    ])
    expect(items[1]?.changes).toEqual([
      { field: 'name', from: null, to: `${w} b` },
      { field: 'weight', from: null, to: 7 },
    ])
    const website = done.fields.find(field => field.name === 'website')
    expect(website).toMatchObject({ label: 'Website', match_label: 'Website' })
    const og = await editor.get(getOg, { params: { id: String(items[0]?.record_id) } })
    expect(og).toMatchObject({ name: `${w} 姜𤨒姬`, register_time: '2013', weight: 0 })
  })

  test.each([
    ['2013 (1888)', '2013', '(1888)'],
    ['2005（莫尔森 1786）', '2005', '(莫尔森 1786)'],
    ['4 Mar 1957 (est.)', '1957-03-04', '(est.)'],
    ['1904/1946/1959', undefined, undefined],
    ['(1888)', undefined, undefined],
    ['about (2013)', undefined, '(2013)'],
    ['', undefined, undefined],
  ])('%j is the date %j with the note %j', (text, date, note) => {
    const split = splitNote(text)
    expect(readDate(split.head)).toBe(date)
    expect(split.note).toBe(note)
  })
})

describe('an event of the file', () => {
  test('is identified by title, start and place, in the file and among the records', async () => {
    const editor = await test_.as('editor')
    const w = fresh()
    const file = csv(
      'Title,Start,City,Country',
      `${w} 会议,2024-05-01,Berlin,Germany`,
      `${w} 会议,2024-05-01,BERLIN,DE`,
      `${w} 会议,2025-05-01,Berlin,Germany`,
      `${w} 会议,2024-05-01,Wien,Austria`,
      `${w} 会议,2024-05-01,,Austria`,
      `${w} 会议,2024-05-01,,`,
      `${w} 会议,,,`,
      `${w} 会议,,,`,
      `${w} İSTANBUL ΟΔΟΣ,2024-05-01,,`,
    )
    const done = await importFile(test_, editor, 'a.csv', file, {}, 'event')
    expect(done.counts).toEqual({ new: 8, changed: 0, unchanged: 0, repeated: 1, wrong: 0 })
    expect((await rowsOf(editor, done.id, 'repeated'))[0]).toMatchObject({
      n: 2,
      faults: [{ field: null, message: 'Same record as row 1' }],
    })
    const again = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'event'))
    // An event with neither start nor place cannot be recognised.
    expect(again.counts).toEqual({ new: 2, changed: 0, unchanged: 6, repeated: 1, wrong: 0 })
    expect((await rowsOf(editor, again.id, 'unchanged'))[0]?.record).toMatchObject({ matched_by: 'title' })
    expect((await editor.get(listEvents, { query: { keyword: w } })).total).toBe(8)
  })

  test('is never matched with one that its importer may not read, nor is that one revealed', async () => {
    const [editor, admin] = [await test_.as('editor'), await test_.as('admin')]
    const title = `${fresh()} 密`
    const values = { title, start_time: '2024-05-01', address: 'Berlin' }
    const hidden = await anEvent(test_.ctx, { ...values, read_user: [admin.id], owner: admin.id })
    const file = csv('Title,Start,City', `${title},2024-05-01,Berlin`)
    const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'event'))
    expect(checked.counts).toEqual({ new: 1, changed: 0, unchanged: 0, repeated: 0, wrong: 0 })
    const [row] = await rowsOf(editor, checked.id)
    expect(row).toMatchObject({ verdict: 'new', record_id: null, record: null, faults: [] })
    expect(JSON.stringify(checked)).not.toContain(`#${hidden.id}`)
    const theirs = await dryRun(test_, admin, await readFile(test_, admin, 'a.csv', file, 'event'))
    expect(theirs.counts).toMatchObject({ new: 0, unchanged: 1 })
  })
})

test('unmatched names get suggestions, with the clear ones marked; an unreadable record is not suggested', async () => {
  const [editor, admin] = [await test_.as('editor'), await test_.as('admin')]
  const w = fresh()
  const values = { region: 'US', external_id: `${w}-1` }
  const [one, two] = [
    await anOg(test_.ctx, { name: `${w} health`, ...values }),
    await anOg(test_.ctx, { name: `${w} HEALTH` }),
  ]
  const sole = await anOg(test_.ctx, { name: `${w} energy` })
  await anOg(test_.ctx, { name: `${w} energy`, read_user: [admin.id], owner: admin.id })
  const file = csv('Name,Organisations', `${w} p,Senate: ${w} Health; Senate: ${w} Energy`)
  const checked = await dryRun(test_, editor, await readFile(test_, editor, 'a.csv', file, 'person'))
  const of = (name: string) => checked.links.find(link => link.name === name)?.suggestions
  expect(of(`Senate: ${w} Health`)?.toSorted((a, b) => a.og_id - b.og_id)).toMatchObject([
    { og_id: one.id, region: 'US', external_id: `${w}-1`, is_clear: false },
    { og_id: two.id, region: null, is_clear: false },
  ])
  expect(of(`Senate: ${w} Energy`)?.[0]).toMatchObject({ og_id: sole.id, is_clear: true })
  expect(of(`Senate: ${w} Energy`)?.filter(each => each.is_clear)).toHaveLength(1)
})
