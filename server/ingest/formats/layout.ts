import { cutText } from '#contract/text.ts'
import { findHeading, headingRows, isFigure, isTotals } from '#server/ingest/columns/heading.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { headerKey } from '../columns/header-key.ts'

export const maxRows = 200_000
export const maxColumns = 500

/**
 * The position of a table in its file. `heading`: the heading row, counted from 1; `totals`: omitted rows of totals at
 * the end, with the notes below them; `beyond`: cells to the right of the last column; `unsaved`: cells with a formula
 * without a stored result.
 */
export type Layout = {
  sheets: string[]
  sheet: string | null
  heading: number
  totals: string | null
  beyond?: { count: number; examples: string[] }
  unsaved?: { count: number; examples: string[] }
}

/** The user's choice of sheet and heading row, and the known names of fields, in the form of `headerKey`. */
export type LayoutWish = { sheet?: string | null; heading?: number | null; known?: ReadonlySet<string> }

/** A file being read: rows arrive in batches; `columns` and `layout` are complete after the last one. */
export type TableReading = {
  format: 'csv' | 'xlsx' | 'json'
  encoding: string | null
  separator: string | null
  columns: string[]
  layout: Layout | null
  rows: AsyncIterable<string[]>
}

/** Finds the row with the column names; skips rows before it, and a row of totals at the end. */
export async function underHeading(
  rows: AsyncIterator<string[]>,
  { known = new Set(), heading = null }: LayoutWish,
  sheets: Pick<Layout, 'sheets' | 'sheet'> = { sheets: [], sheet: null },
): Promise<Pick<TableReading, 'columns' | 'layout' | 'rows'>> {
  const first: string[][] = []
  const most = Math.max(headingRows, heading ?? 0)
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    first.push(next.value)
    if (first.length >= most) break
  }
  const chosen = heading !== null && !isBlank(first[heading - 1] ?? []) ? heading - 1 : undefined
  const found =
    chosen === undefined
      ? findHeading(first, cell => known.has(headerKey(cell)))
      : { at: chosen, columns: first[chosen] ?? [] }
  const columns = found.columns.map(cell => cutText(cell.trim().replace(/\s+/g, ' '), 200))
  while (columns.length > 0 && columns.at(-1) === '') columns.pop()
  if (columns.length === 0) throw new IngestFault(first.every(isBlank) ? 'empty_file' : 'no_header')
  if (chosen === undefined && columns.every(cell => cell === '' || isFigure(cell))) throw new IngestFault('no_header')
  if (columns.length > maxColumns) throw new IngestFault('too_many_columns', { count: maxColumns })
  const below = first.slice(found.at + 1)
  // Values without a heading above them form a column without a name.
  const width = Math.min(maxColumns, Math.max(columns.length, ...below.map(widthOf)))
  while (columns.length < width) columns.push('')
  const layout: Layout = { ...sheets, heading: found.at + 1, totals: null }
  return { columns, layout, rows: countBeyond(withoutTotals(below, rows, layout), width, layout) }
}

const widthOf = (row: readonly string[]) => row.findLastIndex(cell => cell.trim() !== '') + 1
const mostExamples = 3

/** Counts the cells of later rows that are in no column. */
async function* countBeyond(rows: AsyncIterable<string[]>, width: number, layout: Layout): AsyncGenerator<string[]> {
  for await (const row of rows) {
    for (const cell of row.slice(width)) if (cell.trim() !== '') addBeyond(layout, cell)
    yield row
  }
}

function addBeyond(layout: Layout, cell: string): void {
  layout.beyond ??= { count: 0, examples: [] }
  layout.beyond.count += 1
  if (layout.beyond.examples.length < mostExamples) layout.beyond.examples.push(cutText(cell.trim(), 100))
}

const isBlank = (row: readonly string[]) => row.every(cell => cell.trim() === '')
/** Number of last rows in which totals may begin; notes may follow them. */
const mostAtEnd = 6

/** Holds back the last rows, because only they can be totals. Skips blank rows. */
async function* withoutTotals(
  first: string[][],
  rest: AsyncIterator<string[]>,
  layout: Layout,
): AsyncGenerator<string[]> {
  const buffered: string[][] = first.filter(row => !isBlank(row))
  try {
    yield* buffered.splice(0, buffered.length - mostAtEnd)
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      if (isBlank(next.value)) continue
      buffered.push(next.value)
      if (buffered.length > mostAtEnd) yield buffered.shift()!
    }
    const end = totalsAt(buffered)
    yield* buffered.slice(0, end)
    const left = buffered.slice(end).map(row => row.filter(cell => cell.trim() !== '').join(' · '))
    if (left.length > 0) layout.totals = cutText(left.join(' / '), 200)
  } finally {
    await rest.return?.()
  }
}

/** Index of the first row of totals among the last rows: only totals and notes of one cell may follow it. */
function totalsAt(rows: readonly string[][]): number {
  const at = rows.findIndex(
    (row, n) => isTotals(row) && rows.slice(n + 1).every(each => isTotals(each) || isNote(each)),
  )
  return at < 0 ? rows.length : at
}

const isNote = (row: readonly string[]) => row.filter(cell => cell.trim() !== '').length === 1
