/** A longer text names nothing. */
const longestLabel = 60
const letters = /\p{L}/u
/** A number of a record, unlike the ordinal of a row. */
const recordNumber = /^\d[\d\-/.]{3,}$/

/** The subject of a table row: its first cell with letters, else its first cell with the number of a record. */
export function labelOfRow(cells: readonly string[]): string {
  const named = cells.find(cell => letters.test(cell) && cell.length <= longestLabel)
  return named ?? cells.find(cell => recordNumber.test(cell)) ?? ''
}

/** Follows the texts of a page in their order and returns the label of each, '' if it has none. */
export function makeLabels() {
  let term = ''
  let before = ''
  return {
    /** `cells`: the texts of the cells of a table row. */
    of(text: string, tag: string, cells: readonly string[]): string {
      if (text === '') return ''
      let label = ''
      if (tag === 'tr') label = labelOfRow(cells)
      else if (tag === 'dd') label = term
      else if (isLabel(before)) label = before
      if (tag === 'dt') term = cut(text)
      before = text
      return label === text ? '' : label
    },
  }
}

const cut = (text: string): string => (text.length <= longestLabel ? text : '')

/** A short text that ends with a colon is the label of the text after it. */
function isLabel(text: string): boolean {
  return text.length > 1 && text.length <= longestLabel && /[:：]$/.test(text)
}
