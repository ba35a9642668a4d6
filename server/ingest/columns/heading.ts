// Finds the header row and the end of a table: under titles and notes, with headings in one or two rows, before a row
// of totals.
import { wordKey } from './text-key.ts'

type Rows = readonly (readonly string[])[]

/** Number of rows that are examined. */
export const headingRows = 40
/** The last row that a user can choose as the heading row. */
export const mostHeading = 1_000

/** `at`: the heading row (the lower one of two), counted from 0. */
type HeadingRow = { at: number; columns: string[] }

/** The headings among the first rows. `isKnown`: whether a cell is the name of one of our fields. */
export function findHeading(rows: Rows, isKnown: (cell: string) => boolean): HeadingRow {
  const at = rowOfHeading(rows, isKnown)
  const upper = rows[at - 1]
  const row = rows[at] ?? []
  const lower = rows[at + 1]
  if (lower && isLower(row, lower)) return { at: at + 1, columns: joinHeadings(row, lower) }
  if (upper && countFilled(upper) > 1 && isLower(upper, row)) return { at, columns: joinHeadings(upper, row) }
  return { at, columns: [...row] }
}

const isText = (cell: string) => cell.trim() !== ''
const countFilled = (row: readonly string[]) => row.filter(isText).length
/** Figures and dates are no headings. */
export const isFigure = (cell: string) => /^[\s\d.,:/%+\-–€$£¥()TZ]+$/.test(cell) && /\d/.test(cell)
const countKnown = (row: readonly string[], isKnown: (cell: string) => boolean) =>
  new Set(row.filter(cell => isText(cell) && isKnown(cell)).map(wordKey)).size

function rowOfHeading(rows: Rows, isKnown: (cell: string) => boolean): number {
  const first = Math.max(
    0,
    rows.findIndex(row => countFilled(row) > 0),
  )
  const widths = rows
    .map(countFilled)
    .filter(width => width > 0)
    .sort((a, b) => a - b)
  const width = widths[Math.floor(widths.length / 2)] ?? 0
  const counts = rows.map(row => countKnown(row, isKnown))
  const own = counts[first] ?? 0
  const isTitle = countFilled(rows[first] ?? []) <= Math.max(1, width / 2) && width > 1
  const most = Math.max(...counts.slice(first))
  // One cell of a row may match a field name by chance; two more matches than in the first row are not chance.
  if (most >= 2 && (isTitle ? most > own : most >= own + 2 && most > width / 2)) return counts.indexOf(most)
  if (!isTitle) return first
  const next = rows.findIndex((row, at) => at > first && countFilled(row) > width / 2 && !row.some(isFigure))
  return next < 0 ? first : next
}

/** Whether a row has the headings below merged ones: it has text only where the row above has none. */
function isLower(upper: readonly string[], lower: readonly string[]): boolean {
  const width = Math.max(upper.length, lower.length)
  let below = 0
  for (let at = 0; at < width; at += 1) {
    const [over = '', next = '', cell = ''] = [upper[at], upper[at + 1], lower[at]]
    if (!isText(cell)) continue
    if (isFigure(cell)) return false
    // A heading with another directly to its right is not merged, and has no row below.
    if (isText(over) && (isText(next) || at === width - 1)) return false
    below += 1
  }
  const hasGap = Array.from({ length: width }, (_, at) => at).some(
    at => !isText(upper[at] ?? '') && isText(lower[at] ?? ''),
  )
  return below > 1 && hasGap
}

/** The lower heading of each column, the upper one if there is no lower one, and both if the lower one is repeated. */
function joinHeadings(upper: readonly string[], lower: readonly string[]): string[] {
  const keys = lower.map(wordKey)
  let over = ''
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const above = upper[at] ?? ''
    const below = lower[at] ?? ''
    if (isText(above)) over = above
    if (!isText(below)) return above
    const isTwice = keys.filter(key => key === wordKey(below)).length > 1
    return isTwice && over !== '' ? `${over} ${below}` : below
  })
}

const totals = new Set(
  'total totals sum grandtotal subtotal summe gesamt gesamtsumme insgesamt zwischensumme somme totalgénéral suma totalgeneral итого всего сумма المجموع الإجمالي مجموع 合计 总计 總計 小计 合計 計 총계 합계 toplam totale suma razem всього'
    .split(' ')
    .map(wordKey),
)

/** A row of totals at the end of a table: the word for it, and otherwise only figures. */
export function isTotals(row: readonly string[]): boolean {
  const [first = '', ...others] = row.filter(isText)
  return others.length > 0 && totals.has(wordKey(first)) && others.every(isFigure)
}
