import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipStream } from '#server/platform/files/zip.ts'
import { readInProcess } from '../reading/read.ts'
import { aPdf, docx, lockedPdf, pagesPdf, pdfInCMap, pptx, xlsx, zip } from '../samples.ts'
import type { ReadTask } from './file-reading.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-samples-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let count = 0
/** Reads a file with this content and name. */
async function read(name: string, content: Buffer | string, bounds?: ReadTask['bounds'], timeoutMs?: number) {
  count += 1
  const path = join(folder, String(count))
  await writeFile(path, content)
  const task = { path, name, ...(bounds && { bounds }) }
  const { summary, parts } = await readInProcess(task, timeoutMs === undefined ? {} : { timeoutMs })
  return {
    ...summary,
    parts,
    names: parts.map(part => part.name),
    text: parts.flatMap(part => part.text || []).join('\n'),
  }
}

const packed = (files: Record<string, Iterable<string>>) =>
  buffer(zipStream(Object.entries(files).map(([name, content]) => ({ name, content }))))
function* times(most: number, text: (n: number) => string) {
  for (let n = 1; n <= most; n += 1) yield text(n)
}

const chinese = '光华机械有限公司与海外子公司签署了合作协议，涉及出口管制清单上的设备。'

test.each(['utf-8', 'gb18030', 'big5', 'utf-16le', 'shift_jis'])('text in %s is read', async charset => {
  const text =
    charset === 'big5'
      ? '光華機械與海外公司簽署了合作協議，涉及出口管制清單上的設備。'
      : charset === 'shift_jis'
        ? '東京の会社は輸出管理の対象となる装置を海外に販売していました。'
        : chinese
  const found = await read('a.txt', iconv.encode(text.repeat(5), charset, { addBOM: charset === 'utf-16le' }))
  expect(found).toMatchObject({ kind: 'text', mediaType: 'text/plain', failure: null, text: text.repeat(5) })
})

test('a PDF is read page by page, and one with scripts is flagged', async () => {
  const plain = await read('a.pdf', aPdf('Export control'))
  expect(plain).toMatchObject({ kind: 'pdf', failure: null, flags: [], text: 'Export control', names: ['1'] })
  const scripted = await read('a.pdf', aPdf('Export control', '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>'))
  expect(scripted).toMatchObject({ failure: null, flags: ['script'], text: 'Export control' })
})

test.each([
  ['GBK-EUC-H', 'GB1', 'gbk', '光华机械'],
  ['UniGB-UCS2-V', 'GB1', 'utf-16be', '光华机械'],
  ['ETen-B5-H', 'CNS1', 'big5', '光華機械'],
  ['90ms-RKSJ-H', 'Japan1', 'shift_jis', '日本語テスト'],
  ['KSCms-UHC-H', 'Korea1', 'euc-kr', '한국어시험'],
])('text of a PDF whose font is not embedded and names %s is read', async (cmap, collection, charset, text) => {
  const found = await read('a.pdf', pdfInCMap(cmap, collection, iconv.encode(text, charset)))
  const counts = { pages: 1, pages_read: 1, picture_pages: 0, broken_pages: 0, chars: text.length, unread_chars: 0 }
  expect(found).toMatchObject({ text, flags: [], counts })
})

test('characters of a PDF without Unicode value are counted, and pages with pictures are distinguished from empty ones', async () => {
  const unread = await read('a.pdf', pdfInCMap('Identity-H', 'Identity', Buffer.from('002b00480048', 'hex')))
  expect(unread).toMatchObject({ flags: ['unread_chars'], counts: { chars: 3, unread_chars: 3 } })
  const picture = await read('a.pdf', pagesPdf(['q 300 0 0 300 0 0 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q']))
  expect(picture).toMatchObject({ flags: ['no_text', 'picture_pages'], counts: { pages: 1, picture_pages: 1 } })
  expect(await read('a.pdf', pagesPdf(['q Q']))).toMatchObject({ flags: ['no_text'], counts: { picture_pages: 0 } })
})

test('a PDF whose reading takes too long keeps the pages before, and reports their number', async () => {
  const slow = `BT /F1 12 Tf ${'1 0 0 1 2 3 Tm (a b c d e f) Tj T* '.repeat(60_000)} ET`
  const contents = ['BT /F1 12 Tf 20 200 Td (First page) Tj ET', slow, slow, slow]
  const stopped = await read('a.pdf', pagesPdf(contents), { cpuMs: 300 })
  expect(stopped).toMatchObject({ failure: null, counts: { pages: 4 } })
  expect(stopped.flags).toContain('slow')
  expect(stopped.text).toContain('First page')
  expect(stopped.counts?.pages_read).toBeLessThan(4)
  const endless = pagesPdf([contents[0] ?? '', slow.repeat(30)])
  const ended = await read('a.pdf', endless, { cpuMs: 60_000 }, 8_000)
  expect(ended).toMatchObject({ failure: null, kind: 'pdf', flags: ['slow'], text: 'First page' })
  expect(ended.counts).toMatchObject({ pages: 2, pages_read: 1 })
})

test('text in form fields of a PDF is read', async () => {
  const annotations = '/Annots[<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(Harbour Trading)/Rect[0 0 100 20]>>]'
  const found = await read('a.pdf', pagesPdf(['BT /F1 12 Tf 20 200 Td (Name:) Tj ET'], annotations))
  expect(found.text).toBe('Name:\nHarbour Trading')
})

test('a broken PDF and one with a password are distinguished', async () => {
  expect(await read('a.pdf', '%PDF-1.7\nnothing of it')).toMatchObject({ kind: 'pdf', failure: 'broken', parts: [] })
  expect(await read('a.pdf', lockedPdf())).toMatchObject({ kind: 'pdf', failure: 'encrypted' })
})

test('Word, Excel and PowerPoint files are recognised and read by their content', async () => {
  const word = await read(
    'a.docx',
    docx(`<w:p><w:r><w:t>${chinese}</w:t></w:r></w:p><w:p><w:r><w:t>A &amp; B</w:t><w:tab/><w:t>C</w:t></w:r></w:p>`),
  )
  expect(word).toMatchObject({ kind: 'document', flags: [], text: `${chinese}\nA & B\tC` })
  const sheet = await read(
    'a.xlsx',
    xlsx(
      ['name', chinese],
      '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c><v>42</v></c><c t="inlineStr"><is><t>x</t></is></c></row>',
    ),
  )
  expect(sheet).toMatchObject({ kind: 'sheet', text: `name\t${chinese}\t42\tx`, names: ['名单'] })
  const shown = await read('a.pptx', pptx(['First', 'Second']))
  expect(shown).toMatchObject({ kind: 'slides', text: 'First\nSecond', names: ['1', '2'] })
})

test('a Word file never loads external entities', async () => {
  const secret = join(folder, 'secret')
  await writeFile(secret, 'root:x:0')
  const evil = `<!DOCTYPE w [<!ENTITY xxe SYSTEM "file://${secret}"><!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>`
  const found = await read('a.docx', docx('<w:p><w:r><w:t>before &xxe; &b; after</w:t></w:r></w:p>', evil))
  expect(found).toMatchObject({ failure: null, flags: ['external'] })
  expect(found.text).toContain('before')
  expect(found.text).not.toMatch(/root|aaaa/)
})

test('macros, and external templates, are flagged', async () => {
  const parts = { '[Content_Types].xml': '', 'word/document.xml': '<w:p/>', 'word/vbaProject.bin': 'x' }
  expect((await read('a.docm', zip(parts))).flags).toContain('macro')
  const relation = (type: string) =>
    `<Relationships><Relationship Type="http://x/${type}" Target="http://evil.example/t.dotm" TargetMode="External"/></Relationships>`
  const withRelation = (type: string) =>
    zip({ '[Content_Types].xml': '', 'word/document.xml': '<w:p/>', 'word/_rels/settings.xml.rels': relation(type) })
  expect((await read('a.docx', withRelation('attachedTemplate'))).flags).toContain('external')
  expect((await read('a.docx', withRelation('hyperlink'))).flags).not.toContain('external')
})

test('a sheet with a million empty rows is read for the one that is not empty', async () => {
  const value = '<row><c t="inlineStr"><is><t>found</t></is></c></row>'
  const sheet = times(1_000, n => (n === 777 ? value : '') + '<row/>'.repeat(1_000))
  const found = await read('a.xlsx', await packed({ '[Content_Types].xml': [''], 'xl/worksheets/sheet1.xml': sheet }))
  expect(found).toMatchObject({ kind: 'sheet', failure: null, text: 'found' })
})

test('a ZIP bomb is reported as one, whatever sizes it declares', async () => {
  const bomb = await packed({ 'zeros.txt': times(60, () => '0'.repeat(65_536)) })
  expect(bomb.length).toBeLessThan(100_000)
  const bounds = { unpackedBytes: 2_000_000 }
  expect(await read('a.zip', bomb, bounds)).toMatchObject({ kind: 'archive', failure: 'bomb', parts: [] })
  // A nested bomb is a bomb; so are many small ones together.
  expect(await read('a.zip', zip({ 'inner/b.zip': bomb }), bounds)).toMatchObject({ failure: 'bomb' })
  const small = await packed({ 'zeros.txt': times(10, () => '0'.repeat(65_536)) })
  const many = zip(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.zip`, small])))
  expect(await read('a.zip', many, bounds)).toMatchObject({ failure: 'bomb' })
  const asWord = await packed({
    '[Content_Types].xml': [''],
    'word/document.xml': times(60, () => '<w:p/>'.repeat(10_000)),
  })
  expect(await read('a.docx', asWord, bounds)).toMatchObject({ kind: 'document', failure: 'bomb' })
})

test('nested archives are read three levels deep and no deeper', async () => {
  const nest = (depth: number): Buffer =>
    zip(
      depth === 0
        ? { 'deep.txt': 'at the bottom' }
        : { 'top.txt': `level ${depth}`, [`in${depth}.zip`]: nest(depth - 1) },
    )
  const shallow = await read('a.zip', nest(2))
  expect(shallow).toMatchObject({ failure: null, flags: [] })
  expect(shallow.parts.at(-1)).toMatchObject({ text: 'at the bottom', name: 'in2.zip / in1.zip / deep.txt' })
  const deep = await read('a.zip', nest(6))
  expect(deep).toMatchObject({ failure: null, flags: ['truncated'] })
  expect(deep.text).not.toContain('at the bottom')
})

/** The first bytes of a document of the older Office programs: a directory with the names of its streams. */
const oldOffice = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512), Buffer.from(stream, 'utf16le')])

test.each([
  ['a.doc', 'WordDocument', 'document'],
  ['a.xls', 'Workbook', 'sheet'],
  ['a.ppt', 'PowerPoint Document', 'slides'],
])('%s is not reported as a file without text, but as an unsupported format', async (name, stream, kind) => {
  expect(await read(name, oldOffice(stream))).toMatchObject({ kind, failure: null, flags: ['unread_format'] })
})

test('an archive of two documents lists both, including the unreadable one', async () => {
  const word = docx('<w:p><w:r><w:t>first</w:t></w:r></w:p>')
  const both = await read('a.zip', zip({ '甲.docx': word, '𠮷.docx': word }))
  expect(both).toMatchObject({ flags: [], names: ['甲.docx', '𠮷.docx'], text: 'first\nfirst' })
  const old = await read('a.zip', zip({ '甲.docx': word, 'b.doc': oldOffice('WordDocument') }))
  expect(old).toMatchObject({ failure: null, flags: ['members_unread'], names: ['甲.docx', 'b.doc'], text: 'first' })
  const only = await read('a.zip', zip({ 'b.doc': oldOffice('WordDocument') }))
  expect(only).toMatchObject({ failure: null, flags: ['members_unread'], names: ['b.doc'], text: '' })
})

test('unreadable members of an archive are skipped; one with a password is reported', async () => {
  const mixed = await read(
    'a.zip',
    zip({ '../../etc/passwd.txt': 'a path for a name', 'broken.pdf': '%PDF-1.7 x', 'b.html': '<p>bold</p>' }),
  )
  expect(mixed).toMatchObject({ failure: null, text: 'a path for a name\nbold' })
  expect(mixed.flags).toContain('members_unread')
  expect(mixed.names).toContain('broken.pdf')
  const locked = await packed({ 'a.txt': ['secret'] })
  for (const [mark, flags] of [
    [0x04034b50, 6],
    [0x02014b50, 8],
  ] as const) {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(mark)
    locked.writeUInt16LE(locked.readUInt16LE(locked.indexOf(bytes) + flags) | 1, locked.indexOf(bytes) + flags)
  }
  expect(await read('a.zip', locked)).toMatchObject({ kind: 'archive', failure: 'encrypted' })
  const office = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(512),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  expect(await read('a.docx', office)).toMatchObject({ failure: 'encrypted' })
  expect(await read('a.zip', locked.subarray(0, 40))).toMatchObject({ failure: 'broken' })
})

test('a GIF that is HTML is detected as HTML, and a real GIF followed by a page is flagged', async () => {
  const page = '<html><body><script>alert(1)</script><p>Hello</p></body></html>'
  expect(await read('a.gif', page)).toMatchObject({
    kind: 'html',
    mediaType: 'text/html',
    flags: ['script', 'name_differs'],
    text: 'Hello',
  })
  const disguised = await read('a.gif', `GIF89a/*${page}`)
  expect(disguised).toMatchObject({ kind: 'html', flags: ['script', 'name_differs'] })
  const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .gif()
    .toBuffer()
  expect(await read('a.gif', gif)).toMatchObject({
    kind: 'image',
    mediaType: 'image/gif',
    failure: null,
    flags: ['no_text'],
  })
  expect((await read('a.gif', Buffer.concat([gif, Buffer.from(page)]))).flags).toContain('script')
})

test('the test string of virus scanners is flagged wherever it is', async () => {
  const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
  expect(await read('eicar.com', eicar)).toMatchObject({ kind: 'text', flags: ['eicar', 'name_differs'] })
  expect((await read('a.txt', `${'x'.repeat(262_100)}${eicar}`)).flags).toContain('eicar')
  expect((await read('a.zip', zip({ 'b.zip': zip({ 'c.com': eicar }) }))).flags).toContain('eicar')
})

test('mail is read with its attachments', async () => {
  const mail = [
    'From: =?utf-8?B?5byg5LiJ?= <a@example.org>',
    'To: b@example.org',
    'Subject: =?gb2312?B?s/a/2rncw8w=?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'See the list.',
    '--x',
    'Content-Type: text/html',
    'Content-Disposition: attachment; filename="list.html"',
    '',
    '<p>Acme</p>',
    '--x--',
    '',
  ].join('\r\n')
  const found = await read('a.eml', mail)
  expect(found).toMatchObject({ kind: 'mail', mediaType: 'message/rfc822', failure: null })
  expect(found.text).toMatch(/张三 <a@example.org>[\s\S]*See the list\.\nAcme/)
  expect(found.names.at(-1)).toBe('list.html')
})

test('RTF is read in its code page and as Unicode', async () => {
  const bytes = [...iconv.encode('光华', 'gbk')].map(byte => `\\'${byte.toString(16)}`).join('')
  const rtf = `{\\rtf1\\ansi\\ansicpg936{\\fonttbl{\\f0 Song;}}\\uc1 ${bytes}\\par \\u26426?\\u26800? Ltd\\par}`
  expect(await read('a.rtf', rtf)).toMatchObject({ kind: 'document', text: '光华\n机械 Ltd' })
})

test('empty files, random bytes, and unsupported formats are reported as such', async () => {
  expect(await read('a.txt', '')).toMatchObject({ kind: 'other', failure: 'empty' })
  expect(
    await read('a.bin', Buffer.from(Array.from({ length: 4_000 }, (_, n) => (n * n * 7 + n) & 255))),
  ).toMatchObject({ kind: 'other', failure: 'unknown_type' })
  expect(await read('a.txt', 'a')).toMatchObject({ kind: 'text', failure: null, text: 'a' })
  expect(await read('a.csv', 'name,country\nA,CN\nB,US\n')).toMatchObject({ kind: 'text', mediaType: 'text/csv' })
  expect(await read('a.pdf', 'plain')).toMatchObject({ kind: 'text', flags: ['name_differs'] })
})

test('a long text is cut at its limits, between lines, and flagged as truncated', async () => {
  const line = `${'长'.repeat(99)}\n`
  const found = await read('a.txt', line.repeat(1_000), { chars: 50_000 })
  expect(found).toMatchObject({ failure: null, flags: ['truncated'] })
  expect(found.parts.length).toBeGreaterThan(2)
  expect(found.parts[0]?.text.endsWith('长')).toBe(true)
  expect(found.parts[0]?.text.length).toBeLessThanOrEqual(20_000)
  expect(found.text.length).toBeLessThanOrEqual(50_100)
})

test('a file whose reading exceeds its time is stopped and flagged as slow', async () => {
  const sheet = times(60, () => '<row><c><v></v></c></row>'.repeat(10_000))
  const slow = await packed({ '[Content_Types].xml': [''], 'xl/worksheets/sheet1.xml': sheet })
  expect(await read('a.xlsx', slow, undefined, 20)).toMatchObject({ failure: 'too_slow', parts: [] })
  expect(await read('a.txt', 'the next one')).toMatchObject({ failure: null })
})

test('a TIFF whose directory is at its end is a picture', async () => {
  const raw = Buffer.from(Array.from({ length: 400 * 400 * 3 }, (_, at) => (at * 7_919) % 251))
  const scan = await sharp(raw, { raw: { width: 400, height: 400, channels: 3 } })
    .tiff({ compression: 'none' })
    .toBuffer()
  expect(await read('scan.tif', scan)).toMatchObject({ kind: 'image', mediaType: 'image/tiff', failure: null })
})
