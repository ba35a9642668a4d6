import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { getOg } from '#contract/og.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { dryRun, importFile, readFile, rowsOf } from './testing.ts'

const folder = new URL('../../../../shared/data/organisations/', import.meta.url)
const isThere = existsSync(folder)
const file = (name: string) => readFileSync(new URL(name, folder))
if (!isThere) console.info('Skipped: the real files of ../shared/data are not on this machine.')

describe.skipIf(!isThere)('real files', () => {
  const test_ = useTestApp()

  test('503 listed companies: columns understood, dates of two years told, share classes of one company found', async () => {
    const editor = await test_.as('editor')
    const read = await readFile(test_, editor, 'companies.csv', file('companies.csv'))
    expect(read.plan.mapping).toEqual([null, 'name', 'category_id', null, null, null, 'external_id', 'register_time'])
    const checked = await dryRun(test_, editor, read, { constants: { region: 'US' } })
    expect(checked.counts).toEqual({ new: 462, changed: 0, unchanged: 0, wrong: 41 })
    expect(checked.creates).toMatchObject([{ noun: 'og_cate', count: 11 }])
    const faults = (await rowsOf(editor, checked.id, 'wrong')).flatMap(row => row.faults)
    expect(faults).toContainEqual({
      field: 'register_time',
      value: '2013 (1888)',
      message: 'This is not a valid date; write 1958, 1958-10 or 1958-10-13',
    })
    expect(faults.filter(fault => fault.field === null)).toHaveLength(3)
    const done = await importFile(test_, editor, 'companies.csv', file('companies.csv'), {
      constants: { region: 'US' },
      on_wrong: 'skip_value',
    })
    expect(done).toMatchObject({ written: 500, counts: { new: 500, changed: 0, unchanged: 0, wrong: 3 } })
    const [first] = await rowsOf(editor, done.id, 'new')
    const og = await editor.get(getOg, { params: { id: String(first?.record_id) } })
    expect(og).toMatchObject({ name: '3M', region: 'US', external_id: '66740', register_time: '1902' })
    const again = await importFile(test_, editor, 'companies.csv', file('companies.csv'))
    expect(again).toMatchObject({
      plan_remembered: false,
      written: 0,
      counts: { new: 0, changed: 0, unchanged: 500, wrong: 3 },
    })
  })

  test('230 committees with sites and duties of several lines', async () => {
    const editor = await test_.as('editor')
    const done = await importFile(test_, editor, 'committees.csv', file('committees.csv'))
    expect(done).toMatchObject({ written: 230, counts: { new: 230, wrong: 0 } })
    const [first] = await rowsOf(editor, done.id)
    const og = await editor.get(getOg, { params: { id: String(first?.record_id) } })
    expect(og).toMatchObject({
      name: 'House Committee on Agriculture',
      host: 'agriculture.house.gov',
      entrances: ['https://agriculture.house.gov/'],
      scale: '53',
      external_id: 'HSAG',
    })
  })
})
