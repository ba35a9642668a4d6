import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  cancelListVersion,
  createList,
  getList,
  type List,
  listListEntries,
  listListSetAside,
  lookAtListVersion,
  mapListVersion,
  updateList,
} from '#contract/list.api.ts'
import { zipStream } from '#server/platform/files/zip.ts'
import { euXml, nestedFile, ofacXml, tableFile } from '#server/testing/list-files.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { captions, listParams, load } from './testing.ts'

const app = useTestApp()
let made = 0
async function aList(admin: Client): Promise<List> {
  made += 1
  return await admin.get(createList, { body: { name: `Form ${made}` } })
}
const entriesOf = async (client: Client, list: List) =>
  (await client.get(listListEntries, { params: listParams(list), query: { pageSize: 100 } })).items
const quarantinedOf = async (client: Client, list: List, n: number) =>
  (await client.get(listListSetAside, { params: { ...listParams(list), n: String(n) }, query: {} })).items
const zipped = (files: Record<string, string>) =>
  buffer(zipStream(Object.entries(files).map(([name, content]) => ({ name, content: [content] }))) as never)

test('targets.nested.json yields parties with their addresses, passports, reasons and links; cycles end', async () => {
  const admin = await app.as('admin')
  const list = await load(app, admin, await aList(admin), nestedFile)
  expect(list.loading).toBeNull()
  expect(list.version).toMatchObject({
    format: 'ftm',
    entries: 2,
    left_out: 1,
    left_kinds: { Vessel: 1 },
    set_aside: 0,
  })
  const [anna] = await entriesOf(admin, list)
  expect(anna?.properties).toEqual({
    name: ['Anna 𠮷 Beispiel', 'آنا بيسبيل'],
    weakAlias: ['Annie'],
    birthDate: ['1961', '1962-03-04'],
    address: ['Main St 1, Testville'],
    passportNumber: ['C01X00T47'],
    program: ['TEST-PROG'],
    createdAt: ['2020-05-05'],
    notes: ['Tests'],
    ownershipOwner: ['Beispiel GmbH (60)'],
    familyPerson: ['Bert Beispiel (brother)'],
  })
})

test.each([
  ['plain', Buffer.from(ofacXml())],
  ['with prefixes, a mark and UTF-16', Buffer.from(`\ufeff${ofacXml('o')}`, 'utf16le')],
  ['with CRLF', Buffer.from(ofacXml().replaceAll('\n', '\r\n'))],
])('OFAC XML %s yields persons and organisations with names, dates of birth and numbers', async (_what, content) => {
  const admin = await app.as('admin')
  const list = await load(app, admin, await aList(admin), content)
  expect(list.loading).toBeNull()
  expect(list.version).toMatchObject({ format: 'ofac_xml', entries: 3, left_kinds: { Vessel: 1 } })
  const [abu, firm, other] = await entriesOf(admin, list)
  expect(abu).toMatchObject({ key: 'ofac-sdn:90001', schema: 'Person', caption: 'Abu EXAMPLE' })
  expect(abu?.properties).toMatchObject({
    alias: ['Abu 𠮷 OTHER'],
    weakAlias: ['The Weak'],
    previousName: ['أبو مثال'],
    birthDate: ['1948-12-10', '1958', '1959', '1960', '1970'],
    nationality: ['KP'],
    passportNumber: ['A-1'],
    gender: ['male'],
    position: ['Director of nothing'],
    summary: ['OFAC 90001 · SDGT, TEST'],
  })
  expect(firm).toMatchObject({ caption: 'EXAMPLE TRADING & CO.', schema: 'Organization' })
  expect(firm?.properties).toMatchObject({ country: ['CU'], address: ['Calle 1, Havana, Cuba'] })
  expect(other).toMatchObject({ caption: 'UNHEARD OF', schema: 'LegalEntity' })
})

test('the list of the EU yields strong and weak names, dates of birth and genuine papers; parties without a name are quarantined', async () => {
  const admin = await app.as('admin')
  const list = await load(app, admin, await aList(admin), euXml)
  expect(list.version).toMatchObject({ format: 'eu_xml', entries: 3, set_aside: 1, left_out: 1 })
  const entries = await entriesOf(admin, list)
  expect(entries.map(({ caption, schema }) => [caption, schema])).toEqual([
    ['Beispiel <Holding>', 'Organization'],
    ['Saïd Beispielović', 'Person'],
    ['Who Knows', 'LegalEntity'],
  ])
  expect(entries[1]?.properties).toEqual({
    name: ['Saïd Beispielović'],
    alias: ['سعيد بيسبيلوفيتش'],
    weakAlias: ['Little Said'],
    birthDate: ['1957-04-28', '1958', '1959'],
    birthPlace: ['Novi Sad, SERBIA'],
    nationality: ['RS'],
    country: ['RS'],
    gender: ['male'],
    title: ['Dr'],
    position: ['General'],
    passportNumber: ['SD1487'],
    idNumber: ['ID-77'],
    address: ['Ulica 1, 21000, Novi Sad, SERBIA'],
    summary: ['EU TST EU.1.1 · Listed on 2003-07-08'],
    notes: ['(Invented)'],
    sourceUrl: ['http://eur-lex.europa.eu/x.pdf'],
    keywords: ['EU TST'],
  })
  expect(await quarantinedOf(admin, list, 1)).toEqual([
    { n: 4, key: 'eu-fsf:EU.4.4', caption: '', reason: expect.stringMatching(/No name/), is_taken: false },
  ])
})

const gb18030 = (text: string) => {
  const bytes: number[] = []
  const decoder = new TextDecoder('gb18030')
  const known = new Map<string, number[]>()
  for (let a = 0x81; a <= 0xfe; a += 1)
    for (let b = 0x40; b <= 0xfe; b += 1) if (b !== 0x7f) known.set(decoder.decode(Uint8Array.of(a, b)), [a, b])
  for (const sign of text) bytes.push(...(sign < '\u0080' ? [sign.charCodeAt(0)] : (known.get(sign) ?? [63])))
  return Buffer.from(bytes)
}

test.each([
  ['UTF-8', Buffer.from(tableFile)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${tableFile}`)],
  ['UTF-16', Buffer.from(`\ufeff${tableFile}`, 'utf16le')],
])(
  'a table in %s waits for its mapping, shows how rows are read, and is loaded by the mapping',
  async (_what, content) => {
    const admin = await app.as('admin')
    const waiting = await load(app, admin, await aList(admin), content)
    expect(waiting.version).toBeNull()
    const { state, sheet, n } = waiting.loading!
    expect(state).toBe('mapping')
    expect(sheet?.proposed.columns.map(({ heading, means, scheme }) => [heading, means, scheme])).toEqual([
      ['编号', 'id', null],
      ['姓名', 'name', null],
      ['英文名', 'alias', null],
      ['类型', 'kind', null],
      ['出生日期', 'birth_date', null],
      ['国籍', 'country', null],
      ['护照号码', 'number', 'passportNumber'],
      ['备注', 'note', null],
    ])
    const params = { ...listParams(waiting), n: String(n) }
    const { rows } = await admin.get(lookAtListVersion, { params, body: sheet!.proposed })
    expect(rows.map(({ entry, fault }) => [entry?.caption, fault !== null])).toEqual([
      ['王𠮷某', false],
      ['测试贸易有限公司', false],
      [undefined, true],
      [undefined, true],
      [undefined, true],
    ])
    await admin.get(mapListVersion, { params, body: sheet!.proposed })
    await app.drainJobs()
    const list = await admin.get(getList, { params: listParams(waiting) })
    expect(list.version).toMatchObject({
      n,
      format: 'table',
      entries: 2,
      set_aside: 2,
      left_kinds: { Vessel: 1 },
      sheet: null,
    })
    const [firm, wang] = (await entriesOf(admin, list)).toSorted((a, b) => (a.key < b.key ? 1 : -1))
    expect(wang).toMatchObject({
      key: 'T1',
      schema: 'Person',
      properties: {
        name: ['王𠮷某'],
        alias: ['Wang Ji', 'Wang Jimou'],
        birthDate: ['1958', '1959', '1960'],
        nationality: ['CN'],
        passportNumber: ['E1234567'],
        notes: ['甲, 乙'],
      },
    })
    expect(firm?.properties).toMatchObject({ country: ['CN', 'HK'], incorporationDate: ['2001-02-03'] })
    const reasons = (await quarantinedOf(admin, list, n)).map(({ n, key, reason }) => [n, key, reason])
    expect(reasons).toEqual([
      [5, 'T4', expect.stringMatching(/机器人/)],
      [6, 'T5', expect.stringMatching(/No name/)],
    ])
    // The columns of the next version are in another order; they are read by name, without a new mapping.
    const turned = tableFile
      .split('\r\n')
      .map(line => `x,${line}`)
      .join('\n')
      .replace('T2,', 'T9,')
    const next = await load(app, admin, list, turned)
    expect(next.version).toMatchObject({ n: n + 1, added: 1, removed: 1 })
  },
)

test('a table in GB18030 is decoded correctly', async () => {
  const admin = await app.as('admin')
  const content = gb18030(tableFile.replaceAll('𠮷', '吉').replace('王吉某', '欧阳明澈在某某某某某某地方生活并且工作'))
  const { loading } = await load(app, admin, await aList(admin), content)
  expect(loading?.sheet?.headings.slice(0, 3)).toEqual(['编号', '姓名', '英文名'])
})

test('a table whose columns differ from the known ones needs a new mapping, and blocks nothing else', async () => {
  const admin = await app.as('admin')
  const list = await aList(admin)
  const waiting = await load(app, admin, list, 'id,name\n1,Ada\n2,Ben')
  const params = { ...listParams(list), n: String(waiting.loading?.n) }
  const wrong = { columns: [{ heading: 'id', means: 'id', scheme: null }], kind: null } as const
  expect((await admin.call(mapListVersion, { params, body: { ...wrong, columns: [...wrong.columns] } })).status).toBe(
    422,
  )
  const editor = await app.as('editor')
  expect((await editor.call(mapListVersion, { params, body: waiting.loading!.sheet!.proposed })).status).toBe(403)
  await admin.get(mapListVersion, { params, body: { ...waiting.loading!.sheet!.proposed, kind: 'person' } })
  await app.drainJobs()
  const other = await load(app, admin, list, 'id,full name\n1,Ada\n2,Ben')
  expect(other.version).toMatchObject({ entries: 2 })
  expect(other.loading).toMatchObject({ state: 'mapping', sheet: { missing: ['name'] } })
  await admin.get(cancelListVersion, { params: { ...listParams(list), n: String(other.loading?.n) } })
  const forgotten = await admin.get(updateList, { params: listParams(list), body: { mapping: null } })
  expect(forgotten.mapping).toBeNull()
  expect(await captions(admin, forgotten)).toEqual(['Ada', 'Ben'])
})

test('consecutive rows with one id are one party; rows without ids are identified by their content', async () => {
  const admin = await app.as('admin')
  const mapped = async (content: string) => {
    const waiting = await load(app, admin, await aList(admin), content)
    const params = { ...listParams(waiting), n: String(waiting.loading?.n) }
    await admin.get(mapListVersion, { params, body: waiting.loading!.sheet!.proposed })
    await app.drainJobs()
    return await admin.get(getList, { params: listParams(waiting) })
  }
  const joined = await mapped('Group ID;Name;DOB\n7;Ada One;1960\n7;Ada Two;1961\n8;Ben;\n')
  expect((await entriesOf(admin, joined)).map(({ properties }) => properties)).toEqual([
    { name: ['Ada One'], alias: ['Ada Two'], incorporationDate: ['1960', '1961'] },
    { name: ['Ben'] },
  ])
  const plain = await mapped('Name\tCountry\nAda\tFR\nBen\tDE\n')
  const again = await load(app, admin, plain, 'Name\tCountry\nBen\tDE\nAda\tFR\n')
  expect(again.loading).toMatchObject({ state: 'same' })
})

test('one file in an archive is read, whatever its path', async () => {
  const admin = await app.as('admin')
  const content = await zipped({ 'a/b/c/list.xml': euXml, '__MACOSX/list.xml': 'x', 'README.txt': 'read me' })
  const list = await load(app, admin, await aList(admin), content)
  expect(list.version).toMatchObject({ format: 'eu_xml', entries: 3 })
  const nested = await load(app, admin, list, await zipped({ 'targets.nested.json': nestedFile }))
  expect(nested.version).toMatchObject({ format: 'ftm' })
})
