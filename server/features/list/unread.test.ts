import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import {
  createList,
  getList,
  type List,
  listListEntries,
  lookAtListVersion,
  mapListVersion,
  readListVersion,
} from '#contract/list.api.ts'
import type { ListMapping } from '#contract/list-mapping.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { listParams, load } from './testing.ts'

const app = useTestApp()
let made = 0
const aList = (admin: Client): Promise<List> => {
  made += 1
  return admin.get(createList, { body: { name: `Unread ${made}` } })
}
const entriesOf = async (client: Client, list: List) =>
  (await client.get(listListEntries, { params: listParams(list), query: { pageSize: 100, sort: 'caption' } })).items

async function loadTable(
  admin: Client,
  content: Buffer | string,
  change: (proposed: ListMapping) => ListMapping = m => m,
) {
  const list = await load(app, admin, await aList(admin), content)
  const sheet = list.loading?.sheet
  if (!sheet) throw new Error(`no sheet: ${JSON.stringify(list.loading)}`)
  await admin.get(mapListVersion, { params: { ...listParams(list), n: '1' }, body: change(sheet.proposed) })
  await app.drainJobs()
  return { sheet, list: { ...list, ...(await admin.get(getList, { params: listParams(list) })) } }
}

test('in a German table dates are read by the order of the column, countries by name, and unreadable values are counted and stay as text', async () => {
  const admin = await app.as('admin')
  const rows = [
    'Name;Geburtsdatum;Staatsangehörigkeit;Typ',
    'Anna Aal;12.03.1955;Deutschland;Person',
    'Bert Bär;13.04.1960;österreichisch;Person',
    'Cora Chamäleon;im Herbst 1961;Ruritanien;Person',
    'Dora Dachs;01.02.1970;Россия;Person',
  ]
  const { sheet, list } = await loadTable(admin, rows.join('\r\n'), proposed => ({
    ...proposed,
    columns: [
      { heading: 'Name', means: 'name', scheme: null },
      { heading: 'Geburtsdatum', means: 'birth_date', scheme: null },
      { heading: 'Staatsangehörigkeit', means: 'country', scheme: null },
      { heading: 'Typ', means: 'kind', scheme: null },
    ],
  }))
  const seen = (heading: string) => sheet.seen?.find(each => each.heading === heading)
  expect(seen('Geburtsdatum')).toMatchObject({
    filled: 4,
    birth_date: { count: 1, values: [{ value: 'im Herbst 1961', count: 1 }] },
    dates: { dmy: 1, mdy: 0, open: 2 },
  })
  expect(seen('Staatsangehörigkeit')?.country).toEqual({ count: 1, values: [{ value: 'Ruritanien', count: 1 }] })
  expect(list.version).toMatchObject({
    entries: 4,
    unread: [
      { heading: 'Geburtsdatum', count: 1, examples: ['im Herbst 1961'] },
      { heading: 'Staatsangehörigkeit', count: 1, examples: ['Ruritanien'] },
    ],
  })
  const [anna, bert, cora, dora] = await entriesOf(admin, list)
  expect(anna?.properties).toMatchObject({ birthDate: ['1955-03-12'], nationality: ['DE'] })
  expect(bert?.properties).toMatchObject({ birthDate: ['1960-04-13'], nationality: ['AT'] })
  expect(cora?.properties).toMatchObject({ notes: ['Geburtsdatum: im Herbst 1961', 'Staatsangehörigkeit: Ruritanien'] })
  expect(cora?.properties.birthDate).toBeUndefined()
  expect(dora?.properties).toMatchObject({ birthDate: ['1970-02-01'], nationality: ['RU'] })
})

test('an ambiguous date order is requested once; unknown words get a meaning, and both are stored with the list', async () => {
  const admin = await app.as('admin')
  const content = 'Name,Born,Country,Type\nOne,01.02.1970,Ruritania,Natürlich\nTwo,03.04.1971,Ruritania,Juristisch\n'
  const columns = (order: 'dmy' | null): ListMapping['columns'] => [
    { heading: 'Name', means: 'name', scheme: null },
    { heading: 'Born', means: 'birth_date', scheme: null, order },
    { heading: 'Country', means: 'country', scheme: null, values: { Ruritania: 'RO' } },
    { heading: 'Type', means: 'kind', scheme: null, values: { natürlich: 'person', Juristisch: 'organisation' } },
  ]
  const waiting = await load(app, admin, await aList(admin), content)
  const params = { ...listParams(waiting), n: '1' }
  const open = await admin.get(lookAtListVersion, { params, body: { columns: columns(null), kind: null } })
  expect(open.rows[0]?.entry?.properties).toMatchObject({ notes: ['Born: 01.02.1970'] })
  await admin.get(mapListVersion, { params, body: { columns: columns('dmy'), kind: null } })
  await app.drainJobs()
  const [one, two] = await entriesOf(admin, waiting)
  expect(one).toMatchObject({ schema: 'Person', properties: { birthDate: ['1970-02-01'], nationality: ['RO'] } })
  expect(two).toMatchObject({
    schema: 'Organization',
    properties: { incorporationDate: ['1971-04-03'], country: ['RO'] },
  })
  const again = await load(app, admin, waiting, `${content}Three,05.06.1972,Ruritania,Natürlich\n`)
  expect(again.version).toMatchObject({ n: 2, entries: 3, unread: [] })
})

test('an unreadable date of an entity stays with the entry as text', async () => {
  const admin = await app.as('admin')
  const entity = {
    id: 'a',
    schema: 'Person',
    properties: { name: ['Anna Aal'], birthDate: ['spring of 1961', '1962'] },
  }
  const list = await load(app, admin, await aList(admin), JSON.stringify(entity))
  const [anna] = await entriesOf(admin, list)
  expect(anna?.properties).toMatchObject({ birthDate: ['1962'], notes: ['birthDate: spring of 1961'] })
})

test('the sheet and the heading row are detected, can be chosen, and the choice is stored with the list', async () => {
  const admin = await app.as('admin')
  const row = (...cells: string[]) => cells.map(value => ({ value }))
  const book = (name: string) =>
    writeXlsxFile([
      { sheet: 'Notes', data: [row('Internal'), row('Do not pass on')] },
      { sheet: 'Now', data: [row('Persons to watch'), row('Name', 'Date of birth'), row(name, '1955-03-12')] },
      { sheet: 'Old', data: [row('Name', 'Country'), row('Former', 'DE')] },
    ] as never).toBuffer()
  const waiting = await load(app, admin, await aList(admin), await book('One'))
  expect(waiting.loading?.sheet).toMatchObject({
    headings: ['Name', 'Date of birth'],
    layout: { sheets: ['Notes', 'Now', 'Old'], sheet: 'Now', heading: 2, totals: null },
  })
  const params = { ...listParams(waiting), n: '1' }
  await admin.get(readListVersion, { params, body: { sheet: 'Old', heading: 2 } })
  await app.drainJobs()
  // A choice that cannot be read does not end the load.
  expect((await admin.get(getList, { params: listParams(waiting) })).loading).toMatchObject({
    ...{ state: 'mapping', error: expect.stringContaining('no data') },
    sheet: { headings: [], rows: [], layout: { sheet: 'Old', heading: 2 } },
  })
  await admin.get(readListVersion, { params, body: { sheet: 'Old', heading: null } })
  await app.drainJobs()
  const { loading } = await admin.get(getList, { params: listParams(waiting) })
  expect(loading?.error).toBeNull()
  expect(loading?.sheet).toMatchObject({
    headings: ['Name', 'Country'],
    rows: [['Former', 'DE']],
    proposed: { sheet: 'Old', heading: null },
    layout: { sheet: 'Old', heading: 1 },
  })
  await admin.get(mapListVersion, { params, body: loading!.sheet!.proposed })
  await app.drainJobs()
  expect((await entriesOf(admin, waiting)).map(({ caption }) => caption)).toEqual(['Former'])
  const again = await load(app, admin, waiting, await book('Two'))
  expect(again).toMatchObject({ loading: { state: 'same' } })
})

test('a table without a known heading waits for its mapping', async () => {
  const admin = await app.as('admin')
  const { loading } = await load(app, admin, await aList(admin), 'Foo;Bar\nx;y\n')
  expect(loading).toMatchObject({ state: 'mapping', sheet: { headings: ['Foo', 'Bar'], proposed: { columns: [] } } })
})

test('cells outside all columns are counted and stored with the entry as text', async () => {
  const admin = await app.as('admin')
  const rows = Array.from({ length: 60 }, (_, n) => `Party ${n};DE${n === 50 ? ';wanted' : ''}`)
  const { sheet, list } = await loadTable(admin, ['Name;Country', ...rows].join('\n'))
  expect(sheet.layout).toMatchObject({ beyond: { count: 1, examples: ['wanted'] } })
  expect(list.version?.unread).toEqual([{ heading: '#3', count: 1, examples: ['wanted'] }])
  const found = (await entriesOf(admin, list)).find(({ caption }) => caption === 'Party 50')
  expect(found?.properties.notes).toEqual(['#3: wanted'])
  const wide = await load(app, admin, await aList(admin), 'Name;Country\nParty;DE;VIP\nOther;FR\n')
  expect(wide.loading?.sheet).toMatchObject({
    headings: ['Name', 'Country', '#3'],
    rows: [
      ['Party', 'DE', 'VIP'],
      ['Other', 'FR', ''],
    ],
  })
})

test.each([
  ['German', 'Name;Vorname;Geburtsdatum', 'Bär;Bert;13.04.1960', ['Bert Bär']],
  ['French', 'Nom;Prénom;Date de naissance', 'DUPONT;Jean;13/04/1960', ['Jean DUPONT']],
  ['Spanish', 'Nombre;Apellidos;Fecha de nacimiento', 'Juan;Pérez Gil;13/04/1960', ['Juan Pérez Gil']],
  ['Russian', 'Фамилия;Имя;Отчество;Дата рождения', 'Иванов;Иван;Петрович;13.04.1960', ['Иван Петрович Иванов']],
  ['Chinese', '姓;名;出生日期', '张;三;1960-04-13', ['张三']],
  ['British', 'Name 6;Name 1;Name 2;DOB', 'BEAR;Bert;Brown;13/04/1960', ['Bert Brown BEAR']],
  ['whole', 'Name;First name;DOB', 'Bert Bear;Bert;13/04/1960', ['Bert Bear']],
  ['other', 'Full name;First name;Last name', 'The Bear;Bert;Bear', ['The Bear', 'Bert Bear']],
  ['two scripts', 'Name;First name;DOB', '张伟;Wei;13/04/1960', ['张伟']],
])('names in separate columns are combined to a whole name: %s', async (_, headings, row, names) => {
  const admin = await app.as('admin')
  const { list } = await loadTable(admin, `${headings}\n${row}\n`)
  const [entry] = await entriesOf(admin, list)
  expect(entry?.schema).toMatch(/^(Person|LegalEntity)$/)
  expect([...(entry?.properties.name ?? []), ...(entry?.properties.alias ?? [])]).toEqual(names)
})

test('kinds are read in German, French, Spanish, Russian, Arabic, Japanese and Korean', async () => {
  const admin = await app.as('admin')
  const persons = ['Natürliche Person', 'Personne physique', 'Persona física', 'Физическое лицо', 'فرد', '個人', '개인']
  const others = ['Unternehmen', 'Personne morale', 'Empresa', 'Юр. лицо', 'شركة', '団体', '회사']
  const rows = [...persons, ...others].map((kind, n) => `Party ${n},${kind}`)
  const { sheet, list } = await loadTable(admin, ['Name,Type', ...rows].join('\n'))
  expect(sheet.seen?.find(({ heading }) => heading === 'Type')?.kind.count).toBe(0)
  const schemas = (await entriesOf(admin, list)).map(({ schema }) => schema)
  expect(schemas.filter(schema => schema === 'Person')).toHaveLength(persons.length)
  expect(schemas.filter(schema => schema === 'Organization')).toHaveLength(others.length)
})

test('values of a column added after the mapping are counted and stored as text; values of an unmapped column are not', async () => {
  const admin = await app.as('admin')
  const { list } = await loadTable(admin, 'Name,Country,Shoe size\nAda,DE,38\n')
  expect(list.mapping?.left).toEqual(['Shoe size'])
  const again = await load(app, admin, list, 'Shoe size,Name,Alias,Country\n38,Ada,Adela,DE\n40,Bob,,FR\n')
  expect(again.version).toMatchObject({
    n: 2,
    entries: 2,
    unread: [{ heading: 'Alias', count: 1, examples: ['Adela'] }],
  })
  const [ada, bob] = await entriesOf(admin, list)
  expect(ada?.properties).toEqual({ name: ['Ada'], country: ['DE'], notes: ['Alias: Adela'] })
  expect(bob?.properties).toEqual({ name: ['Bob'], country: ['FR'] })
})
