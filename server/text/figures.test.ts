import { expect, test } from 'vitest'
import { extractHtml } from './extract.ts'
import { figuresOf } from './figures.ts'

const readAll = (body: string) => figuresOf(extractHtml(`<main>${body}</main>`, 'https://a.test/'))
const read = (body: string) => readAll(body).figures
const short = (body: string) =>
  read(body).map(({ heading, label, column, value }) =>
    [heading, label, column, value].filter(part => part !== '').join(' | '),
  )

const table = `<h2>Prices</h2><table><tr><th>Crop</th><th>Price</th><th>Stock</th></tr>
  <tr><td>Soybean</td><td>$595.50</td><td>1,200 t</td></tr><tr><td>Maize</td><td>$210</td><td></td></tr></table>`

test('a figure of a table is named by heading, row and column', () => {
  expect(short(table)).toEqual([
    'Prices | Soybean | Price | 595.5',
    'Prices | Soybean | Stock | 1200',
    'Prices | Maize | Price | 210',
  ])
})

test('a figure keeps its key when its value, the order of the rows or a date in the heading changes', () => {
  const before = read(table.replace('Prices', 'Prices of 3 May 2026'))
  const rows = '<tr><td>Maize</td><td>$211</td><td></td></tr><tr><td>Soybean</td><td>$640</td><td>900 t</td></tr>'
  const after = read(
    `<h2>Prices of 4 May 2026</h2><table><tr><th>Crop</th><th>Price</th><th>Stock</th></tr>${rows}</table>`,
  )
  const keys = (figures: typeof before) => figures.map(({ key }) => key).sort()
  expect(keys(after)).toEqual(keys(before))
})

test('rows of different years are different figures', () => {
  const figures = read(
    '<table><tr><td>Revenue 2024</td><td>10</td></tr><tr><td>Revenue 2025</td><td>12</td></tr></table>',
  )
  expect(new Set(figures.map(({ key }) => key)).size).toBe(2)
})

test('labels, terms and sentences name their figures', () => {
  expect(
    short(`<dl><dt>Employees</dt><dd>12,340</dd></dl><p>注册资本：500万元</p>
      <p>The fund holds 25 % of the shares and 3 seats. Founded in May 2001.</p><p>12 vessels</p>`),
  ).toEqual(['Employees | 12340', '注册资本 | 5000000', 'The fund holds | 25', 'of the shares and | 3', 'vessels | 12'])
})

test('a page that writes decimals with a comma has thousands with a point', () => {
  const rows = ['Gold|1.234,56', 'Silber|12.300', 'Kupfer|12,300', 'Zink|9,5']
  const html = rows.map(row => `<tr><td>${row.replace('|', '</td><td>')}</td></tr>`).join('')
  expect(read(`<table>${html}</table>`).map(({ value }) => value)).toEqual([1234.56, 12300, 12.3, 9.5])
})

test('dates, telephone numbers and numbers of the navigation are no figures', () => {
  expect(short('<nav><p>Results 45</p></nav><p>Updated 2026-05-03 12:30</p><p>Tel. 010-6552-9988</p>')).toEqual([])
})

test('equal labels are counted in their order', () => {
  const [one, two] = read('<p>Price: 5</p><p>Price: 6</p>')
  expect(one?.key).not.toBe(two?.key)
  expect(read('<p>Price: 7</p>')[0]?.key).toBe(one?.key)
})

test('a page of many numbers is bounded', () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => `<tr><td>Row ${at}</td><td>${at}</td></tr>`).join('')
  const { figures, isCut } = readAll(`<table>${rows}</table>`)
  expect([figures.length, isCut]).toEqual([2_000, true])
  expect(readAll('<p>Price: 5</p>').isCut).toBe(false)
})
