import { createHash } from 'node:crypto'
import { cutText } from '#contract/text.ts'
import type { Extract, PageBlock } from './extract-block.ts'
import { type FoundNumber, findNumbers } from './number-find.ts'
import { maskDates, maskNumbers } from './tokens.ts'

/** A number of a page with what it is of; `key` is equal for the same figure of another version. */
export type PageFigure = {
  key: string
  /** The heading above it, the row or the words of the sentence, and the column; '' if there is none. */
  heading: string
  label: string
  column: string
  kind: 'number' | 'percent'
  value: number
  /** As the page writes it, with currency and unit. */
  text: string
}

const mostFigures = 2_000
/** A longer text is prose whose numbers are better read in it. */
const longestText = 400
const longestLabel = 120
const letters = /\p{L}{2}|\p{Script=Han}/u

/** `isCut`: the page has more text or more figures than were read, so that a missing figure proves nothing. */
export type FiguresOfPage = { figures: PageFigure[]; isCut: boolean }

/** The figures of a page in its order; those of navigation, header and footer are left out. */
export function figuresOf({ blocks, isCut }: Pick<Extract, 'blocks' | 'isCut'>): FiguresOfPage {
  const isEuropean = writesComma(blocks)
  const found: PageFigure[] = []
  const uses = new Map<string, number>()
  let heading = ''
  let header: readonly string[] = []
  for (const block of blocks) {
    if (/^(?:h[1-6]|caption|legend)$/.test(block.tag)) heading = cutText(block.text, longestLabel)
    if (block.tag !== 'tr') header = []
    else if (isHeader(block)) {
      header = block.cells ?? []
      continue
    }
    if (block.part === 'frame' || block.entry) continue
    for (const { label, column, number, text } of block.tag === 'tr' ? inRow(block, header) : inText(block)) {
      if (found.length >= mostFigures) return { figures: found, isCut: true }
      const of = [maskNumbers(maskDates(heading)), label.masked, column, number.kind, number.currency].join('\u0001')
      const use = (uses.get(of) ?? 0) + 1
      uses.set(of, use)
      const figure = { heading, label: label.shown, column, text, kind: number.kind as PageFigure['kind'] }
      found.push({ key: keyOf(`${of}\u0001${use}`), ...figure, value: readValue(number, text, isEuropean) })
    }
  }
  return { figures: found, isCut }
}

const keyOf = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('hex').slice(0, 24)

type Place = { label: { shown: string; masked: string }; column: string; number: FoundNumber; text: string }

/** A row without numbers names the columns of the rows below it. */
function isHeader({ cells = [] }: PageBlock): boolean {
  return cells.filter(cell => cell !== '').length > 1 && cells.every(cell => quantities(cell).length === 0)
}

/** The label of a row is not read as a figure; a year in it separates rows, so it is part of the key. */
function inRow({ cells = [], label = '' }: PageBlock, header: readonly string[]): Place[] {
  if (label === '') return []
  const isAligned = header.length === cells.length
  return cells.flatMap((cell, at) => {
    if (cell === label || cell.length > longestText) return []
    const column = (isAligned && header[at]) || (cells.length > 2 ? `#${at + 1}` : '')
    return quantities(cell).map(number => ({
      label: { shown: label, masked: label },
      column: cutText(column, longestLabel),
      number,
      text: cell.slice(number.start, number.end),
    }))
  })
}

/** A number of a short text: its label, or the words around it in its clause. */
function inText({ text, label = '' }: PageBlock): Place[] {
  if (text.length > longestText) return []
  const numbers = quantities(text)
  return numbers.flatMap((number, at) => {
    const clause = clauseOf(text, number, numbers[at - 1]?.end ?? 0, numbers[at + 1]?.start ?? text.length)
    const shown =
      label === '' || (numbers.length > 1 && clause !== '') ? [label, clause].filter(Boolean).join(' ') : label
    if (!letters.test(shown)) return []
    const masked = label === '' ? maskNumbers(maskDates(clause)) : shown
    return [
      {
        label: { shown: cutText(shown, longestLabel), masked },
        column: '',
        number,
        text: text.slice(number.start, number.end),
      },
    ]
  })
}

const separators = /[，、。；;|·•\n\t]|,(?!\d)|\.(?=\s|$)/gu

/** The words before a number in its clause, else those after it. */
function clauseOf(text: string, { start, end }: FoundNumber, from: number, to: number): string {
  const before = text.slice(from, start).split(separators).at(-1)?.trim() ?? ''
  if (letters.test(before)) return before.replace(/[\s:：=＝–—-]+$/u, '')
  return text.slice(end, to).split(separators)[0]?.trim() ?? ''
}

const quantities = (text: string): FoundNumber[] => findNumbers(text).filter(({ kind }) => kind !== 'date')

const commaDecimal = /(?<![\d.,])\d{1,3}(?:\.\d{3})*,\d{1,2}(?![\d,.])/u
const pointDecimal = /(?<![\d.,])\d{1,3}(?:,\d{3})*\.\d{1,2}(?![\d,.])/u

/** Whether a page writes 12,5 and 12.300 for twelve thousand three hundred; undecided pages write as English does. */
function writesComma(blocks: readonly PageBlock[]): boolean {
  let comma = 0
  let point = 0
  for (const { text } of blocks) {
    if (commaDecimal.test(text)) comma += 1
    if (pointDecimal.test(text)) point += 1
  }
  return comma > point
}

/** 12.300 and 12,300 depend on the notation of the page. */
function readValue({ value, scale, isAmbiguous }: FoundNumber, text: string, isEuropean: boolean): number {
  if (!isEuropean) return value
  if (isAmbiguous) return value * 1_000
  const isThousands = /(?<![\d.,])\d{1,3},\d{3}(?![\d.,])/.test(text)
  return isThousands ? (value / scale / 1_000) * scale : value
}
