import { expect, it } from 'vitest'
import { readRows, readShared, sheetsOf, type WorkbookArchive } from './workbook.ts'

const formats = ['General', 'yyyy"年"m"月"d"日"', '"Paid" 0.00', '[Red]0.0', '[h]:mm', '0\\d']

function aBook(rows: string, more: Record<string, string> = {}): WorkbookArchive {
  const files: Record<string, string> = {
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${formats.map((_, n) => `<xf numFmtId="${164 + n}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  }
  return {
    names: Object.keys(files),
    open: async function* (name) {
      yield Buffer.from(files[name] ?? '')
    },
  }
}

async function cellsOf(book: WorkbookArchive): Promise<[number, string[]][]> {
  const rows: [number, string[]][] = []
  const [sheet] = await sheetsOf(book)
  await readRows(book, sheet ?? { name: '', member: '' }, await readShared(book), (cells, n) => rows.push([n, cells]))
  return rows
}
const cell = (value: number | string, style: number) => `<c s="${style}"><v>${value}</v></c>`

it('distinguishes numbers from dates by the format of their cell, including custom formats', async () => {
  const days = [0, 1, 2, 3, 4, 5, 6, 7].map(style => cell(45_000.5, style)).join('')
  expect(await cellsOf(aBook(`<row>${days}</row>`))).toEqual([
    [
      1,
      ['45000.5', '2023-03-15', '45000.5', '2023-03-15', '45000.5', '45000.5', '2023-03-15T12:00:00.000Z', '45000.5'],
    ],
  ])
  const since1904 = { 'xl/workbook.xml': '<workbook><workbookPr date1904="1"/></workbook>' }
  expect(await cellsOf(aBook(`<row>${cell(0, 1)}${cell('x', 1)}</row>`, since1904))).toEqual([[1, ['1904-01-01', 'x']]])
})

it('reads a date as exactly as its cell shows it', async () => {
  const codes = [
    'dd.mm.yyyy',
    'd-mmm-yy',
    'mmm yyyy',
    'yyyy',
    'dd.mm.yyyy hh:mm',
    '[$-407]d. mmmm yyyy',
    'yyyy"年"m"月"',
  ]
  const styles = `<styleSheet><numFmts>${codes.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
    <cellXfs>${codes.map((_, n) => `<xf numFmtId="${164 + n}"/>`).join('')}</cellXfs></styleSheet>`
  const row = `<row>${codes.map((_, style) => cell(20_160.25, style)).join('')}</row>`
  const expected = ['1955-03-12', '1955-03-12', '1955-03', '1955', '1955-03-12T06:00:00.000Z', '1955-03-12', '1955-03']
  expect(await cellsOf(aBook(row, { 'xl/styles.xml': styles }))).toEqual([[1, expected]])
})

it("puts each text into its column, with the sheet's words and without phonetic readings of Japanese characters", async () => {
  const strings =
    '<sst><si><r><t>東京</t></r><r><t xml:space="preserve"> 電力</t></r><rPh><t>トウキョウ</t></rPh></si></sst>'
  const rows = `<row r="3"><c r="B3" t="s"><v>0</v></c><c r="AA3" t="inlineStr"><is><t>𠮷</t></is></c></row>
    <row/><row><c t="b"><v>1</v></c><c t="str"><v>=a</v></c><c t="e"><v>#N/A</v></c><c><v>1E3</v></c><c t="s"><v>9</v></c></row>`
  const [first, blank, last] = await cellsOf(aBook(rows, { 'xl/sharedStrings.xml': strings }))
  expect(first).toEqual([3, ['', '東京 電力', ...Array(24).fill(''), '𠮷']])
  expect(blank).toEqual([4, []])
  expect(last).toEqual([5, ['true', '=a', '#N/A', '1000', '']])
})

it('reads sheets in the order of the workbook, or those in the archive if it names none', async () => {
  const named = aBook('', {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="二" r:id="b"/><sheet name="gone" r:id="c"/><sheet name="一" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/worksheets/two.xml"/></Relationships>',
    'xl/worksheets/two.xml': '<worksheet/>',
  })
  expect((await sheetsOf(named)).map(({ name }) => name)).toEqual(['二', '一'])
  expect((await sheetsOf(aBook(''))).map(({ member }) => member)).toEqual(['xl/worksheets/sheet1.xml'])
})

it('pads numbers with the zeros that their cells show', async () => {
  const codes = ['00000', '000-00-0000', '0000\\-000', '"A"0', '0.00', '00', '0']
  const styles = `<styleSheet><numFmts>${codes.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
    <cellXfs>${codes.map((_, n) => `<xf numFmtId="${164 + n}"/>`).join('')}</cellXfs></styleSheet>`
  const row = `<row>${codes.map((_, style) => cell(123, style)).join('')}</row>`
  const expected = ['00123', '000-00-0123', '0000-123', '123', '123', '123', '123']
  expect(await cellsOf(aBook(row, { 'xl/styles.xml': styles }))).toEqual([[1, expected]])
})

it('counts formulas without a stored result', async () => {
  const rows = `<row r="2"><c r="A2"><f>B2</f><v></v></c><c r="AB2"><f>B2</f></c><c r="C2" t="str"><f>""</f><v></v></c><c r="D2"><f>1</f><v>1</v></c></row>`
  const book = aBook(rows)
  const shared = await readShared(book)
  await readRows(book, (await sheetsOf(book))[0] ?? { name: '', member: '' }, shared, () => {})
  expect(shared.unsaved).toEqual({ count: 2, examples: ['A2', 'AB2'] })
})
