import { cutUnits } from '#contract/text.ts'
import { zipStream } from '#server/platform/files/zip.ts'
import { joinList } from './csv.ts'
import type { ExportCell } from './export.adapter.ts'

// Written here instead of by a library: available ones hold the whole sheet in memory, 1 GB for 100,000 rows of ten
// columns.
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Excel refuses longer cells, and more rows. */
const maxCellCharacters = 32_767
export const maxXlsxRows = 1_048_575
/** Indexes of the cell formats in `styles`. */
const style = { header: 1, date: 2, instant: 3 }

/** Writes a workbook with one sheet and a frozen first row; needs memory for one batch only. */
export function writeXlsx(header: string[], batches: AsyncIterable<ExportCell[][]>): AsyncGenerator<Uint8Array> {
  return zipStream([
    { name: '[Content_Types].xml', content: [contentTypes] },
    { name: '_rels/.rels', content: [relation('officeDocument', 'xl/workbook.xml')] },
    { name: 'xl/workbook.xml', content: [workbook] },
    { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations] },
    { name: 'xl/styles.xml', content: [styles] },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(header, batches) },
  ])
}

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`

const relationRow = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`

function relation(type: string, target: string): string {
  return `${declaration}<Relationships xmlns="${relations}">${relationRow('rId1', type, target)}</Relationships>`
}

const workbook = `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
const workbookRelations = `${declaration}<Relationships xmlns="${relations}">${relationRow('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relationRow('rId2', 'styles', 'styles.xml')}</Relationships>`
const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`
const format = (numFmt: number, fontId: number) =>
  `<xf numFmtId="${numFmt}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${format(0, 0)}${format(0, 1)}${format(164, 0)}${format(165, 0)}</cellXfs></styleSheet>`

async function* sheet(header: string[], batches: AsyncIterable<ExportCell[][]>): AsyncGenerator<string> {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData>`
  yield `<row r="1">${header.map((text, place) => textCell(`${columnName(place)}1`, text, style.header)).join('')}</row>`
  let r = 1
  for await (const rows of batches)
    yield rows
      .map(row => {
        r += 1
        return `<row r="${r}">${row.map((cell, place) => cellXml(`${columnName(place)}${r}`, cell)).join('')}</row>`
      })
      .join('')
  yield '</sheetData></worksheet>'
}

function cellXml(at: string, cell: ExportCell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'string') return textCell(at, cell)
  if (Array.isArray(cell)) return cell.length === 0 ? '' : textCell(at, joinList(cell))
  const isDate = 'date' in cell
  const serial = serialOf(isDate ? cell.date : cell.instant)
  // A number without a fraction would be read as a date: an instant at midnight is written as text.
  const isLikeDay = !isDate && Number.isInteger(serial)
  if (serial === undefined || isLikeDay) return textCell(at, isDate ? cell.date : cell.instant)
  return `<c r="${at}" s="${isDate ? style.date : style.instant}"><v>${serial}</v></c>`
}

/** A text cell; it never becomes a formula, whatever it begins with. */
function textCell(at: string, text: string, s = 0): string {
  return `<c r="${at}" t="inlineStr"${s ? ` s="${s}"` : ''}><is><t xml:space="preserve">${escapeXml(cutUnits(text, maxCellCharacters))}</t></is></c>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** XML cannot contain most control characters, nor unpaired surrogates: they are removed. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>\r]/g, character => escapes[character] ?? '')
  )
}

/**
 * Days since 1899-12-30, as in spreadsheets; undefined before March 1900, where spreadsheets are wrong, and for partial
 * dates.
 */
function serialOf(text: string): number | undefined {
  const at = text.length >= 10 ? Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text) : Number.NaN
  const days = (at - Date.UTC(1899, 11, 30)) / 86_400_000
  return Number.isNaN(at) || days < 61 ? undefined : days
}

function columnName(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : columnName(Math.floor(place / 26) - 1) + last
}
