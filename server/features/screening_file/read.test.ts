// How files of names are read: titles, sheets, dates, words.
import { afterAll, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { createList } from '#contract/list.api.ts'
import {
  createScreeningFile,
  deleteScreeningFile,
  getScreeningFile,
  getScreeningFileRow,
  readScreeningFile,
  runScreeningFile,
  type ScreeningFile,
} from '#contract/screening_file.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
afterAll(closeEngine)

const at = (file: { id: number }) => ({ params: { id: String(file.id) } })
const seen = (client: Client, file: { id: number }) => client.get(getScreeningFile, at(file))
const layout = { sheet: null, heading: null }

async function sent(client: Client, name: string, content: Buffer | string): Promise<ScreeningFile> {
  const answer = await client.upload(createScreeningFile, { name, content })
  expect(answer.status).toBe(200)
  await app.drainJobs()
  return await seen(client, answer.body.data)
}

async function run(client: Client, file: ScreeningFile, plan: object = {}): Promise<ScreeningFile> {
  const started = await client.get(runScreeningFile, { ...at(file), body: { ...file.plan, ...plan } })
  await app.drainJobs()
  return await seen(client, started)
}

async function aList(admin: Client) {
  const list = await admin.get(createList, { body: { name: `Sanctions ${Math.random()}` } })
  return await load(app, admin, list, fileOf([{ id: 'x-1', properties: { name: ['Sergei Petrenko'] } }]))
}

test('a German file under a title: dates by the order of their column, several countries, names in two columns', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  await aList(admin)
  const rows = [
    'Kundenliste;;;;',
    'Name;Vorname;Geburtsdatum;Staatsangehörigkeit;Typ',
    'Petrenko;Sergei;03.02.1970;Russland, Deutschland;Natürliche Person',
    'Beispiel GmbH;;13.02.1971;Ruritanien;Unternehmen',
  ]
  const file = await sent(editor, 'kunden.csv', rows.join('\r\n'))
  expect(file.plan.mapping).toEqual(['name', 'name', 'date', 'country', 'kind'])
  const done = await run(editor, file)
  const row = (number: string) => editor.get(getScreeningFileRow, { params: { id: String(done.id), number } })
  expect(await row('1')).toMatchObject({
    name: 'Petrenko Sergei',
    notes: [],
    party: { dates: ['1970-02-03'], countries: ['DE', 'RU'] },
  })
  expect(await row('2')).toMatchObject({ notes: ['Unknown country “Ruritanien”'] })
})

test('the sheets of a workbook that are not compared are listed, and the date order can be chosen if no value shows it', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  await aList(admin)
  const row = (...cells: string[]) => cells.map(value => ({ value }))
  const book = await writeXlsxFile([
    { sheet: 'A', data: [row('Name', 'DOB'), row('Ann', '03.02.1970'), row('Bob', '04.05.1980'), row('Total', '1')] },
    { sheet: 'B', data: [row('Name'), row('Bob')] },
  ] as never).toBuffer()
  const file = await sent(editor, 'a.xlsx', book)
  expect(file.layout).toMatchObject({ sheets: ['A', 'B'], sheet: 'A', totals: 'Total · 1' })
  const detail = async (id: number) => editor.get(getScreeningFileRow, { params: { id: String(id), number: '1' } })
  expect((await detail((await run(editor, file)).id)).notes).toEqual(['Unreadable date “03.02.1970”'])
  const other = await editor.get(readScreeningFile, { ...at(file), body: { sheet: 'B', heading: null } })
  expect(other).toMatchObject({ state: 'reading', row_count: 0, progress: 0, lists: [], unread: [] })
  await app.drainJobs()
  const second = await seen(editor, file)
  expect(second).toMatchObject({ state: 'mapping', columns: ['Name'], row_count: 1, layout: { sheet: 'B' } })
  const under = await editor.get(readScreeningFile, { ...at(file), body: { sheet: 'A', heading: 2 } })
  await app.drainJobs()
  expect(await seen(editor, under)).toMatchObject({ columns: ['Ann', '03.02.1970'], layout: { heading: 2 } })
  await editor.get(deleteScreeningFile, at(file))
  const again = await sent(editor, 'a.xlsx', book)
  const chosen = { ...again, plan: { ...again.plan, date_order: 'dmy' as const } }
  expect(await detail((await run(editor, chosen)).id)).toMatchObject({ notes: [], party: { dates: ['1970-02-03'] } })
})

test('what a column holds that cannot be read is counted before the run and after it, and unknown words get a meaning', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  await aList(admin)
  const rows = ['Name,Type,Country', 'Ann,Mensch,Ruritania', 'Bob,mensch,Atlantis', 'Eve,,Ruritania']
  const file = await sent(editor, 'words.csv', rows.join('\n'))
  expect(file.seen[1]?.kind).toEqual({
    count: 2,
    values: [
      { value: 'Mensch', count: 1 },
      { value: 'mensch', count: 1 },
    ],
  })
  expect(file.seen[2]).toMatchObject({ heading: 'Country', filled: 3, country: { count: 3 } })
  const none = await run(editor, file)
  expect(none.unread).toEqual([
    { heading: 'Country', count: 3, examples: ['Ruritania', 'Atlantis'] },
    { heading: 'Type', count: 2, examples: ['Mensch', 'mensch'] },
  ])
  const done = await run(editor, none, { means: { kind: { Mensch: 'person' }, country: { Ruritania: 'DE' } } })
  expect(done.unread).toEqual([{ heading: 'Country', count: 1, examples: ['Atlantis'] }])
  const row = await editor.get(getScreeningFileRow, { params: { id: String(done.id), number: '1' } })
  expect(row).toMatchObject({ notes: [], party: { countries: ['DE'] } })
  const refused = await editor.call(runScreeningFile, {
    ...at(file),
    body: { ...file.plan, means: { country: { Ruritania: 'Germany' } } },
  })
  expect(refused.body).toMatchObject({ errors: [{ path: 'means.country' }] })
})

test('a sheet that cannot be read leaves the file, so that another one can be chosen', async () => {
  const editor = await app.as('editor')
  const book = await writeXlsxFile([
    { sheet: 'A', data: [[{ value: 'Name' }], [{ value: 'Ann' }]] },
    { sheet: 'Empty', data: [] },
  ] as never).toBuffer()
  const file = await sent(editor, 'two.xlsx', book)
  const read = async (sheet: string) => {
    await editor.get(readScreeningFile, { ...at(file), body: { sheet, heading: null } })
    await app.drainJobs()
    return await seen(editor, file)
  }
  expect(await read('Empty')).toMatchObject({ state: 'failed', row_count: 0, may_read: true })
  expect(await read('A')).toMatchObject({ state: 'mapping', row_count: 1 })
  const json = await sent(editor, 'a.json', '[{"Name":"Ann"}]')
  expect(json).toMatchObject({ state: 'mapping', may_read: false, layout: null })
  expect((await editor.call(readScreeningFile, { ...at(json), body: layout })).status).toBe(409)
})
