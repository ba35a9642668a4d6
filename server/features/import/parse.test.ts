import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { createImport } from '#contract/import.api.ts'
import { zipStream } from '#server/platform/files/zip.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { readFile, rowsOf } from './testing.ts'

const test_ = useTestApp()
const table =
  '名称,网址,地区\n华东石油化工集团有限公司,https://a.example,中国\n"北方,工业\n总公司",https://b.example,中国\n'
const traditional = table
  .replaceAll('华东石油化工集团有限公司', '中華電信股份有限公司')
  .replace('名称', '名稱')
  .replace('网址', '網址')
  .replace('地区', '地區')
  .replace('"北方,工业\n总公司"', '"北方,工業\n總公司"')
  .replaceAll('中国', '臺灣')

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(table), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${table}`), 'utf-8'],
    ['GBK', iconv.encode(table, 'gbk'), 'gb18030'],
    ['UTF-16 with a mark', iconv.encode(table, 'utf-16', { addBOM: true }), 'utf-16le'],
    ['UTF-16 BE with a mark', iconv.encode(table, 'utf-16be', { addBOM: true }), 'utf-16be'],
    ['UTF-16 without a mark', iconv.encode(table, 'utf-16le', { addBOM: false }), 'utf-16le'],
  ])('%s is decoded correctly', async (_, content, encoding) => {
    const editor = await test_.as('editor')
    const read = await readFile(test_, editor, 'organisations.csv', content)
    expect(read).toMatchObject({
      state: 'mapping',
      format: 'csv',
      encoding,
      separator: ',',
      row_count: 2,
      columns: ['名称', '网址', '地区'],
    })
    expect(read.sample).toEqual([
      ['华东石油化工集团有限公司', 'https://a.example', '中国'],
      ['北方,工业\n总公司', 'https://b.example', '中国'],
    ])
    expect(read.plan).toMatchObject({ mapping: ['name', 'website', 'region'], match_on: ['name'] })
  })

  test.each([
    ['UTF-8', (text: string) => Buffer.from(text), 'utf-8'],
    ['GBK', (text: string) => iconv.encode(text, 'gbk'), 'gb18030'],
  ])('a stray NUL in %s does not make it UTF-16', async (_, encode, encoding) => {
    const editor = await test_.as('editor')
    const rows = Array.from({ length: 20 }, (_, n) => `华东石油化工集团有限公司${n},https://a.example/${n},中国\n`)
    rows[7] = '北方\u0000总公司,https://b.example,中国\n'
    const read = await readFile(test_, editor, 'a.csv', encode(`名称,网址,地区\n${rows.join('')}`))
    expect(read).toMatchObject({ state: 'mapping', encoding, row_count: 20, columns: ['名称', '网址', '地区'] })
  })

  test('UTF-16 without a mark and with few ASCII characters is recognised in either byte order', async () => {
    const editor = await test_.as('editor')
    const text = `名称\t地区\n${'华东石油化工集团有限责任公司\t中国\n'.repeat(20)}`
    for (const encoding of ['utf-16le', 'utf-16be'])
      expect(await readFile(test_, editor, 'a.csv', iconv.encode(text, encoding, { addBOM: false }))).toMatchObject({
        state: 'mapping',
        encoding,
        row_count: 20,
        columns: ['名称', '地区'],
      })
  })

  test('Big5, Shift_JIS and Latin-1 are distinguished', async () => {
    const editor = await test_.as('editor')
    const big5 = await readFile(test_, editor, 'a.csv', iconv.encode(traditional, 'big5'))
    expect(big5).toMatchObject({ encoding: 'big5', columns: ['名稱', '網址', '地區'] })
    const japanese = await readFile(
      test_,
      editor,
      'b.csv',
      iconv.encode('名前,地域\n東京電力ホールディングス,日本\nトヨタ自動車,日本\n', 'shift_jis'),
    )
    expect(japanese).toMatchObject({ encoding: 'shift_jis', columns: ['名前', '地域'] })
    const latin = await readFile(
      test_,
      editor,
      'c.csv',
      iconv.encode('Name;Country\nSociété Générale;France\nMünchener Rück;Germany\nCrédit Agricole;France\n', 'latin1'),
    )
    expect(latin).toMatchObject({ encoding: 'windows-1252', separator: ';' })
    expect(latin.sample[0]).toEqual(['Société Générale', 'France'])
  })
})

describe('formats of tables', () => {
  test.each([',', ';', '\t', '|'])(
    'the separator %j is found, and one inside quotation marks is ignored',
    async separator => {
      const editor = await test_.as('editor')
      const content = [
        ['Name', 'Region', 'Note'],
        ['"A, B; C|D\tE"', 'US', 'x'],
        ['F', 'CN', '"say ""hi"""'],
      ]
      const read = await readFile(test_, editor, 't.csv', content.map(row => row.join(separator)).join('\r\n'))
      expect(read).toMatchObject({ separator, columns: ['Name', 'Region', 'Note'], row_count: 2 })
      expect(read.sample).toEqual([
        ['A, B; C|D\tE', 'US', 'x'],
        ['F', 'CN', 'say "hi"'],
      ])
    },
  )

  test('a workbook’s first sheet is read, dates as dates', async () => {
    const editor = await test_.as('editor')
    const rows = [
      [{ value: '名称' }, { value: '成立时间' }, { value: '权重' }],
      [{ value: '甲公司' }, { value: new Date('1957-03-04T00:00:00Z'), format: 'yyyy-mm-dd' }, { value: 12 }],
    ]
    const content = await writeXlsxFile(rows as never).toBuffer()
    const read = await readFile(test_, editor, 'book.xlsx', content)
    expect(read).toMatchObject({
      state: 'mapping',
      format: 'xlsx',
      encoding: null,
      plan: { mapping: ['name', 'register_time', 'weight'] },
    })
    expect(read.sample).toEqual([['甲公司', '1957-03-04', '12']])
  })

  test('JSON is read as a list and as lines, with columns in the order of their appearance', async () => {
    const editor = await test_.as('editor')
    const records = [
      { name: 'A "quoted" {1}', aliases: ['x', 'y;z'] },
      { name: 'B', weight: 3, desc: null },
    ]
    for (const content of [
      JSON.stringify(records, null, 1),
      records.map(record => JSON.stringify(record)).join('\n'),
    ]) {
      const read = await readFile(test_, editor, 'all.json', content)
      expect(read).toMatchObject({ format: 'json', columns: ['name', 'aliases', 'weight', 'desc'], row_count: 2 })
      const rows = await rowsOf(editor, read.id)
      expect(rows.map(row => row.cells)).toEqual([
        ['A "quoted" {1}', 'x\ny;z'],
        ['B', '', '3', ''],
      ])
    }
  })
})

describe('files that are no tables', () => {
  const noise = Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 7919 + (n >> 3)) % 256))
  test.each([
    ['of 0 bytes', 'a.csv', Buffer.alloc(0), 'The file is empty.'],
    ['of blank lines', 'a.csv', Buffer.from('\n\n  \n'), 'The file is empty.'],
    ['of a header alone', 'a.csv', Buffer.from('name,region\n'), 'The file has a header row but no data.'],
    [
      'without column names',
      'a.csv',
      Buffer.from(',,\n1,2,3\n4,5,6\n'),
      'The first row of the file has no column names.',
    ],
    ['of bytes named .csv', 'a.csv', noise, 'This is not a text file. Upload CSV, XLSX or JSON.'],
    [
      'an old workbook',
      'a.xls',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise]),
      'This is an old or encrypted Excel file. Save it as XLSX without a password and upload that.',
    ],
    [
      'a damaged workbook',
      'a.xlsx',
      Buffer.concat([Buffer.from('PK\u0003\u0004'), noise]),
      'This XLSX file is damaged and cannot be read.',
    ],
    ['an open quotation mark', 'a.csv', Buffer.from('name\n"abc\ndef\n'), /not closed/],
    ['broken JSON', 'a.json', Buffer.from('[{"name":"A"},{"name":]'), 'Record 2 is not a valid JSON object.'],
    ['JSON of lists', 'a.json', Buffer.from('[["a"],["b"]]'), /not a valid JSON object/],
  ])('%s: the import fails with a reason', async (_, name, content, error) => {
    const editor = await test_.as('editor')
    const read = await readFile(test_, editor, name, content)
    expect(read.state).toBe('failed')
    expect(read.error).toMatch(error)
  })

  test('a workbook that unpacks to gigabytes is refused without being unpacked', async () => {
    const editor = await test_.as('editor')
    const zeros = ' '.repeat(1_048_576)
    const parts: Buffer[] = []
    const files = [
      { name: 'xl/workbook.xml', content: ['<workbook/>'] },
      { name: 'xl/worksheets/sheet1.xml', content: Array.from({ length: 260 }, () => zeros) },
    ]
    for await (const part of zipStream(files)) parts.push(part)
    const read = await readFile(test_, editor, 'bomb.xlsx', Buffer.concat(parts))
    expect(read).toMatchObject({
      state: 'failed',
      error: 'This XLSX file is too large once unpacked. Split it, or use CSV.',
    })
  })

  test('more than 200,000 rows are refused', async () => {
    const editor = await test_.as('editor')
    const read = await readFile(test_, editor, 'long.csv', `name\n${'x\n'.repeat(200_001)}`)
    expect(read).toMatchObject({
      state: 'failed',
      error: 'The file has more than 200,000 rows. Split it and upload the parts.',
    })
  })
})

describe('uploading', () => {
  test('a body that is no file is refused', async () => {
    const editor = await test_.as('editor')
    const json = await test_.app.inject({
      method: 'POST',
      url: '/v1/import?noun=og',
      headers: { authorization: `Bearer ${editor.token}` },
      payload: {},
    })
    expect(json.statusCode).toBe(415)
    const empty = await test_.app.inject({
      method: 'POST',
      url: '/v1/import?noun=og',
      payload: '--x--\r\n',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(empty.statusCode).toBe(422)
  })

  test('readers, uploaders and devices may not import, and an unknown entity cannot be imported', async () => {
    for (const role of ['super_reader', 'reader', 'uploader', 'device'] as const) {
      const client = await test_.as(role)
      expect((await client.upload(createImport, { name: 'a.csv', content: 'name\na\n' }, { noun: 'og' })).status).toBe(
        403,
      )
    }
    const editor = await test_.as('editor')
    expect((await editor.upload(createImport, { name: 'a.csv', content: 'name\na\n' }, { noun: 'user' })).status).toBe(
      422,
    )
  })
})
