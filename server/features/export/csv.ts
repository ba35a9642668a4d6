import { stringify } from 'csv-stringify/sync'
import type { Cell } from './kit.ts'

/** UTF-8 with a mark, as Excel wants it; lines end with CRLF. */
export async function* writeCsv(header: string[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\ufeff${linesOf([header])}`)
  for await (const rows of batches) yield Buffer.from(linesOf(rows.map(row => row.map(cellText))))
}

function linesOf(rows: string[][]): string {
  return stringify(rows, { record_delimiter: '\r\n' })
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (Array.isArray(cell)) return defuse(joinList(cell))
  if (typeof cell === 'object') return 'instant' in cell ? cell.instant : cell.date
  return typeof cell === 'string' ? defuse(cell) : String(cell)
}

/** A list on one line, or one value a line where a value has a semicolon of its own; a last empty line says which. */
export function joinList(values: string[]): string {
  return values.some(value => /[;；]/.test(value)) ? `${values.join('\n')}\n` : values.join('; ')
}

/** An apostrophe before what a spreadsheet would run as a formula; the import takes it back. Plain numbers stay. */
export function defuse(text: string): string {
  const isFormula = /^'*[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)*$/.test(text)
  return isFormula ? `'${text}` : text
}
