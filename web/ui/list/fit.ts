import { columnMinWidth } from './columns.ts'
import type { Column } from './list-config.ts'
import type { TextMeasure } from './text-width.ts'

/** The horizontal padding of a cell, and one pixel against rounding. */
const cellPadding = 25
/** The arrow of an order and the space before it. */
const arrowWidth = 18

function headWidth(column: Column<never>, measure: TextMeasure): number {
  return measure(column.title, 'strong') + (column.sort ? arrowWidth : 0)
}

function bodyWidth<T>(column: Column<T>, rows: readonly T[] | undefined, measure: TextMeasure): number | null {
  const { widest, text, beside = 0, face = 'body' } = column
  const texts = widest ?? (rows && text && rows.flatMap(row => text(row) || []))
  // Before the first rows are loaded, and for columns without texts.
  if (!texts) return null
  const widths = texts.map(each => measure(each, face))
  return widths.length === 0 ? 0 : Math.max(...widths) + beside
}

/** Pixels down to which a column of texts shrinks before the rows scroll. */
const leastTextWidth = 112

/** The minimum width of a column: its heading and some of its text; known texts are never cut. */
export function leastWidth<T>(column: Column<T>, width: number, measure: TextMeasure): number {
  if (!column.text || column.widest || column.grows) return width
  return Math.min(width, Math.max(leastTextWidth, Math.ceil(headWidth(column as Column<never>, measure)) + cellPadding))
}

/**
 * The width of a column unless the user chose one: the maximum of its heading, its known texts, and the texts of its
 * rows up to the column's own `width`. Without values in the rows, the width of the heading.
 */
export function fitWidth<T>(column: Column<T>, rows: readonly T[] | undefined, measure: TextMeasure): number {
  const head = headWidth(column as Column<never>, measure) + cellPadding
  if (column.isActs || (column.grows && !column.text)) return Math.max(column.width, Math.ceil(head))
  const isEmpty = rows !== undefined && rows.length > 0 && column.text !== undefined && !rows.some(column.text)
  const body = isEmpty ? 0 : bodyWidth(column, rows, measure)
  if (body === null) return Math.max(column.width, Math.ceil(head))
  const most = column.widest ? Number.POSITIVE_INFINITY : column.width
  return Math.max(
    column.minWidth ?? columnMinWidth,
    Math.ceil(head),
    Math.ceil(Math.min(most, body === 0 ? 0 : body + cellPadding)),
  )
}
