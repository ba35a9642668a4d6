import { stringify } from 'csv-stringify/sync'
import type { ExportCell } from './export.adapter.ts'

/** UTF-8 with a byte order mark, as Excel requires; lines end with CRLF. */
export async function* writeCsv(header: string[], batches: AsyncIterable<ExportCell[][]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${linesOf([header])}`)
  for await (const rows of batches) yield Buffer.from(linesOf(rows.map(row => row.map(cellText))))
}

function linesOf(rows: string[][]): string {
  return stringify(rows, { record_delimiter: '\r\n' })
}

function cellText(cell: ExportCell): string {
  if (cell === null) return ''
  if (Array.isArray(cell)) return defuse(joinList(cell))
  if (typeof cell === 'object') return 'instant' in cell ? cell.instant : cell.date
  return typeof cell === 'string' ? defuse(cell) : String(cell)
}

/**
 * Joins a list in one line, or with one value per line if a value contains a semicolon; a final line break marks the
 * second form.
 */
export function joinList(values: string[]): string {
  return values.some(value => /[;；]/.test(value)) ? `${values.join('\n')}\n` : values.join('; ')
}

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula; the import removes it. Plain numbers stay
 * unchanged.
 */
export function defuse(text: string): string {
  const isFormula = /^'*[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)*$/.test(text)
  return isFormula ? `'${text}` : text
}
