import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { importInterchange } from '#contract/interchange.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { datesOf } from '#server/ingest/lists/dates.ts'
import { dateOf, readRemarks } from '#server/ingest/lists/ofac-remarks.ts'
import { zipStream } from '#server/platform/files/zip.ts'
import { euXml, nestedFile, ofacXml } from '#server/testing/list-files.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { importAndCheck, rowsOf, run, sum } from './testing.ts'

const app = useTestApp()

const unFile = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE x [<!ENTITY big "boom">]>
<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09Z">
 <INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>INVENTED</FIRST_NAME><SECOND_NAME>PERSON &amp; CO</SECOND_NAME>
  <NAME_ORIGINAL_SCRIPT>عبد المثال</NAME_ORIGINAL_SCRIPT><UN_LIST_TYPE>Testland</UN_LIST_TYPE><REFERENCE_NUMBER>TLi.001</REFERENCE_NUMBER>
  <LISTED_ON>2012-12-31</LISTED_ON><GENDER>Male</GENDER><COMMENTS1>Said &big; of them</COMMENTS1>
  <NATIONALITY><VALUE>Democratic Republic of the Congo</VALUE></NATIONALITY><DESIGNATION><VALUE>General</VALUE></DESIGNATION>
  <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Another 𠮷 Name</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1971</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
 </INDIVIDUAL></INDIVIDUALS>
 <ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>Invented Front</FIRST_NAME><REFERENCE_NUMBER>TLe.001</REFERENCE_NUMBER>
  <ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Old Front; Older Front</ALIAS_NAME></ENTITY_ALIAS>
  <ENTITY_ADDRESS><CITY>Goma</CITY><COUNTRY>Rwanda</COUNTRY></ENTITY_ADDRESS></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`

const sdn = [
  '90001,"EXAMPLE, Abu","individual","SDGT] [TEST","Director of nothing",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Dec 1948; alt. DOB circa 1950; nationality Korea, North; Gender Male; Passport A-1 (Egypt) expires 2020; Linked To: NOBODY."',
  '90002,"EXAMPLE TRADING CO., LTD.",-0- ,"TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"Website www.example.org; SWIFT/BIC EXAMPLEX (Cuba)."',
  '90003,"EXAMPLE STAR","vessel","TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '\u001a',
].join('\r\n')
const alt = '90001,1,"aka","OTHER, Abu",-0- \r\n90002,2,"fka","OLD EXAMPLE CO.",-0- \r\n'
const add = '90002,9,"Calle 1","Havana","Cuba",-0- \r\n'

const zipped = (files: Record<string, string>) =>
  buffer(zipStream(Object.entries(files).map(([name, content]) => ({ name, content: [content] }))) as never)

describe('the UN list', () => {
  test('is imported with names, scripts, dates and countries, and unchanged at the second time', async () => {
    const editor = await app.as('editor')
    const dry = await importAndCheck(app, editor, unFile, 'consolidated.xml')
    expect([dry.error, dry.format, sum(dry, 'new')]).toEqual([null, 'un_xml', 2])
    await run(app, editor, dry)
    const { items } = await editor.get(listPersons, { query: { keyword: 'INVENTED', is_focus: undefined } as never })
    expect(items[0]).toMatchObject({
      name: 'INVENTED PERSON & CO',
      birth_time: '1971',
      region: 'CD',
      position: 'General',
    })
    expect(items[0]?.aliases).toEqual(expect.arrayContaining(['عبد المثال', 'Another 𠮷 Name']))
    const again = await importAndCheck(app, editor, unFile, 'consolidated.xml')
    expect([sum(again, 'new'), sum(again, 'changed'), sum(again, 'unchanged')]).toEqual([0, 0, 2])
  })

  test.each([
    ['cut off', unFile.slice(0, 900)],
    ['another XML', '<?xml version="1.0"?><html><body/></html>'],
    ['nested without end', `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL>${'<A>'.repeat(5_000)}`],
  ])('that is %s is refused with a message, and nothing is written', async (_what, content) => {
    const editor = await app.as('editor')
    const dry = await importAndCheck(app, editor, content, 'broken.xml')
    expect(dry.state).toBe('failed')
    expect(dry.error).toMatch(/XML/)
  })
})

describe('the OFAC list', () => {
  test('is imported from its three tables in an archive; ships are reported as not carried over', async () => {
    const editor = await app.as('editor')
    const content = await zipped({ 'SDN.CSV': sdn, 'ALT.CSV': alt, 'ADD.CSV': add, 'readme.txt': 'x' })
    const answer = await editor.upload(importInterchange, { name: 'sdn.zip', content })
    expect(answer.status).toBe(200)
    await app.drainJobs()
    const rows = await rowsOf(editor, answer.body.data.id)
    expect(rows.map(row => [row.kind, row.name])).toEqual([
      ['person', 'Abu EXAMPLE'],
      ['og', 'EXAMPLE TRADING CO., LTD.'],
    ])
  })

  test('without its entries, or as a broken archive, is refused with a message', async () => {
    const editor = await app.as('editor')
    expect((await importAndCheck(app, editor, alt, 'alt.csv')).error).toMatch(/SDN/)
    expect((await importAndCheck(app, editor, `PK\u0003\u0004${'x'.repeat(200)}`, 'sdn.zip')).state).toBe('failed')
    const bomb = await zipped({ 'SDN.CSV': `${sdn}\n${' '.repeat(80_000_000)}` })
    const answer = await editor.upload(importInterchange, { name: 'bomb.zip', content: bomb })
    await app.drainJobs()
    expect(await rowsOf(editor, answer.body.data.id)).toEqual([])
  })

  test('remarks are read property by property', () => {
    expect(dateOf('circa Dec 1948')).toBe('1948-12')
    expect(readRemarks('DOB 10 Dec 1948; alt. Passport 12 (Iran); nationality Nowhere; Linked To: X.', true)).toEqual({
      properties: { birthDate: ['1948-12-10'], passportNumber: ['12'] },
      rest: ['nationality Nowhere', 'Linked To: X'],
    })
  })
})

describe('lists in other formats', () => {
  test.each([
    ['ofac_xml', ofacXml(), { person: 1, og: 2 }],
    // One of the persons has no name, and is reported as wrong.
    ['eu_xml', euXml, { person: 2, og: 2 }],
    // Ownership and family relations become links; the brother occurs only within his relation.
    ['ftm', nestedFile, { person: 2, og: 1 }],
  ])('%s: is imported as records', async (format, content, kinds) => {
    const editor = await app.as('editor')
    const dry = await importAndCheck(app, editor, content, 'list')
    expect([dry.error, dry.format]).toEqual([null, format])
    const found = Object.fromEntries(dry.counts.map(({ kind, total }) => [kind ?? 'wrong', total]))
    expect(found).toMatchObject(kinds)
  })
})

test.each([
  ['10 Dec 1948', ['1948-12-10']],
  ['Dec 1948', ['1948-12']],
  ['circa 1951', ['1951']],
  ['约1951年', ['1951']],
  ['1958 to 1960', ['1958', '1959', '1960']],
  ['between 1958 and 1959', ['1958', '1959']],
  ['1958-1960', ['1958', '1959', '1960']],
  ['10 Dec 1958 to 12 Jan 1959', ['1958', '1959']],
  ['1900 to 1990', []],
  ['1960 to 1958', []],
  ['99999', []],
  ['nobody knows', []],
])('a birth on “%s” is read as %j', (text, dates) => {
  expect(datesOf(text)).toEqual(dates)
})

const lists = new URL('../../../../../shared/data/screening/lists/', import.meta.url)
test.runIf(existsSync(lists))(
  'the published lists are read completely',
  async () => {
    const editor = await app.as('editor')
    const file = async (name: string) =>
      zstdDecompressSync(await readFile(new URL(`${name}.zst`, lists))).toString('utf8')
    const un = await importAndCheck(app, editor, await file('un-consolidated.xml'), 'un.xml')
    expect([un.error, un.state]).toEqual([null, 'checked'])
    expect(Object.fromEntries(un.counts.map(each => [each.kind, each.new]))).toEqual({ person: 730, og: 273 })
  },
  120_000,
)
