import { cutText } from '#contract/text.ts'
import { FileFault } from './sentences.ts'

export const maxRows = 200_000
export const maxColumns = 500

/** A file being read: rows come in batches; `columns` is complete when the last has come. */
export type Reading = {
  format: 'csv' | 'xlsx' | 'json'
  encoding: string | null
  separator: string | null
  columns: string[]
  rows: AsyncIterable<string[]>
}

/** Takes the first row as column names. */
export async function headerOf(rows: AsyncIterator<string[]>): Promise<string[]> {
  const first = await rows.next()
  const columns = first.done ? [] : first.value.map(cell => cutText(cell.trim().replace(/\s+/g, ' '), 200))
  while (columns.length > 0 && columns.at(-1) === '') columns.pop()
  if (columns.length === 0) throw new FileFault(first.done ? 'empty_file' : 'no_header')
  if (columns.length > maxColumns) throw new FileFault('too_many_columns', { count: maxColumns })
  return columns
}
