// A pasted list, line by line: a word alone, or a word with category, level and note.

import type { Reply } from '#contract/endpoint.ts'
import { cutText } from '#contract/text.ts'
import type { pasteWords } from '#contract/word.api.ts'
import { inPieces } from '#server/platform/process/yield-to-event-loop.ts'
import { wordKey } from './normalise.ts'

export type LineOutcome = Reply<typeof pasteWords>['lines'][number]['outcome']
export type PastedLine = {
  line: number
  text: string
  word: string
  key: string
  /** Undefined if the line does not contain it. */
  category: string | undefined
  level: number | undefined
  note: string | undefined
  fault: Extract<LineOutcome, 'empty' | 'too_long' | 'bad_level'> | undefined
}

/** Lines that are read or written before yielding to the event loop. */
export const linesAtOnce = 500
const heads = new Set(['word', '词', '敏感词', '词语'])
const levels: Record<string, number> = { '1': 1, '2': 2, '3': 3, 低: 1, 中: 2, 高: 3, low: 1, medium: 2, high: 3 }

/** Parses the lines; blank lines and a line of column names are ignored. */
export async function readLines(text: string): Promise<PastedLine[]> {
  const lines: PastedLine[] = []
  let at = 0
  const all = text
    .replaceAll('\u0000', '')
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
  for await (const piece of inPieces(all, linesAtOnce))
    for (const raw of piece) {
      at += 1
      const line = raw.trim()
      if (!line) continue
      const cells = splitCells(line)
      if (lines.length === 0 && cells.length > 1 && heads.has(cells[0]!.toLowerCase())) continue
      lines.push(readLine(at, line, cells))
    }
  return lines
}

function readLine(line: number, text: string, [word = '', category = '', level = '', ...rest]: string[]): PastedLine {
  const note = rest.join(',')
  const key = word.length > 100 ? '' : wordKey(word)
  const known = level === '' ? undefined : levels[level.toLowerCase()]
  let fault: PastedLine['fault']
  if (word.length > 100 || category.length > 60 || note.length > 1_000) fault = 'too_long'
  else if (!key) fault = 'empty'
  else if (level !== '' && known === undefined) fault = 'bad_level'
  const filled = (cell: string) => (cell === '' ? undefined : cell)
  return {
    line,
    text: cutText(text, 200),
    word,
    key,
    category: filled(category),
    level: known,
    note: filled(note),
    fault,
  }
}

/** Splits a line at tabs, else at commas; a quoted cell may contain commas and doubled quotes. */
function splitCells(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map(cell => cell.trim())
  const cells: string[] = []
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/y
  while (pattern.lastIndex < line.length) {
    const from = pattern.lastIndex
    const match = pattern.exec(line)
    // A quote in the middle of a cell is an ordinary character.
    if (!match) return [...cells, ...line.slice(from).split(',')].map(cell => cell.trim())
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
  }
  return cells
}
