/** Words of one side of a change; `is_changed`: the other side does not have them. */
export type ChangePiece = { text: string; is_changed: boolean }
export type ChangedText = { before: ChangePiece[] | null; after: ChangePiece[] | null }

/** Lines of text that a piece of evidence takes in a file, besides its source. */
const linesAtMost = 8
/** Lines of one change among several, and of the quotation above them. */
const shareAtMost = 4
/** Widths of a line in half-width characters: of a quotation, of a change in one column, of a change in two columns. */
const widths = { quote: 80, one: 96, two: 44 }
/** Share of a cut text that precedes its first change. */
const leadShare = 0.25

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]/u
const widthOf = (character: string) => (wide.test(character) ? 2 : 1)
const linesOf = (text: string, width: number) =>
  Math.max(1, Math.ceil([...text].reduce((sum, character) => sum + widthOf(character), 0) / width))

/** Characters from the start of a text, or from its end, that fit in the width. */
function fitText(text: string, width: number, isFromEnd = false): string {
  const kept: string[] = []
  let room = width
  for (const character of isFromEnd ? [...text].reverse() : text) {
    room -= widthOf(character)
    if (room < 0) break
    kept.push(character)
  }
  return (isFromEnd ? kept.reverse() : kept).join('')
}

const textOf = (pieces: readonly ChangePiece[] | null) => pieces?.map(piece => piece.text).join('') ?? ''
export const isOneSided = ({ before, after }: ChangedText) => before === null || after === null
const linesOfChange = (change: ChangedText) =>
  isOneSided(change)
    ? linesOf(textOf(change.before ?? change.after), widths.one)
    : Math.max(linesOf(textOf(change.before), widths.two), linesOf(textOf(change.after), widths.two))

/** Cuts a side of a change so that its first changed words and some words before them fit. */
function fitSide(pieces: ChangePiece[] | null, width: number): ChangePiece[] | null {
  if (pieces === null || linesOf(textOf(pieces), width) <= 1) return pieces
  const first = Math.max(
    0,
    pieces.findIndex(piece => piece.is_changed),
  )
  const lead = textOf(pieces.slice(0, first))
  const kept = fitText(lead, Math.floor(width * leadShare), true)
  const isCut = kept.length < lead.length
  const shown: ChangePiece[] = lead === '' ? [] : [{ text: isCut ? `…${kept}` : kept, is_changed: false }]
  let room = width - 2 - [...textOf(shown)].reduce((sum, character) => sum + widthOf(character), 0)
  for (const piece of pieces.slice(first)) {
    const text = fitText(piece.text, room)
    if (text !== '') shown.push({ ...piece, text })
    if (text.length < piece.text.length) return [...shown, { text: '…', is_changed: false }]
    room -= [...text].reduce((sum, character) => sum + widthOf(character), 0)
  }
  return shown
}

function fitChange(change: ChangedText, lines: number): ChangedText {
  if (linesOfChange(change) <= lines) return change
  const width = lines * (isOneSided(change) ? widths.one : widths.two)
  return { before: fitSide(change.before, width), after: fitSide(change.after, width) }
}

/** The first changes that fit in the lines, at least one. */
function fitChanges(changes: readonly ChangedText[], lines: number): ChangedText[] {
  const shown: ChangedText[] = []
  let room = lines
  for (const change of changes) {
    const fitted = fitChange(change, changes.length > 1 ? Math.min(shareAtMost, lines) : lines)
    room -= linesOfChange(fitted)
    if (room < 0 && shown.length > 0) break
    shown.push(fitted)
  }
  return shown
}

/** Cuts a quotation at a number of lines. */
function fitQuote(quote: readonly string[], lines: number): string[] {
  const shown: string[] = []
  let room = lines
  for (const line of quote) {
    if (room <= 0) return [...shown.slice(0, -1), `${shown.at(-1)}…`.replace(/……$/, '…')]
    const text = fitText(line, room * widths.quote - 2)
    shown.push(text.length < line.length ? `${text}…` : line)
    room -= linesOf(text, widths.quote)
  }
  return shown
}

const flat = (text: string) => text.replace(/\s+/gu, '')

/**
 * Fits a piece of evidence into eight lines. Lines of the quotation that a change repeats are left out. `more`: changes
 * that are not shown.
 */
export function fitEvidence(
  quote: readonly string[],
  changes: readonly ChangedText[],
): { quote: string[]; changes: ChangedText[]; more: number } {
  if (changes.length === 0) return { quote: fitQuote(quote, linesAtMost), changes: [], more: 0 }
  const texts = changes.map(({ before, after }) => [flat(textOf(before)), flat(textOf(after))])
  const isRepeated = (line: string) => texts.some(sides => sides.some(side => side.includes(flat(line))))
  const kept = fitQuote(
    quote.filter(line => !isRepeated(line)),
    shareAtMost,
  )
  // The changes that the writer quoted come before the others.
  const isQuoted = (n: number) => quote.some(line => texts[n]?.some(side => side.includes(flat(line))))
  const [first, rest] = [changes.filter((_, n) => isQuoted(n)), changes.filter((_, n) => !isQuoted(n))]
  const above = kept.reduce((sum, line) => sum + linesOf(line, widths.quote), 0)
  const shown = fitChanges([...first, ...rest], linesAtMost - above)
  return { quote: kept, changes: shown, more: changes.length - shown.length }
}
