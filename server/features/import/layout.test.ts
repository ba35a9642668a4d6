import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { listImportRows, readImport } from '#contract/import.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { dryRun, fetchImport, readFile } from './testing.ts'

const test_ = useTestApp()
const german = [
  'Lieferanten der Beispiel AG;;;',
  'Stand: 01.02.2024;;;',
  ';;;',
  'Firma;Land;Gründungsdatum;Mitarbeiter',
  ...Array.from(
    { length: 55 },
    (_, n) => `Muster ${n} GmbH;Deutschland;${1 + (n % 28)}.03.19${60 + (n % 30)};${n + 10},5`,
  ),
  'Summe;;;2.970,5',
  '',
  'Quelle: eigene Erhebung',
]

test('headings below titles are found, in German; the totals row is skipped and shown', async () => {
  const editor = await test_.as('editor')
  const read = await readFile(test_, editor, 'a.csv', `\ufeff${german.join('\r\n')}`)
  expect(read).toMatchObject({
    columns: ['Firma', 'Land', 'Gründungsdatum', 'Mitarbeiter'],
    row_count: 55,
    layout: { heading: 4, sheets: [], totals: 'Summe · 2.970,5 / Quelle: eigene Erhebung' },
  })
  expect(read.plan.mapping).toEqual(['name', 'region', 'register_time', 'scale'])
  await editor.get(readImport, { params: { id: String(read.id) }, body: { sheet: null, heading: 2 } })
  await test_.drainJobs()
  const again = await fetchImport(editor, read.id)
  expect(again.layout?.heading).toBe(2)
  expect(again.columns[0]).toBe('Stand: 01.02.2024')
})

test('the sheet with the table is used, another can be chosen, merged headings are joined', async () => {
  const editor = await test_.as('editor')
  const row = (...cells: (string | null)[]) => cells.map(value => (value === null ? null : { value }))
  const notes = [row('Hinweise'), row('Bitte nicht weitergeben')]
  const firms = [
    row('Partnerfirmen'),
    [],
    row('Firma', 'Adresse', null, 'Land'),
    row(null, 'Straße', 'Ort', null),
    row('Alpha GmbH', 'Weg 1', 'Ulm', 'Österreich'),
    row('Beta SA', 'Rue 2', 'Paris', 'Frankreich'),
  ]
  const persons = [row('ФИО', 'Дата рождения', 'Гражданство'), row('Иван Иванов', '4 марта 1957 г.', 'Россия')]
  const sheets = [
    { data: notes, sheet: 'Hinweise' },
    { data: firms, sheet: 'Firmen' },
    { data: persons, sheet: 'Personen' },
  ]
  const book = await writeXlsxFile(sheets as never).toBuffer()
  const read = await readFile(test_, editor, 'b.xlsx', book)
  expect(read).toMatchObject({
    layout: { sheets: ['Hinweise', 'Firmen', 'Personen'], sheet: 'Firmen', heading: 4 },
    columns: ['Firma', 'Straße', 'Ort', 'Land'],
    row_count: 2,
  })
  await editor.get(readImport, { params: { id: String(read.id) }, body: { sheet: 'Personen', heading: null } })
  await test_.drainJobs()
  expect(await fetchImport(editor, read.id)).toMatchObject({ layout: { sheet: 'Personen', heading: 1 }, row_count: 1 })
})

test.each([
  ['Russian', 'Наименование;Страна;Дата регистрации;Сайт', ['name', 'region', 'register_time', 'website']],
  ['French', 'Raison sociale;Pays;Date de création;Site web', ['name', 'region', 'register_time', 'website']],
  ['Spanish', 'Razón social;País;Fecha de constitución;Página web', ['name', 'region', 'register_time', 'website']],
  ['Arabic', 'اسم الشركة;الدولة;تاريخ التأسيس;الموقع الإلكتروني', ['name', 'region', 'register_time', 'website']],
  ['Japanese', '会社名;国;設立年月日;ホームページ', ['name', 'region', 'register_time', 'website']],
])('%s headings are proposed', async (_, headings, mapping) => {
  const editor = await test_.as('editor')
  const read = await readFile(test_, editor, 'c.csv', `${headings}\nA;B;C;D\n`)
  expect(read.plan.mapping).toEqual(mapping)
})

test('rows are numbered as in the file, also after empty lines', async () => {
  const editor = await test_.as('editor')
  const read = await readFile(test_, editor, 'd.csv', 'Partners\n\n\nName,Country\nA,Germany\n')
  expect(read).toMatchObject({ columns: ['Name', 'Country'], row_count: 1, layout: { heading: 4 } })
})

test('values without a heading form a column without a name, and cells to the right of all columns are counted', async () => {
  const editor = await test_.as('editor')
  const rows = Array.from({ length: 60 }, (_, n) => `Firm ${n};DE;${n === 2 ? 'VIP' : ''}${n === 50 ? ';late' : ''}`)
  const read = await readFile(test_, editor, 'w.csv', ['Name;Country', ...rows].join('\n'))
  expect(read).toMatchObject({
    columns: ['Name', 'Country', ''],
    row_count: 60,
    layout: { beyond: { count: 1, examples: ['late'] } },
  })
  const sized = await readFile(test_, editor, 'x.csv', 'Name,Country,,\nA,DE,,+49 1\nB,FR,,\n')
  expect(sized.columns).toEqual(['Name', 'Country', '', ''])
  expect(sized.layout?.beyond).toBeUndefined()
})

test('formulas without a stored result are counted, and leading zeros that cells show are retained', async () => {
  const editor = await test_.as('editor')
  const data = [
    [{ value: 'Name' }, { value: 'External ID' }, { value: 'Country' }],
    [{ value: 'A' }, { value: 123, format: '000000' }, { type: 'Formula', value: 'UPPER("de")' }],
    [{ value: 'B' }, { value: 45, format: '000000' }, { value: 'FR' }],
  ]
  const read = await readFile(test_, editor, 'f.xlsx', await writeXlsxFile(data as never).toBuffer())
  expect(read.layout?.unsaved).toEqual({ count: 1, examples: ['C2'] })
  expect(read.sample).toEqual([
    ['A', '000123'],
    ['B', '000045', 'FR'],
  ])
})

test.each([
  ['German', 'Name;Vorname;Geburtsdatum', 'Bär;Bert;13.04.1960', 'Bert Bär'],
  ['German parts', 'Vorname;Nachname', 'Bert;Bär', 'Bert Bär'],
  ['French', 'Nom;Prénom', 'DUPONT;Jean', 'Jean DUPONT'],
  ['Spanish', 'Nombre;Apellidos', 'Juan;Pérez Gil', 'Juan Pérez Gil'],
  ['Russian', 'Фамилия;Имя;Отчество', 'Иванов;Иван;Петрович', 'Иван Петрович Иванов'],
  ['English', 'First name;Middle name;Last name', 'Bert;Brown;Bear', 'Bert Brown Bear'],
  ['Chinese', '姓;名', '张;三', '张三'],
  ['whole', 'Full name;First name;Last name', 'Chuck Bear;Charles;Bear', 'Chuck Bear'],
  ['whole, open', 'Name;First name;Last name', 'Chuck Bear;Charles;Bear', 'Chuck Bear'],
  ['whole and given', 'Name;First name', 'Bert Bear;Bert', 'Bert Bear'],
])('a name in several columns is combined to a whole name: %s', async (_, headings, row, name) => {
  const editor = await test_.as('editor')
  const read = await readFile(test_, editor, 'p.csv', `${headings}\n${row}\n`, 'person')
  const checked = await dryRun(test_, editor, read)
  expect(checked.counts).toMatchObject({ new: 1 })
  const { items } = await editor.get(listImportRows, { params: { id: String(read.id) }, query: {} })
  expect(items[0]?.changes.find(({ field }) => field === 'name')?.to).toBe(name)
})
