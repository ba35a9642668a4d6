// Documents in ten formats, each of which names some parties.
import { strToU8, zipSync } from 'fflate'

const formats = ['txt', 'csv', 'html', 'json', 'eml', 'rtf', 'docx', 'xlsx', 'pptx', 'pdf'] as const
type Format = (typeof formats)[number]

const sentences = (names: readonly string[]) =>
  names.map((name, at) => `In paragraph ${at} ${name} signed the contract.`)
const zip = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))
const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const slide = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationshipsNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'

const makers: Record<Format, (lines: readonly string[], nth: number) => Buffer> = {
  txt: lines => Buffer.from(lines.join('\n')),
  csv: lines => Buffer.from(`n,text\n${lines.map((line, at) => `${at},"${line}"`).join('\n')}\n`),
  html: lines =>
    Buffer.from(`<!doctype html><title>x</title><body>${lines.map(line => `<p>${line}</p>`).join('')}</body>`),
  json: lines => Buffer.from(JSON.stringify({ lines })),
  eml: lines =>
    Buffer.from(
      `From: a@example.org\r\nTo: b@example.org\r\nDate: Thu, 30 Apr 1998 10:00:00 +0000\r\nSubject: x\r\n\r\n${lines.join('\r\n')}\r\n`,
    ),
  rtf: lines => Buffer.from(`{\\rtf1\\ansi ${lines.join('\\par ')}}`),
  docx: lines =>
    zip({
      '[Content_Types].xml': types,
      'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${lines.map(line => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('')}</w:body></w:document>`,
    }),
  xlsx: lines =>
    zip({
      '[Content_Types].xml': types,
      'xl/workbook.xml': `<workbook xmlns="${sheet}" xmlns:r="${office}"><sheets><sheet name="one" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relationshipsNamespace}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/one.xml"/></Relationships>`,
      'xl/worksheets/one.xml': `<worksheet xmlns="${sheet}"><sheetData>${lines.map((line, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>${line}</t></is></c></row>`).join('')}</sheetData></worksheet>`,
    }),
  pptx: lines =>
    zip({
      '[Content_Types].xml': types,
      'ppt/slides/slide1.xml': `<p:sld xmlns:p="${slide}" xmlns:a="${drawing}">${lines.map(line => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:sld>`,
    }),
  pdf,
}

function pdf(lines: readonly string[]): Buffer {
  const text = lines.map((line, at) => `BT /F1 10 Tf 20 ${280 - 14 * at} Td (${line}) Tj ET`).join('\n')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const rows = objects.map((object, at) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${at + 1} 0 obj${object}endobj\n`
    return row
  })
  return Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  )
}

/** A document in the nth format that names these parties. */
export function makeDocument(nth: number, names: readonly string[]): { name: string; bytes: Buffer } {
  const format = formats[nth % formats.length] as Format
  return { name: `document-${nth}.${format}`, bytes: makers[format](sentences(names), nth) }
}
