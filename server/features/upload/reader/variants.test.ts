import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipStream } from '#server/platform/files/zip.ts'
import { readInProcess } from '../reading/read.ts'
import { docx, zip } from '../samples.ts'

// Files that other programs write differently: other prefixes, charsets, headers, surrounding bytes.

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-variants-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
/** Reads a file with this content and name. */
async function read(name: string, content: Buffer | string) {
  count += 1
  const path = join(folder, String(count))
  await writeFile(path, content)
  const { summary, parts } = await readInProcess({ path, name })
  return {
    ...summary,
    parts,
    names: parts.map(part => part.name),
    text: parts.flatMap(part => part.text || []).join('\n'),
  }
}

const packed = (files: Record<string, Iterable<string>>) =>
  buffer(zipStream(Object.entries(files).map(([name, content]) => ({ name, content }))))

const strict = 'http://purl.oclc.org/ooxml'

test('a Word file is read by namespace: strict, with custom prefixes, in UTF-16', async () => {
  const xml = `<?xml version="1.0" encoding="UTF-16"?><x:document xmlns:x="${strict}/wordprocessingml/main" xmlns:w="urn:other"><x:body><x:p><x:r><x:t>Harbour 𠮷</x:t><w:t>foreign</w:t></x:r></x:p></x:body></x:document>`
  const file = await packed({
    '[Content_Types].xml': ['<Types/>'],
    'word/document.xml': [xml],
  })
  expect(await read('a.docx', file)).toMatchObject({ kind: 'document', text: 'Harbour 𠮷' })
  const wide = zip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': new Uint8Array(iconv.encode(xml, 'utf-16le', { addBOM: true })),
  })
  expect(await read('a.docx', wide)).toMatchObject({ kind: 'document', text: 'Harbour 𠮷' })
})

test('a workbook is read by namespace and by its relationships', async () => {
  const main = `${strict}/spreadsheetml/main`
  const relation = `${strict}/officeDocument/relationships`
  const file = await packed({
    '[Content_Types].xml': ['<Types/>'],
    '_rels/.rels': [
      `<n:Relationships xmlns:n="http://schemas.openxmlformats.org/package/2006/relationships"><n:Relationship Id="a" Type="${relation}/officeDocument" Target="/xl/book.xml"/></n:Relationships>`,
    ],
    'xl/book.xml': [
      `<s:workbook xmlns:s="${main}" xmlns:q="${relation}"><s:sheets><s:sheet name="List" sheetId="1" q:id="r1"/></s:sheets></s:workbook>`,
    ],
    'xl/_rels/book.xml.rels': [
      `<n:Relationships xmlns:n="http://schemas.openxmlformats.org/package/2006/relationships"><n:Relationship Id="r1" Type="${relation}/worksheet" Target="./one.xml"/><n:Relationship Id="r2" Type="${relation}/sharedStrings" Target="words.xml"/></n:Relationships>`,
    ],
    'xl/one.xml': [
      `<s:worksheet xmlns:s="${main}"><s:sheetData><s:row><s:c t="s"><s:v>0</s:v></s:c></s:row></s:sheetData></s:worksheet>`,
    ],
    'xl/words.xml': [`<s:sst xmlns:s="${main}"><s:si><s:t>Harbour</s:t></s:si></s:sst>`],
  })
  expect(await read('a.xlsx', file)).toMatchObject({ kind: 'sheet', text: 'Harbour', names: ['List'] })
})

test.each([
  ['after', (file: Buffer) => Buffer.concat([file, Buffer.from('\n')])],
  ['before', (file: Buffer) => Buffer.concat([Buffer.from([1, 2, 3, 4, 5, 0, 0, 0]), file])],
  ['on both sides of', (file: Buffer) => Buffer.concat([Buffer.alloc(700, 1), file, Buffer.alloc(70_000, 2)])],
])('an Office file with bytes %s its archive is read', async (_, bend) => {
  const file = docx('<w:p><w:r><w:t>Harbour</w:t></w:r></w:p>')
  expect(await read('a.docx', bend(file))).toMatchObject({ kind: 'document', failure: null, text: 'Harbour' })
})

const message = (subject: string, text: string) =>
  `Subject: ${subject}\nFrom: a@example.org\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\n${text}\n`

test.each([
  ['an mbox line', `From a@example.org Mon Jan  1 10:00:00 2024\n${message('One', 'Harbour')}`],
  ['Content-Type', 'Content-Type: text/plain\nContent-Disposition: inline\n\nHarbour'],
  ['a header that nobody knows', `Acme-Trace: 1\n two\n${message('One', 'Harbour')}`],
  ['MIME-Version alone', 'MIME-Version: 1.0\n\nHarbour'],
])('mail that begins with %s is mail', async (_, content) => {
  const found = await read('a.eml', content)
  expect(found).toMatchObject({ kind: 'mail', failure: null })
  expect(found.text).toContain('Harbour')
})

test.each(['Subject: notes\n\nHarbour', 'name: a\nvalue: b\n\nHarbour', 'From here on\nit goes\n\n'])(
  'text that only resembles mail is text: %j',
  async content => {
    expect(await read('a.txt', content)).toMatchObject({ kind: 'text' })
  },
)

test('each message of a mailbox is read separately', async () => {
  const from = 'From a@example.org Mon Jan  1 10:00:00 2024\n'
  const gbk = `=?GBK?Q?${[...iconv.encode('光华机械', 'gbk')].map(byte => `=${byte.toString(16).toUpperCase()}`).join('')}?=`
  const attached = `MIME-Version: 1.0\nSubject: Third\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nText\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="list.txt"\n\nLong Wind\n--b--\n`
  const box = `${from}${message('One', '>From the port\nFrom here on')}\n${from}${message(gbk, 'Two')}\n${from}${attached}`
  const found = await read('a.mbox', box)
  expect(found).toMatchObject({ kind: 'mail', failure: null, names: ['1', '2', '3', '3 / list.txt'] })
  expect(found.parts[0]?.text).toContain('From the port\nFrom here on')
  expect(found.parts[1]?.text).toContain('光华机械')
  expect(found.parts[2]?.text).toContain('list.txt')
  expect(found.parts[3]?.text).toBe('Long Wind')
})

const drawn = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
const chart = `<k:chartSpace xmlns:k="http://schemas.openxmlformats.org/drawingml/2006/chart" ${drawn}><a:p><a:t>Seized</a:t></a:p><k:strCache><k:pt><k:v>Kestrel</k:v></k:pt></k:strCache><k:numCache><k:pt><k:v>7</k:v></k:pt></k:numCache></k:chartSpace>`
const relation = (target: string) =>
  `<Relationships><Relationship Id="a" Target="../embeddings/${target}"/></Relationships>`

test.each([
  ['docx', 'word', { 'word/document.xml': '<w:document><w:p><w:t>Body</w:t></w:p></w:document>' }],
  ['pptx', 'ppt', { 'ppt/slides/slide1.xml': '<p:sld><a:p><a:t>Body</a:t></a:p></p:sld>' }],
])('charts, diagrams and files inside a %s are read, the data of a chart once', async (ending, folder, body) => {
  const inner = docx('<w:p><w:r><w:t>Annex</w:t></w:r></w:p>')
  const file = zip({
    '[Content_Types].xml': '<Types/>',
    ...body,
    [`${folder}/charts/chart1.xml`]: chart,
    [`${folder}/charts/_rels/chart1.xml.rels`]: relation('data.docx'),
    [`${folder}/diagrams/data1.xml`]: `<d ${drawn}><a:p><a:t>Holding</a:t></a:p></d>`,
    [`${folder}/embeddings/data.docx`]: new Uint8Array(docx('<w:p><w:r><w:t>Data</w:t></w:r></w:p>')),
    [`${folder}/embeddings/annex.docx`]: new Uint8Array(inner),
    [`${folder}/embeddings/old.bin`]: new Uint8Array(
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    ),
  })
  const found = await read(`a.${ending}`, file)
  expect(found.text.split('\n').filter(Boolean)).toEqual(['Body', 'Seized', 'Kestrel', 'Holding', 'Annex'])
  expect(found.names).toEqual(expect.arrayContaining(['annex.docx', 'old.bin']))
  expect(found.flags).toContain('members_unread')
})

test('comments and text boxes of a workbook are read', async () => {
  const file = zip({
    '[Content_Types].xml': '<Types/>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="str"><v>Cell</v></c></row></sheetData></worksheet>',
    'xl/comments/comment1.xml':
      '<comments><commentList><comment ref="A1"><text><t>Noted</t></text></comment></commentList></comments>',
    'xl/drawings/drawing1.xml': `<x ${drawn}><a:p><a:t>Boxed</a:t></a:p></x>`,
  })
  expect((await read('a.xlsx', file)).text.split('\n')).toEqual(['Cell', 'Noted', 'Boxed'])
})

test('headers and footers of an OpenDocument file are read', async () => {
  const ns =
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
  const file = await packed({
    mimetype: ['application/vnd.oasis.opendocument.text'],
    'content.xml': [
      `<office:document-content ${ns}><office:body><text:p>Body</text:p></office:body></office:document-content>`,
    ],
    'styles.xml': [
      `<office:document-styles ${ns}><office:styles>style</office:styles><office:master-styles><text:p>Footer</text:p></office:master-styles></office:document-styles>`,
    ],
  })
  expect((await read('a.odt', file)).text).toBe('Body\nFooter')
})
